"""How fast: batches on one core, and the single PettingZoo environment beside PettingZoo's own card games.

`python crates/python/bench.py`, with the package built by `maturin build --release` and `pip install pettingzoo rlcard`. Times are the processor's, of this
process alone, so that others on the machine count for little; what was measured says how busy it was.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import random
from time import process_time

import gloria


def batches(seconds: float, games: int) -> None:
    print(f"batches of {games} games on one core, two players, random play: decisions a second")
    for name in gloria.games():
        for what, settings in (("everything", {}), ("no masks", {"mask": False}), ("neither", {"mask": False, "observe": False})):
            batch = gloria.Batch(gloria.Game(name, players=2), games, seed=1, threads=1, **settings)
            rates = []
            for _ in range(5):
                began, steps = process_time(), 0
                while process_time() - began < seconds / 5:
                    for _ in range(8):
                        batch.step(batch.sample())
                    steps += 8
                rates.append(steps * games / (process_time() - began) / 1e6)
            print(f"  {name:14} {what:11} {max(rates):.2f} million (median {sorted(rates)[2]:.2f})", flush=True)


def steps(env, seconds: float) -> float:
    """Steps a second of an environment whose choices are picked as fast as they can be."""
    luck = random.Random(1)
    env.reset(seed=1)
    began, count = process_time(), 0
    while process_time() - began < seconds:
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
    return count / (process_time() - began)


def rlcard_steps(name: str, seconds: float) -> float:
    """The same of rlcard itself, without PettingZoo around it."""
    import rlcard

    env, luck = rlcard.make(name, config={"seed": 1}), random.Random(1)
    state, _ = env.reset()
    began, count = process_time(), 0
    while process_time() - began < seconds:
        for _ in range(100):
            state, _ = env.reset() if env.is_over() else env.step(luck.choice(list(state["legal_actions"])))
            count += 1
    return count / (process_time() - began)


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
    for name in ("leduc-holdem", "limit-holdem", "gin-rummy", "uno"):
        try:
            print(f"  {'rlcard ' + name:34} {rlcard_steps(name, seconds):8,.0f}")
        except ImportError as error:
            print(f"  rlcard {name}: not here ({error})")


if __name__ == "__main__":
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=3.0)
    ask.add_argument("--games", type=int, default=128)
    args = ask.parse_args()
    print(f"gloria {gloria.__version__}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    batches(args.seconds, args.games)
    singles(args.seconds)
