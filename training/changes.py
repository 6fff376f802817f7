#!/usr/bin/env python3
"""Draws every change of how players think that was measured, kept or dropped, as one table: `python3 training/changes.py` writes docs/changes.md from
training/changes.csv. Needs nothing but Python."""

from __future__ import annotations

import csv
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "changes.md"
TITLES = {"glory-to-rome": "Glory to Rome", "for-glory": "For Glory", "glory": "Glory"}
VERDICTS = ("kept", "dropped")

# A bar begins at the first of these shares and ends at the second, in so many letters.
FIRST, LAST, LETTERS = 0.15, 0.95, 32

# The normal distribution's 97.5 %.
SURE = 1.959964


def wilson(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies in 95 of 100 cases, by Wilson's score."""
    spread = SURE * SURE / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE / (1 + spread) * (share * (1 - share) / games + spread / (4 * games)) ** 0.5
    return middle - half, middle + half


def bar(low: float, high: float, even: float) -> str:
    """The interval as a row of letters, with a mark where nobody would be better."""

    def place(share: float) -> int:
        return min(LETTERS - 1, max(0, int((share - FIRST) / (LAST - FIRST) * LETTERS)))

    letters = ["·"] * LETTERS
    letters[place(low) : place(high) + 1] = "█" * (place(high) + 1 - place(low))
    letters[place(even)] = "╋" if letters[place(even)] == "█" else "│"
    return "".join(letters)


def rows(path: Path) -> list[dict]:
    """What stands in the file; a line that can't be read is told with its number."""
    found = []
    with path.open(newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), 2):
            try:
                read = row | {"players": int(row["players"]), "games": int(row["games"]), "won": float(row["won"]) / 100}
            except (KeyError, TypeError, ValueError) as error:
                raise SystemExit(f"{path.name}, line {number}: {error}: expected era,game,change,against,each,players,games,won,verdict") from error
            if row["game"] not in TITLES or row["verdict"] not in VERDICTS or not 0 <= read["won"] <= 1 or read["games"] < 1 or read["players"] < 2:
                raise SystemExit(f"{path.name}, line {number}: {row}: expected a game, kept or dropped, and shares and numbers that can be")
            found.append(read)
    return found


def line(row: dict) -> str:
    """A row of the table."""
    low, high = wilson(row["won"], row["games"])
    won = f"{100 * row['won']:.1f} % of {row['games']}"
    verdict = "**kept**" if row["verdict"] == "kept" else "dropped"
    table = "" if row["players"] == 2 else f", {row['players']} players"
    shown = bar(low, high, 1 / row["players"])
    return f"| {TITLES[row['game']]}{table} | {row['change']} | {row['against']} | {row['each']} | {won} ({100 * low:.0f} to {100 * high:.0f}) | `{shown}` | {verdict} |"


def page(found: list[dict]) -> str:
    """The table for people."""
    lines = [
        "# Every change that was measured",
        "",
        "`python3 training/changes.py` wrote this from `training/changes.csv`. Each row is a match of the player with a change against the one named,"
        " with the same clock or the same number of iterations on both sides unless it says otherwise: against the search, the net or the playouts it changed it is the change's own worth, against"
        " `strong@hand` the change's worth is its difference from the other rows of its kind. Where two rows differ only in the seed, both are shown. What was kept, and most of the rest, can be named in a player's name (`bots/src/ways.rs`) and"
        " played again; the code of Gumbel's root, of trees for the others and of weighed beliefs in search is gone. Bars are the 95 % intervals, from"
        f" {100 * FIRST:.0f} to {100 * LAST:.0f} %; the line across is where nobody is better (a half with two players, a quarter with four). What was kept beside a better-looking figure was kept"
        " for another match or for the puzzles: [docs/strength.md](strength.md) has the reasons, and what players are worth today.",
    ]
    era = None
    for row in found:
        if row["era"] != era:
            era = row["era"]
            lines += ["", f"## {era}", "", "| | what was changed | against | each had | won | | |", "|---|---|---|---|---|---|---|"]
        lines.append(line(row))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(rows(HERE / "changes.csv")), encoding="utf-8")
