"""Draws the learning curve that `ppo.py` wrote: `python examples/python/ppo_curve.py ppo.csv ppo.svg`. Needs nothing but Python."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 52, 16, 20, 44
GREY, BLUE = "#777", "#06c"


def draw(rows: list[dict[str, str]]) -> str:
    end = max(float(row["minutes"]) for row in rows) or 1.0  # a run so short that its minutes round to nothing

    def across(minutes: float) -> float:
        return LEFT + minutes / end * (WIDTH - LEFT - RIGHT)

    def down(share: float) -> float:
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        dash = "" if share == 0.5 else ' stroke-dasharray="2 4"'
        line = f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(share):.1f}" y2="{down(share):.1f}" stroke="{GREY}"{dash}/>'
        parts += [line, f'<text x="{LEFT - 6}" y="{down(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>']
    step = next((step for step in (1, 2, 5, 10, 20, 50) if end / step <= 12), int(end / 10))
    for minutes in range(0, int(end) + 1, step):
        parts.append(f'<text x="{across(minutes):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{minutes}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">minutes on two cores</text>')
    parts.append(f'<text x="{LEFT}" y="14">games won against the bot, with 95 % intervals (grey: imitation, blue: PPO)</text>')
    points = [(across(float(row["minutes"])), down(float(row["won"]))) for row in rows]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{BLUE}" stroke-width="1.5"/>')
    for row, (x, y) in zip(rows, points):
        colour = BLUE if row["phase"] == "ppo" else GREY
        low, high = down(float(row["low"])), down(float(row["high"]))
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">\n'
        f"{body}\n</svg>\n"
    )


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("ppo_curve: expected a CSV file and the SVG file to write")
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows:
        sys.exit(f"ppo_curve: {sys.argv[1]} holds no figures")
    Path(sys.argv[2]).write_text(draw(rows))


if __name__ == "__main__":
    main()
