"""Batches: what they write is what single games say, whatever the number of threads."""

import numpy as np
import pytest

import gloria

TABLES = [(name, players) for name in gloria.games() for players in (1, 2, 3, 4) if name != "glory-to-rome" or players > 1]


@pytest.mark.parametrize("name, players", TABLES)
def test_rows_are_what_single_games_say(name, players):
    batch = gloria.Batch(gloria.Game(name, players=players), 6, seed=players)
    for step in range(400):
        if step % 23 == 0:
            offsets, numbers = batch.legal()
            starts, places, values = batch.sparse()
            for game in range(len(batch)):
                state = batch.state(game)
                seat = int(batch.seats[game])
                assert state.seat == "ABCDE"[seat]
                assert np.array_equal(batch.observations[game], state.observe(seat))
                legal = set(numbers[offsets[game] : offsets[game + 1]].tolist())
                assert set(batch.masks[game].nonzero()[0].tolist()) == legal
                # All that is legal, but for giving up.
                assert legal <= set(state.legal_numbers.tolist()) and len(state.legal_numbers) - len(legal) <= players
                row = np.zeros_like(batch.observations[game])
                row[places[starts[game] : starts[game + 1]]] = values[starts[game] : starts[game + 1]]
                assert np.array_equal(row, batch.observations[game])
        batch.step(batch.sample())


@pytest.mark.parametrize("name", gloria.games())
def test_threads_change_nothing(name):
    def play(threads):
        batch = gloria.Batch(gloria.Game(name, players=3), 80, seed=7, threads=threads)
        seen, ended = 0.0, 0
        for _ in range(100):
            batch.step(batch.sample())
            seen += float(batch.observations.sum()) + float(batch.rewards.sum())
            ended += int(batch.dones.sum())
        return seen, ended, batch.scores.tolist()

    one = play(1)
    assert one == play(2) == play(5)


@pytest.mark.parametrize("name", gloria.games())
def test_rewards_come_when_games_end_and_games_begin_anew(name):
    batch = gloria.Batch(gloria.Game(name, players=2), 32, seed=1)
    ended, decided = 0, None
    while ended < 40:
        decided = batch.seats.copy()
        batch.step(batch.sample())
        done = batch.dones
        ended += int(done.sum())
        assert not batch.rewards[~done].any() and not batch.gains[~done].any()
        if done.any():
            rewards = batch.rewards[done]
            assert np.all(np.isin(rewards, [-1.0, 0.0, 1.0])) and np.all((rewards.sum(axis=1) == 0) | (rewards == -1).all(axis=1))
            assert np.array_equal(batch.gains[done], rewards[np.arange(len(rewards)), decided[done]])
    assert batch.games_played == ended and not batch.truncations.any()


@pytest.mark.parametrize("bots, low, high", [(["greedy", "random"], 0.0, 0.1), (["random", "random"], 0.2, 0.5)])
def test_bots_play_the_other_seats(bots, low, high):
    """Who plays anything wins a third of the games against their like, and hardly any against one who knows better."""
    batch = gloria.Batch(gloria.Game("glory-to-rome", players=3), 48, seed=3, bots=bots)
    wins, sat = 0, set()
    while batch.games_played < 150:
        seats = batch.seats.copy()
        sat.update(seats.tolist())
        batch.step(batch.sample())
        assert np.array_equal(batch.seats[~batch.dones], seats[~batch.dones])
        wins += int((batch.gains > 0).sum())
    assert low <= wins / batch.games_played <= high and sat == {0, 1, 2}


def test_bots_give_advice():
    game = gloria.Game("glory-to-rome", players=2)
    batch = gloria.Batch(game, 20, seed=1, bots=["greedy"])
    for _ in range(300):
        actions = batch.advise("greedy", seed=1)
        assert batch.masks[np.arange(20), actions].all()
        batch.step(actions)
    won = (batch.rewards > 0).any()
    assert batch.games_played > 20 or won


def test_games_are_broken_off():
    batch = gloria.Batch(gloria.Game("glory", players=2), 16, seed=1, max_decisions=10)
    for step in range(1, 51):
        batch.step(batch.sample())
        assert batch.truncations.all() == (step % 10 == 0)
    assert batch.dones.all() and not batch.rewards.any()


def test_arrays_of_ones_own_are_written():
    game = gloria.Game("glory", players=2)
    own = np.zeros((8, game.observation_size), np.float32)
    masks = np.zeros((8, game.action_count), bool)
    batch = gloria.Batch(game, 8, seed=1, observations=own, masks=masks)
    batch.step(batch.sample())
    assert batch.observations is own and own.any(axis=1).all() and masks.any(axis=1).all()
    again = np.from_dlpack(batch.observations)
    assert np.shares_memory(again, own)
    assert gloria.Batch(game, 8, observe=False, mask=False).observations is None


def test_tensors_of_other_libraries_share_memory():
    """By DLPack, both ways: what a batch keeps is taken without a copy, and tensors are written in place."""

    class Tensor:
        """Somebody else's: it speaks DLPack and nothing else."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **settings):
            return self.array.__dlpack__(**settings)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    game = gloria.Game("glory", players=2)
    own, masks = np.zeros((8, game.observation_size), np.float32), np.zeros((8, game.action_count), bool)
    batch = gloria.Batch(game, 8, seed=1, observations=Tensor(own), masks=Tensor(masks))
    batch.step(batch.sample())
    assert np.array_equal(own[3], batch.state(3).observe()) and masks.any(axis=1).all()
    names = ["observations", "masks", "rewards", "scores", "gains", "dones", "truncations", "seats"]
    taken = {name: np.from_dlpack(getattr(batch, name)) for name in names}
    for _ in range(200):
        batch.step(batch.sample())
        assert all(np.array_equal(taken[name], getattr(batch, name)) for name in names)
    assert all(np.shares_memory(taken[name], getattr(batch, name)) for name in names)


def test_torch_shares_memory():
    torch = pytest.importorskip("torch")
    game = gloria.Game("glory", players=2)
    own = torch.zeros((8, game.observation_size))
    batch = gloria.Batch(game, 8, seed=1, observations=own, masks=torch.zeros((8, game.action_count), dtype=torch.bool))
    rewards = torch.from_dlpack(batch.rewards)
    while not batch.dones.any():
        batch.step(batch.sample())
    assert torch.equal(own, torch.from_dlpack(batch.observations)) and own.any(dim=1).all()
    assert rewards.abs().sum() > 0 and np.array_equal(rewards.numpy(), batch.rewards)


def test_wrong_use_is_said_in_one_sentence():
    game = gloria.Game("glory", players=2)
    batch = gloria.Batch(game, 4, seed=1)
    before = [batch.state(at) for at in range(4)]
    actions = batch.sample()
    actions[2] = 2473
    wrong = [
        (gloria.IllegalAction, lambda: batch.step(actions), "game 2: "),
        (IndexError, lambda: batch.step([0, 0, 0, 99_999]), "game 3: number 99999 is no action"),
        (ValueError, lambda: batch.step(actions[:2]), "2 actions were given: expected 4, one for each game"),
        (IndexError, lambda: batch.state(4), "there is no game 4: expected 0 to 3"),
        (ValueError, lambda: gloria.Batch(game, 4, bots=["greedy", "fair"]), "2 bots do not fit a table of 2: expected 1, or none"),
        (ValueError, lambda: gloria.Batch(game, 4, observations=np.zeros((4, 7), np.float32)), "the array for observations does not fit"),
        (ValueError, lambda: gloria.Batch(game, 4, masks=np.zeros((4, 2474))), "the array for masks does not fit: expected one of 4 by 2474, of bool"),
        (TypeError, lambda: gloria.Batch(game, 4, masks=[[True]]), "this is no array for masks: expected numpy's"),
    ]
    for kind, call, sentence in wrong:
        with pytest.raises(kind) as caught:
            call()
        assert str(caught.value).startswith(sentence) and "\n" not in str(caught.value)
    assert [batch.state(at) for at in range(4)] == before
    batch.observations.flags.writeable = False
    with pytest.raises(ValueError, match="^an array of this batch can't be written"):
        batch.step(batch.sample())
