"""The arithmetic of reliability against chances made up: `python3 -m unittest discover training`."""

import unittest

import numpy as np

import net_file
from curves import draw_reliability
from figures import calibration, gaps, log_loss, spreads
from reliability import figures


def made_up(bend: float, games: int = 20_000, views: int = 2, seed: int = 1) -> tuple[np.ndarray, ...]:
    """Games of two whose true chance is known at each view, which are told with a fault: logits are multiplied by `bend`."""
    luck = np.random.default_rng(seed)
    chance = luck.uniform(0.02, 0.98, games)
    won = (luck.uniform(size=games) < chance).astype(np.float32)
    logit = np.log(chance / (1 - chance)) * bend
    told = 1 / (1 + np.exp(-logit))
    # Both seats' views, told alike all through the game.
    each = lambda ours, theirs: np.stack([ours, theirs], 1).repeat(views, 0).ravel()  # noqa: E731
    decides = np.tile([True, False], games * views)
    return each(told, 1 - told).astype(np.float32), each(won, 1 - won), np.arange(games).repeat(2 * views), decides


class Reliability(unittest.TestCase):
    def test_true_chances_are_within_luck(self):
        found = figures(*made_up(1.0))
        self.assertEqual((found["games"], found["views"]), (20_000, 80_000))
        self.assertLess(found["mean_gap"], 0.02)
        self.assertEqual(found["apart"], 0)
        self.assertAlmostEqual(found["log_loss_of_seats_alone"], np.log(2), 6)

    def test_chances_that_are_too_sure_are_found(self):
        # Logits twice too large: what is told as 0.9 is 0.75.
        found = figures(*made_up(2.0))
        self.assertGreater(found["mean_gap"], 0.08)
        self.assertGreater(found["largest_gap"], 0.12)
        self.assertGreater(found["apart"], 10)
        self.assertGreater(found["log_loss"], figures(*made_up(1.0))["log_loss"] + 0.02)

    def test_a_fault_of_those_who_do_not_decide_is_found(self):
        chance, result, game, decides = made_up(1.0)
        chance = np.where(decides, chance, 1 - (1 - chance) ** 2).astype(np.float32)
        found = figures(chance, result, game, decides)
        self.assertGreater(found["log_loss_of_others"], found["log_loss_of_deciders"] + 0.05)
        self.assertGreater(found["apart"], 5)

    def test_gaps_are_weighed_by_views_and_few_do_not_count(self):
        rows = [[0.1, 0.2, 3000], [0.5, 0.5, 6997], [0.9, 0.1, 3]]
        mean, largest = gaps(rows)
        self.assertAlmostEqual(mean, (0.1 * 3000 + 0.8 * 3) / 10_000)
        self.assertAlmostEqual(largest, 0.1)

    def test_views_of_one_game_are_no_proof_of_their_own(self):
        chance, result = np.full(100, 0.5, np.float32), np.repeat([1.0, 0.0], 50)
        (one_by_one,) = spreads(chance, result, np.arange(100))
        (ten_by_ten,) = spreads(chance, result, np.arange(100) // 10)
        self.assertAlmostEqual(one_by_one, 0.05)
        self.assertAlmostEqual(ten_by_ten, 0.05 * np.sqrt(10))

    def test_a_lone_player_has_no_others(self):
        chance = np.array([0.9, 0.8, 0.9, 0.2], np.float32)
        found = figures(chance, np.array([1.0, 1.0, 1.0, 0.0]), np.arange(4), np.full(4, True))
        self.assertIsNone(found["log_loss_of_others"])
        self.assertAlmostEqual(found["log_loss_of_seats_alone"], log_loss(np.full(4, 0.75), np.array([1.0, 1.0, 1.0, 0.0])))

    def test_the_picture_has_a_panel_for_each(self):
        chance, result, game, _ = made_up(1.0, games=50)
        panel = {"title": "Lots, 2 players", "below": "judged", "calibration": calibration(chance, result), "spreads": spreads(chance, result, game)}
        picture = draw_reliability([[panel, panel], [panel]])
        self.assertEqual(picture.count("Lots, 2 players: won"), 3)
        self.assertIn('viewBox="0 0 640 480"', picture)


class Chances(unittest.TestCase):
    def test_views_are_judged_as_the_arithmetic_says(self):
        luck = np.random.default_rng(3)
        layers = [luck.normal(size=shape).astype(np.float32) for shape in ((9, 4), (4,), (4, 3), (3,), (3, 3), (3,))]
        weights = net_file.Weights("lots", {}, 1.0, layers)
        views = [luck.permutation(9)[: luck.integers(0, 5)] for _ in range(100)]
        views[0] = views[40] = views[99] = np.array([], int)
        values = [luck.uniform(size=len(view)).astype(np.float32) for view in views]
        first = np.concatenate(([0], np.cumsum([len(view) for view in views])))
        found = weights.chances(first, np.concatenate(views).astype(np.uint16), np.concatenate(values))
        for view, value, chance in zip(views, values, found):
            row = np.zeros(9, np.float32)
            row[view] = value
            low = np.clip(np.clip(row @ layers[0] + layers[1], 0, 1) @ layers[2] + layers[3], 0, 1)
            self.assertAlmostEqual(chance, 1 / (1 + np.exp(-(low @ layers[4] + layers[5])[0])), 5)


if __name__ == "__main__":
    unittest.main()
