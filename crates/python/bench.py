"""How fast: batches on one core, and the single PettingZoo environment beside PettingZoo's own card games.

`python crates/python/bench.py`, with the package built by `maturin build --release` and `pip install pettingzoo rlcard`.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time

import gloria


def batches(seconds: float, games: int) -> None:
    print(f"batches of {games} games on one core, two players, random play: decisions a second")
    for name in gloria.games():
        for what, settings in (("everything", {}), ("no masks", {"mask": False}), ("neither", {"mask": False, "observe": False})):
            batch = gloria.Batch(gloria.Game(name, players=2), games, seed=1, threads=1, **settings)
            best = 0.0
            for _ in range(3):
                began, steps = time.perf_counter(), 0
                while time.perf_counter() - began < seconds / 3:
                    batch.step(batch.sample())
                    steps += 1
                best = max(best, steps * games / (time.perf_counter() - began))
            print(f"  {name:14} {what:11} {best / 1e6:.2f} million")


def steps(env, seconds: float) -> float:
    """Steps a second of an environment whose choices are picked as fast as they can be."""
    luck = random.Random(1)
    env.reset(seed=1)
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        for agent in env.agent_iter(1000):
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = info["legal"] if "legal" in info else observation["action_mask"].nonzero()[0]
            env.step(int(legal[luck.randrange(len(legal))]))
            count += 1
        if not env.agents:
            env.reset()
    return count / (time.perf_counter() - began)


def singles(seconds: float) -> None:
    print("single PettingZoo environments, two players: steps a second, every observation and mask made")
    for module in ("gloria.glory_to_rome_v0", "gloria.for_glory_v0", "gloria.glory_v0"):
        for kind in ("raw_env", "env"):
            env = getattr(importlib.import_module(module), kind)(players=2)
            print(f"  {module + '.' + kind:34} {steps(env, seconds):8,.0f}")
    for module in ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "gin_rummy_v4"):
        try:
            env = importlib.import_module(f"pettingzoo.classic.{module}").raw_env()
        except ImportError as error:
            print(f"  pettingzoo.classic.{module}: not here ({error})")
            continue
        print(f"  {'pettingzoo.classic.' + module:34} {steps(env, seconds):8,.0f}")


if __name__ == "__main__":
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=3.0)
    ask.add_argument("--games", type=int, default=128)
    args = ask.parse_args()
    batches(args.seconds, args.games)
    singles(args.seconds)
