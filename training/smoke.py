#!/usr/bin/env python3
"""A whole training in seconds on made-up games, to see that it runs: `python3 training/smoke.py`; with `--gloria PROGRAM` also one by playing.

The games have one place of an observation that tells who wins and one action that is always played, so a training that works
finds both; the file of weights is read back and worked out with numpy, as `encode::Net` does. A net that plays the example game against itself has to
become better at foretelling who wins, and come to prefer something.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
INPUTS, ACTIONS, FEATURES, WIDTH = 40, 6, 9, 7


def game(number: int, luck: np.random.Generator) -> bytes:
    """Two players, ten positions; place 3 of a view is set if its seat wins, and action 2 is played."""
    count, options = 10, b"players=2"
    winner = int(luck.integers(2))
    ones, legal = [], []
    for _ in range(count):
        for seat in range(2):
            ones.append(sorted({*luck.integers(5, INPUTS, 6).tolist()} | ({3} if seat == winner else {4})))
        legal.append([0, 2, 5])
    flags = [place for view in ones for place in view]
    inside = struct.pack("<Q7I", number, 2, count, count, 3 * count, len(flags), 2 * count, len(options)) + options
    inside += np.array([winner == 0, winner == 1], "<f4").tobytes() + luck.integers(0, 40, 2).astype("<i4").tobytes()
    inside += np.arange(count, 0, -1).astype("<u4").tobytes() + np.full(count, np.nan, "<f4").tobytes()
    inside += np.full(2 * count, 0.5, "<f4").tobytes()
    lists = ([2] * count, [3] * count, [len(view) for view in ones], [1] * 2 * count, sum(legal, []), [0] * 3 * count)
    for shorts in (*lists, flags, [1] * 2 * count):
        inside += np.array(shorts, "<u2").tobytes()
    inside += bytes(at % 2 for at in range(count)) + bytes(count)
    return struct.pack("<I", len(inside)) + inside


def write(folder: Path) -> None:
    """A folder as `gloria selfplay` makes it."""
    luck = np.random.default_rng(1)
    header = {"game": "made-up", "encoding": 1, "observation": INPUTS, "actions": ACTIONS, "features": FEATURES}
    text = json.dumps(header).encode()
    raw = b"GLORIAsp" + struct.pack("<II", 1, len(text)) + text + b"".join(game(at, luck) for at in range(400))
    (folder / "made-up-1-000000.games").write_bytes(raw)
    table = np.full((ACTIONS, WIDTH), 0xFFFF, "<u2")
    table[:, 0], table[:, 1] = 0, np.arange(ACTIONS) + 1
    (folder / "made-up.actions").write_bytes(b"GLORIAac" + struct.pack("<4I", 1, ACTIONS, FEATURES, WIDTH) + table.tobytes())


def judge(raw: bytes, places: list[int]) -> float:
    """The chance to win by a file of weights, from its bytes alone."""
    assert hashlib.sha256(raw[:-32]).digest() == raw[-32:], "the hash is another"
    (length,) = struct.unpack_from("<I", raw, 12)
    assert raw[16 : 16 + length] == b"made-up"
    _, inputs, width, hidden, features, policy, by_hand = struct.unpack_from("<6If", raw, 16 + length)
    assert by_hand == 1.0, "as much by hand as by the net"
    numbers = np.frombuffer(raw[:-32], "<f4", offset=44 + length)
    sizes = [inputs * width, width, width * hidden, hidden, hidden * 3, 3, width * policy, policy, features * policy, features]
    assert len(numbers) == sum(sizes), "the file is not as long as its shape"
    first, first_bias, second, second_bias, values, values_bias = np.split(numbers, np.cumsum(sizes))[:6]
    wide = np.clip(first.reshape(inputs, width)[places].sum(0) + first_bias, 0, 1)
    low = np.clip(wide @ second.reshape(width, hidden) + second_bias, 0, 1)
    return float(1 / (1 + np.exp(-(low @ values.reshape(hidden, 3) + values_bias)[0])))


def learn_from_files(folder: Path) -> None:
    """A net learns from made-up games."""
    write(folder)
    config = folder / "smoke.json"
    config.write_text(json.dumps({"width": 16, "hidden": 8, "policy": 8, "epochs": 12, "batch": 128, "validation": 4, "rate": 0.01}))
    command = [sys.executable, str(HERE / "train.py"), "made-up", str(config), "--data", str(folder), "--out", str(folder)]
    subprocess.run(command, check=True)
    figures = json.loads((folder / "made-up.json").read_text())["figures"]
    assert figures["auc"] > 0.95, f"who wins was not found: {figures['auc']}"
    assert figures["policy_agrees"] > 0.95, f"what is played was not found: {figures['policy_agrees']}"
    raw = (folder / "made-up.net").read_bytes()
    won, lost = judge(raw, [3, 10, 20]), judge(raw, [4, 10, 20])
    assert won > 0.8 > 0.2 > lost, f"the file of weights says {won} and {lost}"
    assert (folder / "made-up.svg").read_text().startswith("<svg")


def learn_by_playing(folder: Path, gloria: str) -> None:
    """A net learns by playing the example game against itself."""
    config = folder / "ppo.json"
    shape = {"width": 32, "hidden": 8, "policy": 8, "rounds": 10, "decisions": 6000, "batch": 512, "rate": 0.01, "warm": 2, "keep": 1, "by_hand": 0.5}
    config.write_text(json.dumps(shape | {"tables": "players=2"}))
    out = folder / "ppo"
    command = [sys.executable, str(HERE / "ppo.py"), "lots", str(config), "--gloria", gloria, "--out", str(out), "--work", str(folder / "work"), "--threads", "2"]
    subprocess.run(command, check=True)
    card = json.loads((out / "lots.json").read_text())
    told = [row["log_loss"] for row in card["curve"] if "log_loss" in row]
    assert told[-1] < told[0] - 0.01, f"who wins is foretold no better: {told}"
    assert hashlib.sha256((out / "lots.net").read_bytes()).hexdigest() == card["sha256"]
    opened = [row["entropy"] for row in card["curve"] if "entropy" in row]
    assert opened[-1] < opened[0], f"the policy prefers nothing: {opened}"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--gloria", help="the program that plays")
    args = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        learn_from_files(Path(folder))
        if args.gloria:
            learn_by_playing(Path(folder), args.gloria)
    print("the training runs, and its weights say what it found")


if __name__ == "__main__":
    main()
