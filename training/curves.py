"""Draws a training's curves and calibration as SVG, with nothing but the standard library."""

from __future__ import annotations

from html import escape

WIDTH, HEIGHT, EDGE = 320, 240, 40


def _frame(left: int, title: str, x: tuple[float, float], y: tuple[float, float], names: tuple[str, str]) -> list[str]:
    labels = [
        (left + EDGE, HEIGHT - 22, f"{x[0]:.3g}", "start"),
        (left + WIDTH - 10, HEIGHT - 22, f"{x[1]:.3g}", "end"),
        (left + EDGE - 4, HEIGHT - EDGE, f"{y[0]:.3g}", "end"),
        (left + EDGE - 4, 34, f"{y[1]:.3g}", "end"),
        (left + (WIDTH + EDGE) // 2, HEIGHT - 8, names[0], "middle"),
        (left + (WIDTH + EDGE) // 2, 18, f"{title}: {names[1]}", "middle"),
    ]
    box = f'<rect x="{left + EDGE}" y="26" width="{WIDTH - EDGE - 10}" height="{HEIGHT - EDGE - 26}" fill="none" stroke="#888"/>'
    texts = [f'<text x="{x}" y="{y}" text-anchor="{a}">{escape(text)}</text>' for x, y, text, a in labels]
    return [box, *texts]


def _line(left: int, points: list[tuple[float, float]], x: tuple[float, float], y: tuple[float, float], colour: str, dots: bool = True) -> str:
    across = lambda value: left + EDGE + (value - x[0]) / max(x[1] - x[0], 1e-9) * (WIDTH - EDGE - 10)  # noqa: E731
    down = lambda value: HEIGHT - EDGE - (value - y[0]) / max(y[1] - y[0], 1e-9) * (HEIGHT - EDGE - 26)  # noqa: E731
    path = " ".join(f"{across(a):.1f},{down(b):.1f}" for a, b in points)
    marks = "".join(f'<circle cx="{across(a):.1f}" cy="{down(b):.1f}" r="2" fill="{colour}"/>' for a, b in points if dots)
    return f'<polyline points="{path}" fill="none" stroke="{colour}"/>{marks}'


def draw(title: str, curve: list[dict], calibration: list[list[float]]) -> str:
    """Log losses by epoch, and how often views judged alike won."""
    parts = []
    for at, (ours, held, name) in enumerate((("train_win", "log_loss", "value log loss"), ("train_policy", "policy_log_loss", "policy log loss"))):
        left = at * WIDTH
        numbers = [row[key] for row in curve for key in (ours, held)]
        x, y = (1.0, float(max(len(curve), 2))), (min(numbers), max(numbers))
        parts += _frame(left, title, x, y, ("epoch (grey: trained on, blue: held back)", name))
        parts.append(_line(left, [(row["epoch"], row[ours]) for row in curve], x, y, "#999"))
        parts.append(_line(left, [(row["epoch"], row[held]) for row in curve], x, y, "#06c"))
    return _page(parts, title, calibration)


def draw_rounds(title: str, curve: list[dict], calibration: list[list[float]]) -> str:
    """Log losses of games not seen before and the policy's openness by round, and how often views judged alike won."""
    parts = []
    for at, (key, name) in enumerate((("log_loss", "value log loss"), ("entropy", "entropy of the policy"))):
        points = [(row["round"], row[key]) for row in curve if row.get(key) is not None]
        numbers = [number for _, number in points] or [0.0]
        x, y = (0.0, float(max(len(curve), 2))), (min(numbers), max(numbers))
        parts += _frame(at * WIDTH, title, x, y, ("round", name))
        parts.append(_line(at * WIDTH, points, x, y, "#06c"))
    return _page(parts, title, calibration)


def draw_reliability(rows: list[list[dict]]) -> str:
    """How often views judged alike won: a row for each game, a panel for each number of players. Bars are two standard errors, columns the share of views."""
    parts, whole = [], (0.0, 1.0)
    for down, row in enumerate(rows):
        parts.append(f'<g transform="translate(0 {down * HEIGHT})">')
        for at, panel in enumerate(row):
            left = at * WIDTH
            parts += _frame(left, panel["title"], whole, whole, (panel["below"], "won"))
            every = sum(many for _, _, many in panel["calibration"])
            for judged, _, many in panel["calibration"]:
                begin = min(int(judged * 20), 19) / 20
                parts.append(_area(left, (begin, begin + 0.05), many / every))
            parts.append(_line(left, [(0.0, 0.0), (1.0, 1.0)], whole, whole, "#ccc"))
            for (judged, won, _), spread in zip(panel["calibration"], panel["spreads"]):
                ends = [(judged, max(won - 2 * spread, 0.0)), (judged, min(won + 2 * spread, 1.0))]
                parts.append(_line(left, ends, whole, whole, "#8bd", dots=False))
            parts.append(_line(left, [(judged, won) for judged, won, _ in panel["calibration"]], whole, whole, "#06c"))
        parts.append("</g>")
    return _svg(parts, WIDTH * max(len(row) for row in rows), HEIGHT * len(rows))


def _area(left: int, x: tuple[float, float], high: float) -> str:
    across, down = WIDTH - EDGE - 10, HEIGHT - EDGE - 26
    return f'<rect x="{left + EDGE + x[0] * across:.1f}" y="{HEIGHT - EDGE - high * down:.1f}" width="{(x[1] - x[0]) * across:.1f}" height="{high * down:.1f}" fill="#eee"/>'


def _page(parts: list[str], title: str, calibration: list[list[float]]) -> str:
    left = 2 * WIDTH
    parts += _frame(left, title, (0.0, 1.0), (0.0, 1.0), ("judged chance to win", "won"))
    parts.append(_line(left, [(0.0, 0.0), (1.0, 1.0)], (0.0, 1.0), (0.0, 1.0), "#ccc"))
    parts.append(_line(left, [(judged, won) for judged, won, _ in calibration], (0.0, 1.0), (0.0, 1.0), "#06c"))
    return _svg(parts, 3 * WIDTH, HEIGHT)


def _svg(parts: list[str], width: int, height: int) -> str:
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="10">\n{body}\n</svg>\n'
