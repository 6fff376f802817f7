"""The example that learns by PPO runs, keeps what it learned, goes on from it, and its curve is drawn."""

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "python"
#: It ends by its rounds alone, and tells how it plays after imitating and at its end: how fast the machine is changes nothing.
SMALL = ["--minutes", "1e9", "--every", "1e9", "--look", "20", "--imitate", "2", "--games", "8", "--steps", "4", "--hidden", "8", "--evaluate", "1", "--minibatch", "16"]


def run(folder: Path, program: str, *args: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, str(EXAMPLES / program), *args], capture_output=True, text=True, cwd=folder)


def rows(folder: Path) -> list[dict[str, str]]:
    with open(folder / "ppo.csv", newline="") as file:
        return list(csv.DictReader(file))


def minutes(folder: Path) -> float:
    with np.load(folder / "ppo.npz") as kept:
        return float(kept["numbers"][0])


def test_it_goes_on_from_what_it_kept(tmp_path):
    learn = ["ppo.py", "--keep", "ppo.npz", "--rounds", "4", *SMALL]
    first = run(tmp_path, *learn)
    assert first.returncode == 0, first.stderr
    before = rows(tmp_path)
    # At first; after two rounds of imitation of 8 games; after two rounds of PPO of 4 steps in each.
    assert [(row["phase"], row["decisions"]) for row in before] == [("imitation", "0"), ("imitation", "16"), ("ppo", "80")]
    spent = minutes(tmp_path)
    again = run(tmp_path, *learn)
    assert again.returncode == 0, again.stderr
    after = rows(tmp_path)
    assert after[:-1] == before and after[-1]["decisions"] == "208"
    assert minutes(tmp_path) > spent

    other = run(tmp_path, *learn, "--hidden", "16")
    assert other.returncode != 0 and "'hidden': 8" in other.stderr and "expected" in other.stderr

    drawn = run(tmp_path, "ppo_curve.py", "ppo.csv", "ppo.svg")
    assert drawn.returncode == 0, drawn.stderr
    assert (tmp_path / "ppo.svg").read_text().count("<circle") == len(after)
