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


def foretold(chance: np.ndarray, result: np.ndarray, players: np.ndarray) -> dict:
    """How well the results of views are foretold, in all and by number of players."""
    whole = lambda own: {"log_loss": log_loss(chance[own], result[own]), "auc": auc(chance[own], result[own] > 0.5)}  # noqa: E731
    by_players = {}
    for count in sorted(set(players.tolist())):
        own = players == count
        by_players[str(count)] = {"views": int(own.sum())} | whole(own) | {"calibration": calibration(chance[own], result[own])}
    found = {"views": len(chance)} | whole(slice(None)) | {"log_loss_of_seats_alone": log_loss(1.0 / players, result)}
    return found | {"by_players": by_players, "calibration": calibration(chance, result)}


def gaps(rows: list[list[float]]) -> tuple[float, float]:
    """How far what was won is from what was judged: the mean over all views, and the largest of those twentieths that have a thousandth of the views."""
    every = sum(row[2] for row in rows)
    apart = [(abs(row[0] - row[1]), row[2]) for row in rows]
    return sum(gap * many for gap, many in apart) / every, max(gap for gap, many in apart if many * 1000 >= every)


def spreads(chance: np.ndarray, result: np.ndarray, game: np.ndarray) -> list[float]:
    """For each row of the calibration how far apart luck alone may bring judged and won (a standard error): views of one game end alike, so games are counted."""
    bins = np.minimum((chance * 20).astype(int), 19)
    found = []
    for at in range(20):
        own = bins == at
        if own.any():
            sums = np.bincount(np.unique(game[own], return_inverse=True)[1], (result - chance)[own])
            found.append(float(np.sqrt((sums**2).sum()) / own.sum()))
    return found


def revision() -> str:
    """The revision of the sources, if it is known."""
    try:
        found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent)
    except OSError:
        return "unknown"
    return found.stdout.strip() or "unknown"
