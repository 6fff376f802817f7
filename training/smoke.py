#!/usr/bin/env python3
"""A whole training in seconds on made-up games, to see that it runs: `python3 training/smoke.py`; with `--gloria PROGRAM` also one by playing.

The games have one place of an observation that tells who wins and one action that is always played, so a training that works
finds both; the file of weights is read back and worked out with numpy, as `encode::Net` does. A net that plays the example game against itself has to
become better at foretelling who wins, and come to prefer something; another begins where that one ended. Then Glory to Rome is learned a little.
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


def play(folder: Path, gloria: str, game: str, name: str, config: dict) -> tuple[list[str], dict]:
    """A net learns a game by playing itself; the command, and the card of what it learned."""
    file = folder / f"{name}.json"
    file.write_text(json.dumps(config))
    out, work = folder / name, folder / "work"
    command = [sys.executable, str(HERE / "ppo.py"), game, str(file), "--gloria", gloria, "--out", str(out), "--work", str(work), "--threads", "2"]
    subprocess.run(command, check=True)
    return command, json.loads((out / f"{game}.json").read_text())


def learn_by_playing(folder: Path, gloria: str) -> None:
    """A net learns by playing the example game against itself."""
    config = {"width": 32, "hidden": 8, "policy": 8, "rounds": 10, "decisions": 20_000, "batch": 1024, "rate": 0.01, "warm": 2, "keep": 1, "by_hand": 0.5}
    command, card = play(folder, gloria, "lots", "ppo", config | {"tables": "players=2"})
    assert "others" not in card["figures"]
    told = [row["log_loss"] for row in card["curve"] if "log_loss" in row]
    assert told[-1] < told[0] - 0.01, f"who wins is foretold no better: {told}"
    assert hashlib.sha256((folder / "ppo/lots.net").read_bytes()).hexdigest() == card["sha256"]
    opened = [row["entropy"] for row in card["curve"] if "entropy" in row]
    assert opened[-1] < opened[0], f"the policy prefers nothing: {opened}"
    go_on(folder, command, told)


def go_on(folder: Path, command: list[str], told: list[float]) -> None:
    """A training that begins with a net begins where that one ended; with another game's it does not begin."""
    command = [*command, "--out", str(folder / "again"), "--start"]
    (folder / "ppo.json").write_text(json.dumps(json.loads((folder / "ppo.json").read_text()) | {"rounds": 1, "seed": 2}))
    subprocess.run([*command, str(folder / "ppo/lots.net")], check=True)
    began = json.loads((folder / "again/lots.json").read_text())["curve"][0]["log_loss"]
    assert abs(began - told[-1]) < (told[0] - told[-1]) / 3, f"it began anew: {began} after {told}"
    refused = subprocess.run([*command, str(folder / "made-up.net")], capture_output=True, text=True)
    assert refused.returncode == 1 and refused.stderr == "ppo: made-up.net is a net of made-up: expected one of lots\n", refused.stderr


def learn_a_real_game(folder: Path, gloria: str) -> None:
    """In some hundred thousand decisions of Glory to Rome a small net comes to know more of who wins than how many play."""
    config = {"width": 24, "hidden": 8, "policy": 8, "rounds": 6, "decisions": 20_000, "batch": 2048, "rate": 0.005, "rate_end": 0.3, "warm": 6, "keep": 0}
    beside = {"others": ["greedy@net", "greedy"], "others_games": 320, "others_every": 40, "others_turns": 20}
    _, card = play(folder, gloria, "glory-to-rome", "real", config | {"tables": "players=2,mixed"} | beside)
    figures, out = card["figures"], folder / "real"
    others = figures["others"]
    assert others["log_loss"] < others["log_loss_of_seats_alone"] - 0.005, f"who wins other games is foretold no better: {others['log_loss']}"
    assert set(others["by_players"]) > {"2"} and others["views"] > 2000, f"not all seats of all tables were looked at: {others['views']}"
    gained = figures["log_loss_of_seats_alone"] - figures["log_loss"]
    assert gained > 0.02, f"who wins is foretold no better than by the number of players: {gained}"
    command = [sys.executable, str(HERE / "reliability.py"), "glory-to-rome", "--gloria", gloria, "--net", str(out / "glory-to-rome.net"), "--out", str(out), "--games", "100", "--set", "players=2"]
    subprocess.run(command, check=True)
    (found,) = json.loads((out / "nets-reliability.json").read_text())["found"][0]["by_players"]
    assert found["games"] == 100 and found["log_loss"] < found["log_loss_of_seats_alone"], f"other games are not judged alike: {found['log_loss']}"
    assert "| Glory to Rome | 2 |" in (out / "nets-reliability.md").read_text()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--gloria", help="the program that plays")
    args = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        learn_from_files(Path(folder))
        if args.gloria:
            learn_by_playing(Path(folder), args.gloria)
            learn_a_real_game(Path(folder), args.gloria)
    print("the training runs, and its weights say what it found")


if __name__ == "__main__":
    main()
