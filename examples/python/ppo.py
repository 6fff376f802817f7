"""A small PPO in numpy that learns to beat the bot `greedy`: `python examples/python/ppo.py --minutes 50`.

One seat learns, the other is played by the bot, in many games side by side (`gloria.Batch`). First the net imitates the bot for a while, so that it
need not find out by itself what the game is about; then proximal policy optimisation makes it better than that. Every line of the log is also a
line of a CSV file: minutes, decisions, and the share of games won with and without trying things out.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import gloria


class Columns:
    """The places and actions that ever come up: far fewer than there could be."""

    def __init__(self, size: int) -> None:
        self.of = np.full(size, -1)
        self.used = 0

    def add(self, numbers: np.ndarray, most: int) -> None:
        for number in np.unique(numbers[self.of[numbers] < 0]):
            if self.used < most:
                self.of[number] = self.used
                self.used += 1

    def __call__(self, numbers: np.ndarray) -> np.ndarray:
        return self.of[numbers]


class Net:
    """Two layers, then a logit for each action and the value."""

    def __init__(self, inputs: int, hidden: int, outputs: int, luck: np.random.Generator) -> None:
        def layer(rows: int, columns: int, gain: float) -> np.ndarray:
            return (luck.standard_normal((rows, columns)) * gain / np.sqrt(rows)).astype(np.float32)

        self.weights = {
            "in": layer(inputs, hidden, 3.0),
            "in_bias": np.zeros(hidden, np.float32),
            "mid": layer(hidden, hidden, 1.4),
            "mid_bias": np.zeros(hidden, np.float32),
            "out": layer(hidden, outputs, 0.1),
            "out_bias": np.zeros(outputs, np.float32),
            "value": layer(hidden, 1, 0.1),
            "value_bias": np.zeros(1, np.float32),
        }
        self.first = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.second = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.updates = 0

    def forward(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple]:
        w = self.weights
        one = np.maximum(seen @ w["in"] + w["in_bias"], 0)
        two = np.maximum(one @ w["mid"] + w["mid_bias"], 0)
        return two @ w["out"] + w["out_bias"], (two @ w["value"] + w["value_bias"])[:, 0], (seen, one, two)

    def learn(self, kept: tuple, to_logits: np.ndarray, to_value: np.ndarray, rate: float) -> None:
        seen, one, two = kept
        w, g = self.weights, {}
        g["out"], g["out_bias"] = two.T @ to_logits, to_logits.sum(0)
        g["value"], g["value_bias"] = two.T @ to_value[:, None], to_value.sum(keepdims=True)
        to_two = (to_logits @ w["out"].T + to_value[:, None] @ w["value"].T) * (two > 0)
        g["mid"], g["mid_bias"] = one.T @ to_two, to_two.sum(0)
        to_one = (to_two @ w["mid"].T) * (one > 0)
        g["in"], g["in_bias"] = seen.T @ to_one, to_one.sum(0)
        size = np.sqrt(sum(float((part * part).sum()) for part in g.values()))
        scale = min(1.0, 0.5 / (size + 1e-8))
        self.updates += 1
        correct = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for name, gradient in g.items():
            gradient = gradient * scale
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient * gradient - self.second[name])
            w[name] -= rate * correct * self.first[name] / (np.sqrt(self.second[name]) + 1e-8)


def chances(logits: np.ndarray, legal: np.ndarray) -> np.ndarray:
    logits = np.where(legal, logits, -1e9)
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


class Learner:
    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.luck = np.random.default_rng(args.seed)
        self.game = gloria.Game(args.game, players=2)
        self.batch = self.table(args.games, args.seed)
        self.places, self.actions = Columns(self.game.observation_size), Columns(self.game.action_count)
        self.look_around()
        self.net = Net(args.inputs, args.hidden, args.outputs, self.luck)
        self.decisions = 0
        self.began = time.monotonic()

    def table(self, games: int, seed: int) -> gloria.Batch:
        return gloria.Batch(self.game, games, seed=seed, bots=[self.args.against], mask=False, observe=False)

    def minutes(self) -> float:
        return (time.monotonic() - self.began) / 60

    def look_around(self) -> None:
        """Finds out which places and actions come up when the bot plays itself, and when anything is played."""
        batch = self.table(64, self.args.seed + 1)
        for step in range(1500):
            _, numbers = batch.legal()
            _, places, _ = batch.sparse()
            self.actions.add(numbers, self.args.outputs)
            self.places.add(places, self.args.inputs)
            batch.step(batch.advise(self.args.against, seed=step) if step % 4 else batch.sample())

    def see(self, batch: gloria.Batch) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What is seen and what is legal, in the columns that come up; and the numbers of those actions."""
        games = len(batch)
        starts, places, values = batch.sparse()
        rows, columns = np.repeat(np.arange(games), np.diff(starts)), self.places(places)
        seen = np.zeros((games, self.args.inputs), np.float32)
        seen[rows[columns >= 0], columns[columns >= 0]] = values[columns >= 0]
        offsets, numbers = batch.legal()
        rows, columns = np.repeat(np.arange(games), np.diff(offsets)), self.actions(numbers)
        legal = np.zeros((games, self.args.outputs), bool)
        number = np.zeros((games, self.args.outputs), np.int64)
        known = columns >= 0
        legal[rows[known], columns[known]] = True
        number[rows[known], columns[known]] = numbers[known]
        # Where nothing that can be done ever came up before, the first of it is done.
        unknown = ~legal.any(1)
        legal[unknown, 0] = True
        number[unknown, 0] = numbers[offsets[:-1]][unknown]
        return seen, legal, number

    def imitate(self, rounds: int) -> None:
        """Learns to do what the bot would do, in positions that both lead to."""
        rows = np.arange(len(self.batch))
        for at in range(rounds):
            seen, legal, number = self.see(self.batch)
            wished = self.batch.advise(self.args.against, seed=int(self.luck.integers(1 << 62)))
            column = np.maximum(self.actions(wished), 0)
            logits, value, kept = self.net.forward(seen)
            to_logits = chances(logits, legal)
            to_logits[rows, column] -= 1.0
            self.net.learn(kept, to_logits / len(rows), np.zeros(len(rows), np.float32), 1e-3)
            self.batch.step(wished if at % 5 else self.batch.sample())
            self.decisions += len(rows)

    def gather(self) -> dict[str, np.ndarray]:
        steps, games = self.args.steps, len(self.batch)
        kept: dict[str, list] = {name: [] for name in ("seen", "legal", "column", "chance", "value", "gain", "done")}
        for _ in range(steps):
            seen, legal, number = self.see(self.batch)
            logits, value, _ = self.net.forward(seen)
            policy = chances(logits, legal)
            column = (policy.cumsum(1) > self.luck.random((games, 1))).argmax(1)
            column = np.where(legal[np.arange(games), column], column, policy.argmax(1))
            self.batch.step(number[np.arange(games), column])
            kept["seen"].append(seen)
            kept["legal"].append(legal)
            kept["column"].append(column)
            kept["chance"].append(policy[np.arange(games), column])
            kept["value"].append(value)
            kept["gain"].append(self.batch.gains.copy())
            kept["done"].append(self.batch.dones.copy())
        self.decisions += steps * games
        last = self.net.forward(self.see(self.batch)[0])[1]
        out = {name: np.stack(values) for name, values in kept.items()}
        ahead, advantage = np.zeros(games, np.float32), np.zeros((steps, games), np.float32)
        for at in reversed(range(steps)):
            after = last if at == steps - 1 else out["value"][at + 1]
            on = ~out["done"][at]
            surprise = out["gain"][at] + after * on - out["value"][at]
            ahead = surprise + 0.95 * ahead * on
            advantage[at] = ahead
        out["advantage"], out["aim"] = advantage, advantage + out["value"]
        return {name: values.reshape(steps * games, *values.shape[2:]) for name, values in out.items()}

    def improve(self, data: dict[str, np.ndarray], rate: float, only_value: bool) -> None:
        advantage = data["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        size = self.args.minibatch
        for _ in range(self.args.epochs):
            order = self.luck.permutation(len(advantage))
            for some in np.split(order, range(size, len(order), size)):
                rows = np.arange(len(some))
                logits, value, kept = self.net.forward(data["seen"][some])
                policy = chances(logits, data["legal"][some])
                column, gain = data["column"][some], advantage[some]
                ratio = policy[rows, column] / data["chance"][some]
                free = np.where(gain > 0, ratio < 1.2, ratio > 0.8)
                push = -(gain * ratio * free)[:, None]
                to_logits = -policy * push
                to_logits[rows, column] += push[:, 0]
                logged = np.log(policy + 1e-9)
                entropy = -(policy * logged).sum(1, keepdims=True)
                to_logits += self.args.entropy * policy * (logged + entropy)
                to_value = 0.5 * (value - data["aim"][some])
                scale = np.float32(0.0 if only_value else 1.0 / len(some))
                self.net.learn(kept, to_logits * scale, to_value / len(some), rate)

    def won(self, games: int, seed: int) -> float:
        """The share of so many games that the best-looking actions win."""
        batch = self.table(128, seed)
        ended, won = 0, 0.0
        # Short games end first: every table plays as many.
        left = np.full(128, games // 128)
        while left.any():
            seen, legal, number = self.see(batch)
            column = np.where(legal, self.net.forward(seen)[0], -1e9).argmax(1)
            batch.step(number[np.arange(128), column])
            count = batch.dones & (left > 0)
            won += float(((batch.gains[count] + 1) / 2).sum())
            ended += int(count.sum())
            left -= count
        return won / ended


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--game", default="for-glory", choices=gloria.games())
    ask.add_argument("--against", default="greedy")
    ask.add_argument("--minutes", type=float, default=50)
    ask.add_argument("--imitate", type=int, default=600, help="rounds of imitation")
    ask.add_argument("--games", type=int, default=256)
    ask.add_argument("--steps", type=int, default=64)
    ask.add_argument("--hidden", type=int, default=128)
    ask.add_argument("--inputs", type=int, default=2048)
    ask.add_argument("--outputs", type=int, default=2048)
    ask.add_argument("--epochs", type=int, default=2)
    ask.add_argument("--minibatch", type=int, default=2048)
    ask.add_argument("--rate", type=float, default=3e-4)
    ask.add_argument("--entropy", type=float, default=0.003)
    ask.add_argument("--every", type=float, default=3.0, help="minutes between evaluations")
    ask.add_argument("--evaluate", type=int, default=512, help="games of an evaluation")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", default="ppo.csv")
    args = ask.parse_args()
    learner = Learner(args)
    print(f"{learner.places.used} places and {learner.actions.used} actions come up", flush=True)
    with open(args.out, "w") as log:
        log.write("minutes,decisions,won\n")

        def tell() -> None:
            won = learner.won(args.evaluate, seed=1_000 + learner.net.updates)
            line = f"{learner.minutes():.1f},{learner.decisions},{won:.3f}"
            log.write(line + "\n")
            log.flush()
            print(line, flush=True)

        tell()
        learner.imitate(args.imitate)
        tell()
        told, rounds = learner.minutes(), 0
        while learner.minutes() < args.minutes:
            left = 1.0 - learner.minutes() / args.minutes
            learner.improve(learner.gather(), args.rate * max(left, 0.1), only_value=rounds < 5)
            rounds += 1
            if learner.minutes() - told >= args.every:
                tell()
                told = learner.minutes()
        tell()


if __name__ == "__main__":
    main()
