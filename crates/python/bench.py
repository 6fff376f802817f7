"""How fast: batches on one core, and the single PettingZoo environment beside PettingZoo's own card games, against what they should reach.

`taskset -c 1 python crates/python/bench.py`, with the wheel of `maturin build` and `pip install pettingzoo pygame rlcard`. Times are the
processor's, of this process alone, so that others on the machine count for less; the first line says how busy it was. With `--strict` it ends with 1 where
something is below its bar.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import platform
import random
import sys
from collections.abc import Callable, Iterator
from time import process_time
from types import SimpleNamespace

import gloria

TRIES = 5
#: Decisions a second of a batch, observations and masks written.
BATCH_BARS = {"glory-to-rome": 1_000_000, "for-glory": 700_000, "glory": 1_000_000}
#: What fits into the processor's caches, for comparison.
SMALL = 64
#: Steps a second of the single environment.
STEP_BAR = 20_000
THEIRS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "gin_rummy_v4")


class Bars:
    """What was measured beside what is asked for."""

    def __init__(self) -> None:
        self.missed = 0

    def tell(self, what: str, rates: list[float], bar: float | None = None) -> None:
        rates = sorted(rates)
        best, median = rates[-1], rates[len(rates) // 2]
        verdict = ""
        if bar is not None:
            reached = best >= bar
            self.missed += not reached
            verdict = f"{bar:10,.0f}  {'reached' if reached else 'MISSED'}"
        print(f"  {what:54} {best:10,.0f} {median:10,.0f} {verdict}".rstrip(), flush=True)


def heading(what: str) -> None:
    print(f"\n{what}\n  {'':54} {'best':>10} {'median':>10} {'bar':>10}")


def tries(work: Callable[[], int], seconds: float) -> list[float]:
    """How much is done a second of processor time, in each of a few tries."""
    rates = []
    for _ in range(TRIES):
        began, done = process_time(), 0
        while (spent := process_time() - began) < seconds / TRIES or not spent:
            done += work()
        rates.append(done / spent)
    return rates


def batches(bars: Bars, seconds: float, games: int) -> None:
    heading(f"batches of {games} games on one core, two players, random play: decisions a second")
    for name in gloria.games():
        everything, neither = {}, {"mask": False, "observe": False}
        for what, count, settings in (
            ("observations and masks", games, everything),
            ("observations alone", games, {"mask": False}),
            ("neither", games, neither),
            (f"observations and masks of {SMALL} games", SMALL, everything),
        ):
            batch = gloria.Batch(gloria.Game(name, players=2), count, seed=1, threads=1, **settings)

            def work() -> int:
                for _ in range(4):
                    batch.step(batch.sample())
                return 4 * count

            bars.tell(f"{name}, {what}", tries(work, seconds), BATCH_BARS[name] if count == games and settings is everything else None)


def stepped(env) -> Callable[[], int]:
    """Steps an environment a while; choices are picked as fast as they can be."""
    luck = random.Random(1)
    env.reset(seed=1)

    def work() -> int:
        count = 0
        for _ in env.agent_iter(1000):
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = info["legal"] if "legal" in info else observation["action_mask"].nonzero()[0]
            env.step(int(legal[luck.randrange(len(legal))]))
            count += 1
        if not env.agents:
            env.reset()
        return count

    return work


def benchmarked(env, seconds: float) -> float:
    """Turns a second by PettingZoo's own `performance_benchmark`; its five seconds are of the processor here, and as long as they are asked to be."""
    from pettingzoo.test import performance_benchmark

    module = sys.modules[performance_benchmark.__module__]
    real, said = module.time, io.StringIO()
    module.time = SimpleNamespace(time=lambda: process_time() * 5 / seconds)
    try:
        with contextlib.redirect_stdout(said):
            performance_benchmark(env)
    finally:
        module.time = real
    turns = next(line for line in said.getvalue().splitlines() if line.endswith("turns per second"))
    return float(turns.split()[0]) * 5 / seconds


def without_pettingzoo() -> Iterator[tuple[str, Callable[[], int]]]:
    """rlcard's games without PettingZoo around them."""
    try:
        import rlcard
    except ImportError as error:
        print(f"  rlcard: left out ({error})")
        return
    for name in ("leduc-holdem", "limit-holdem", "gin-rummy", "uno"):
        env, luck = rlcard.make(name, config={"seed": 1}), random.Random(1)
        state = [env.reset()[0]]

        def work() -> int:
            for _ in range(100):
                state[0], _ = env.reset() if env.is_over() else env.step(luck.choice(list(state[0]["legal_actions"])))
            return 100

        yield f"rlcard {name}", work


def tables() -> Iterator[tuple[str, Callable, float | None]]:
    """Ours and PettingZoo's own card games: names, what makes them, and what they should reach."""
    for module in ("gloria.glory_to_rome_v0", "gloria.for_glory_v0", "gloria.glory_v0"):
        for kind in ("env", "raw_env"):
            made = getattr(importlib.import_module(module), kind)
            yield f"{module}.{kind}", lambda made=made: made(players=2), STEP_BAR
    for module in THEIRS:
        for kind in ("env", "raw_env"):
            try:
                yield f"pettingzoo.classic.{module}.{kind}", getattr(importlib.import_module(f"pettingzoo.classic.{module}"), kind), None
            except ImportError as error:
                print(f"  pettingzoo.classic.{module}: left out ({error})")
                break


def singles(bars: Bars, seconds: float) -> None:
    heading("single PettingZoo environments, two players: steps a second, every observation and mask made")
    for what, made, bar in tables():
        bars.tell(what, tries(stepped(made()), seconds), bar)
    for what, work in without_pettingzoo():
        bars.tell(what, tries(work, seconds))
    heading("the same by PettingZoo's own performance_benchmark, which looks through the whole mask for each choice: turns a second")
    for what, made, bar in tables():
        bars.tell(what, [benchmarked(made(), seconds / 3) for _ in range(3)], bar)


if __name__ == "__main__":
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seconds", type=float, default=5.0, help="how long each is measured, in all its tries")
    ask.add_argument("--games", type=int, default=1024, help="games of a batch")
    ask.add_argument("--only", choices=("batches", "singles"))
    ask.add_argument("--strict", action="store_true", help="end with 1 where a bar is missed")
    args = ask.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"gloria {gloria.__version__}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {cores} of them ours")
    found = Bars()
    if args.only != "singles":
        batches(found, args.seconds, args.games)
    if args.only != "batches":
        singles(found, args.seconds)
    print(f"\n{found.missed} bars missed" if found.missed else "\nevery bar reached")
    sys.exit(1 if args.strict and found.missed else 0)
