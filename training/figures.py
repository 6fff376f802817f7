"""What is said of a training in numbers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np


def auc(chance: np.ndarray, won: np.ndarray) -> float:
    """How often a view that won is judged better than one that did not."""
    order = np.argsort(chance, kind="stable")
    _, inverse, counts = np.unique(chance[order], return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = np.empty(len(chance))
    ranks[order] = ((ends - counts + 1 + ends) / 2)[inverse]
    wins = int(won.sum())
    if wins == 0 or wins == len(won):
        return float("nan")
    return float((ranks[won].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins)))


def log_loss(chance: np.ndarray, result: np.ndarray) -> float:
    chance = np.clip(chance, 1e-7, 1 - 1e-7)
    return float(-(result * np.log(chance) + (1 - result) * np.log(1 - chance)).mean())


def calibration(chance: np.ndarray, result: np.ndarray) -> list[list[float]]:
    """For each twentieth of the chances that has any: what was judged, what was won, and how many views there are."""
    bins = np.minimum((chance * 20).astype(int), 19)
    rows = ((chance[bins == at], result[bins == at]) for at in range(20))
    return [[float(judged.mean()), float(won.mean()), len(won)] for judged, won in rows if len(won)]


def revision() -> str:
    """The revision of the sources, if it is known."""
    try:
        found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent)
    except OSError:
        return "unknown"
    return found.stdout.strip() or "unknown"
