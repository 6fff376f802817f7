"""A small PPO in numpy that learns to beat the bot `greedy`: `python examples/python/ppo.py --keep ppo.npz`.

One seat learns, the other is played by the bot, in many games side by side (`gloria.Batch`). First the net imitates the bot for a while, so that it
need not find out by itself what the game is about; then proximal policy optimisation makes it better than that. Every line of the log is also a
line of a CSV file: minutes, minutes of processor time, decisions, and the share of games won by the best-looking actions, with its 95 % interval.

With `--keep` all that was learned is kept in a file, and a later run with the same file goes on from there; the clock counts only the time that
it ran. `--run 10` ends this run after ten minutes, `--rounds 10` after ten rounds of learning. `examples/python/ppo_curve.py ppo.csv ppo.svg` draws the curve.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

import numpy as np

import gloria

LAMBDA = 0.95
CLIP = 0.2
WARM = 10
"""So many rounds of PPO teach only the value, before its advice is followed."""


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
    """Three layers, learned with Adam."""

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
        }
        self.first = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.second = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.updates = 0

    def forward(self, seen: np.ndarray) -> tuple[np.ndarray, tuple]:
        w = self.weights
        one = np.maximum(seen @ w["in"] + w["in_bias"], 0)
        two = np.maximum(one @ w["mid"] + w["mid_bias"], 0)
        return two @ w["out"] + w["out_bias"], (seen, one, two)

    def learn(self, kept: tuple, to_out: np.ndarray, rate: float) -> None:
        seen, one, two = kept
        w, g = self.weights, {}
        g["out"], g["out_bias"] = two.T @ to_out, to_out.sum(0)
        to_two = (to_out @ w["out"].T) * (two > 0)
        g["mid"], g["mid_bias"] = one.T @ to_two, to_two.sum(0)
        to_one = (to_two @ w["mid"].T) * (one > 0)
        g["in"], g["in_bias"] = seen.T @ to_one, to_one.sum(0)
        size = sum(float((part * part).sum()) for part in g.values()) ** 0.5
        scale = min(1.0, 0.5 / (size + 1e-8))
        self.updates += 1
        step = rate * (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
        for name, gradient in g.items():
            gradient *= scale
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient * gradient - self.second[name])
            w[name] -= step * self.first[name] / (np.sqrt(self.second[name]) + 1e-8)

    def kept(self, name: str) -> dict[str, np.ndarray]:
        parts = {"weights": self.weights, "first": self.first, "second": self.second}
        out = {f"{name} {part} {layer}": value for part, layers in parts.items() for layer, value in layers.items()}
        return out | {f"{name} updates": np.array(self.updates)}

    def go_on(self, name: str, kept: dict[str, np.ndarray]) -> None:
        for part, layers in {"weights": self.weights, "first": self.first, "second": self.second}.items():
            for layer in layers:
                layers[layer] = kept[f"{name} {part} {layer}"]
        self.updates = int(kept[f"{name} updates"])


def chances(logits: np.ndarray, legal: np.ndarray) -> np.ndarray:
    logits = np.where(legal, logits, np.float32(-1e9))
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return middle - half, middle + half


class Learner:
    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.luck = np.random.default_rng(args.seed)
        self.game = gloria.Game(args.game, players=2)
        self.places, self.actions = Columns(self.game.observation_size), Columns(self.game.action_count)
        self.spent = self.processor_spent = 0.0
        self.decisions = self.imitated = self.rounds = 0
        self.began = time.monotonic()
        self.policy = Net(args.inputs, args.hidden, args.outputs, self.luck)
        self.value = Net(args.inputs, args.hidden // 2, 1, self.luck)
        if args.keep and Path(args.keep).exists():
            self.go_on(args.keep)
        else:
            self.look_around()
        # Games that were going on are not kept: each run begins others.
        self.batch = self.table(args.games, args.seed + self.policy.updates)

    def table(self, games: int, seed: int) -> gloria.Batch:
        return gloria.Batch(self.game, games, seed=seed, bots=[self.args.against], mask=False, observe=False)

    def minutes(self) -> float:
        return self.spent + (time.monotonic() - self.began) / 60

    def processor(self) -> float:
        return self.processor_spent + time.process_time() / 60

    def keep(self, file: str) -> None:
        numbers = [self.minutes(), self.processor(), self.decisions, self.imitated, self.rounds, self.places.used, self.actions.used]
        arrays = self.policy.kept("policy") | self.value.kept("value")
        arrays |= {"numbers": np.array(numbers, np.float64), "places": self.places.of, "actions": self.actions.of}
        part = f"{file}.part.npz"
        np.savez(part, shape=np.array(json.dumps(self.shape())), **arrays)
        os.replace(part, file)

    def go_on(self, file: str) -> None:
        with np.load(file) as kept:
            shape = json.loads(str(kept["shape"]))
            if shape != self.shape():
                sys.exit(f"ppo: {file} was learned with {shape}: expected {self.shape()}")
            self.policy.go_on("policy", kept)
            self.value.go_on("value", kept)
            self.places.of, self.actions.of = kept["places"], kept["actions"]
            numbers = kept["numbers"]
        self.spent, self.processor_spent = numbers[0], numbers[1]
        self.decisions, self.imitated, self.rounds, self.places.used, self.actions.used = (int(number) for number in numbers[2:])
        self.luck = np.random.default_rng([self.args.seed, self.policy.updates])

    def shape(self) -> dict:
        return {name: getattr(self.args, name) for name in ("game", "inputs", "hidden", "outputs")}

    def look_around(self) -> None:
        """Finds out which places and actions come up when the bot plays itself, and when anything is played."""
        batch = self.table(64, self.args.seed + 1)
        for step in range(self.args.look):
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

    def draw(self, policy: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """A column for each row, as likely as the policy says."""
        rows = np.arange(len(policy))
        column = (policy.cumsum(1) > self.luck.random((len(policy), 1))).argmax(1)
        return np.where(legal[rows, column], column, policy.argmax(1))

    def imitate(self) -> None:
        """Learns to do what the bot would do, in positions that either leads to."""
        rows = np.arange(len(self.batch))
        seen, legal, number = self.see(self.batch)
        wished = self.batch.advise(self.args.against, seed=int(self.luck.integers(1 << 62)))
        column = self.actions(wished)
        logits, kept = self.policy.forward(seen)
        policy = chances(logits, legal)
        to_logits = policy.copy()
        to_logits[rows, np.maximum(column, 0)] -= 1.0
        to_logits *= ((column >= 0) / len(rows)).astype(np.float32)[:, None]
        left = 1.0 - self.imitated / self.args.imitate
        self.policy.learn(kept, to_logits, 1e-3 * max(left, 0.2))
        own = number[rows, self.draw(policy, legal)]
        self.batch.step(np.where(self.luck.random(len(rows)) < 0.5, wished, own))
        self.imitated += 1
        self.decisions += len(rows)

    def gather(self) -> dict[str, np.ndarray]:
        steps, games = self.args.steps, len(self.batch)
        kept: dict[str, list] = {name: [] for name in ("seen", "legal", "column", "chance", "value", "gain", "done")}
        for _ in range(steps):
            seen, legal, number = self.see(self.batch)
            policy = chances(self.policy.forward(seen)[0], legal)
            column = self.draw(policy, legal)
            self.batch.step(number[np.arange(games), column])
            kept["seen"].append(seen)
            kept["legal"].append(legal)
            kept["column"].append(column)
            kept["chance"].append(policy[np.arange(games), column])
            kept["value"].append(self.value.forward(seen)[0][:, 0])
            kept["gain"].append(self.batch.gains.copy())
            kept["done"].append(self.batch.dones.copy())
        self.decisions += steps * games
        last = self.value.forward(self.see(self.batch)[0])[0][:, 0]
        out = {name: np.stack(values) for name, values in kept.items()}
        ahead, advantage = np.zeros(games, np.float32), np.zeros((steps, games), np.float32)
        for at in reversed(range(steps)):
            after = last if at == steps - 1 else out["value"][at + 1]
            on = ~out["done"][at]
            surprise = out["gain"][at] + after * on - out["value"][at]
            ahead = surprise + LAMBDA * ahead * on
            advantage[at] = ahead
        out["advantage"], out["aim"] = advantage, advantage + out["value"]
        return {name: values.reshape(steps * games, *values.shape[2:]) for name, values in out.items()}

    def improve(self) -> None:
        data = self.gather()
        rate = self.args.rate * max(1.0 - self.minutes() / self.args.minutes, 0.05)
        advantage = data["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        size = self.args.minibatch
        for _ in range(self.args.epochs):
            order = self.luck.permutation(len(advantage))
            for some in np.split(order, range(size, len(order), size)):
                seen = data["seen"][some]
                value, kept = self.value.forward(seen)
                self.value.learn(kept, (value - data["aim"][some, None]) / len(some), max(rate, 3e-4))
                if self.rounds < WARM:
                    continue
                rows, column, gain = np.arange(len(some)), data["column"][some], advantage[some]
                logits, kept = self.policy.forward(seen)
                policy = chances(logits, data["legal"][some])
                ratio = policy[rows, column] / data["chance"][some]
                free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
                push = -(gain * ratio * free)[:, None]
                to_logits = -policy * push
                to_logits[rows, column] += push[:, 0]
                logged = np.log(policy + np.float32(1e-9))
                entropy = -(policy * logged).sum(1, keepdims=True)
                to_logits += self.args.entropy * policy * (logged + entropy)
                self.policy.learn(kept, to_logits / len(some), rate)
        self.rounds += 1

    def won(self, games: int, seed: int) -> tuple[float, int]:
        """The share of at least so many games that the best-looking actions win, and how many were played."""
        tables = min(games, 128)
        batch = self.table(tables, seed)
        ended, won = 0, 0.0
        # Short games end first: every table plays as many.
        left = np.full(tables, -(-games // tables))
        while left.any():
            seen, legal, number = self.see(batch)
            column = np.where(legal, self.policy.forward(seen)[0], -1e9).argmax(1)
            batch.step(number[np.arange(tables), column])
            count = batch.dones & (left > 0)
            won += float(((batch.gains[count] + 1) / 2).sum())
            ended += int(count.sum())
            left -= count
        return won / ended, ended


def asked() -> argparse.Namespace:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--game", default="for-glory", choices=gloria.games())
    ask.add_argument("--against", default="greedy")
    ask.add_argument("--minutes", type=float, default=57, help="how long to learn, over all runs")
    ask.add_argument("--run", type=float, help="end this run after so many minutes")
    ask.add_argument("--rounds", type=int, help="end this run after so many rounds of learning")
    ask.add_argument("--keep", help="keep what was learned in this file, and go on from it")
    ask.add_argument("--look", type=int, default=1500, help="rounds of looking around before")
    ask.add_argument("--imitate", type=int, default=1500, help="rounds of imitation")
    ask.add_argument("--games", type=int, default=512)
    ask.add_argument("--steps", type=int, default=64)
    ask.add_argument("--hidden", type=int, default=128)
    ask.add_argument("--inputs", type=int, default=1280)
    ask.add_argument("--outputs", type=int, default=512)
    ask.add_argument("--epochs", type=int, default=2)
    ask.add_argument("--minibatch", type=int, default=4096)
    ask.add_argument("--rate", type=float, default=3e-4)
    ask.add_argument("--entropy", type=float, default=0.003)
    ask.add_argument("--every", type=float, default=3.0, help="minutes between evaluations")
    ask.add_argument("--evaluate", type=int, default=512, help="games of an evaluation; of the last one, four times as many")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", default="ppo.csv")
    return ask.parse_args()


def main() -> None:
    args = asked()
    learner = Learner(args)
    print(f"{learner.places.used} places and {learner.actions.used} actions come up", flush=True)
    if not learner.decisions:
        Path(args.out).write_text("minutes,processor,phase,decisions,games,won,low,high\n")

    def tell(games: int) -> float:
        phase = "imitation" if not learner.rounds else "ppo"
        won, games = learner.won(games, seed=1_000_000 + learner.policy.updates)
        low, high = interval(won, games)
        times = f"{learner.minutes():.1f},{learner.processor():.1f}"
        line = f"{times},{phase},{learner.decisions},{games},{won:.3f},{low:.3f},{high:.3f}"
        with open(args.out, "a") as log:
            log.write(line + "\n")
        print(line, flush=True)
        if args.keep:
            learner.keep(args.keep)
        return learner.minutes()

    end = min(args.minutes, learner.minutes() + args.run if args.run else args.minutes)
    told = learner.minutes() if learner.decisions else tell(args.evaluate)
    rounds = 0
    while learner.minutes() < end and rounds != args.rounds:
        rounds += 1
        if learner.imitated < args.imitate:
            learner.imitate()
            due = learner.imitated == args.imitate
        else:
            learner.improve()
            due = learner.minutes() - told >= args.every
        if due:
            told = tell(args.evaluate)
    tell(args.evaluate * (4 if learner.minutes() >= args.minutes else 1))


if __name__ == "__main__":
    main()
