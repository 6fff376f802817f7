"""Glory: the land under the maps, lying and standing. Cells are those of map.toml: column and row. This is Thornmere; terrain_isles.py is Saltmarrow."""

import random
from ink import O, num


def tag(d, fill=None, stroke=None, width=None, opacity=None):
    text = f'<path d="{d}"'
    text += f' fill="var(--t{fill})"' if fill else ' fill="none"'
    if stroke:
        text += f' stroke="var(--t{stroke})"'
    if width:
        text += f' stroke-width="{width}"'
    if opacity:
        text += f' opacity="{opacity}"'
    return text + "/>"


# Washes: a colour and the cells it covers, as (column, row, width, height) in cells.
WASHES = [
    ("w", [(-1, 9.4, 3.6, 3), (-1, 8.2, 1.6, 3), (1.6, 9.8, 3, 2), (-1, 10, 5.6, 3)]),
    ("m", [(12, -1, 6, 2.6), (13.6, -1, 4, 4.4), (14.6, 8.8, 4, 3.6), (12.4, 9.8, 5, 3)]),
    ("f", [(-1, -1, 4.4, 3.8), (1.6, 3.6, 3, 4.2), (2.4, 1.4, 2.2, 2.4), (12.2, 6.3, 2.2, 2.6)]),
    ("g", [(6, -1, 4.8, 2.2), (4, -1, 3, 1.8), (6, 9.2, 5, 3), (4.4, 9.6, 3, 2)]),
    ("s", [(12.2, 3.6, 5, 2.6), (15.4, 2.6, 3, 3.4)]),
]

# What stands in a cell: a glyph, column and row of its middle. Nothing stands where the name of a region is written (drawing/map.rs).
GLYPHS = [
    ("peak", [(12.2, .25), (15.2, .55), (14.1, 1.9), (15.9, 1.8), (15.4, 10.2), (11.8, 10.3), (14.1, 2.9), (16.4, 9.7)]),
    ("oak", [(1.2, .2), (.1, 1.9), (2.1, 2.1), (2, 3.1), (2, 4.1), (3.3, 4.1), (3.6, 6), (2, 6.1), (3, 6.5), (2.1, 7.5), (4.2, 2.1), (12.3, 8), (12.2, 4.2)]),
    ("pine", [(4.35, .2), (.1, 2.3), (4.1, 4), (14.2, 7), (14.3, 8.2), (12.2, 8.2), (14.1, 6.2), (2.7, 4), (2.7, 6)]),
    ("field", [(6.1, .2), (9.9, .15), (6.1, 10.1), (9.9, 10.1), (9.2, 8.1), (6.3, 8.1)]),
    ("dune", [(13.6, 4.2), (14.5, 4.5), (12.8, 6.1), (16.2, 2.2), (16.1, 5.2), (16.3, 6.2), (13.1, 3.8)]),
    ("wave", [(1, 9.9), (0, 8.75), (4.2, 10.55)]),
    ("hill", [(6.4, 2.2), (8.2, 2.1), (10.1, 2.2), (6.6, 6.2), (9.6, 6.1), (6.5, 4.2), (7.6, 8.2), (10.4, 8.3), (0, 5.1), (0, 6.1), (.1, 4.3), (16.4, 8.4)]),
    ("thorn", [(7, 4.1), (9.3, 6.3), (7.1, 6.4), (6.2, 6.4), (10.3, 6.4)]),
    ("stones", [(0, 2.7)]), ("ship", [(4.1, 9.95)]), ("camp", [(11.2, 2.2)]), ("rose", [(4.2, 8.1)]),
]

# The river rises in the peaks, turns about the castle's plain and ends in the sea.
RIVER = [(14, 2.4), (12.4, 2.1), (10, 2.4), (9.5, 1.9), (7, 2.5), (4.5, 2.6), (4.3, 4), (4.5, 6.2), (4.2, 8), (2.4, 8.3), (2.3, 9.4), (1.5, 10)]


def glyph(kind, x, y, rnd):
    """One glyph with its middle at (x, y), about 16 by 11."""
    f = lambda dx, dy: f"{num(x + dx)} {num(y + dy)}"
    s = rnd.uniform(.9, 1.1)
    m = lambda v: num(v * s)
    if kind == "peak":
        return (tag(f"M{f(-8, 5)}l{m(6)} {m(-11)}l{m(3)} {m(4)}l{m(2)} {m(-3)}l{m(6)} {m(10)}z", "p", "l", .8)
                + tag(f"M{f(-2, -6)}l{m(3)} {m(4)}l{m(-1)} {m(3)}l{m(-2)} {m(-2)}l{m(-2)} {m(1)}z", "n")
                + tag(f"M{f(-1, 0)}l2 5M{f(1.500, 1)}l1.500 4M{f(4, 0)}l2.500 5", None, "l", .5))
    if kind == "oak":
        return (tag(f"M{f(0, 5)}v{m(-5)}", None, "l", 1)
                + tag(f"M{f(-4, 1.5)}q{m(-2)} {m(-4)} {m(1.5)} {m(-5)}q{m(2.5)} {m(-3)} {m(5)} 0q{m(3.5)} {m(1)} {m(1.5)} {m(5)}z", "o", "l", .7)
                + tag(f"M{f(-1.500, -1)}q1.500-1.500 3 0", None, "l", .5))
    if kind == "pine":
        return "".join(tag(f"M{f(dx, 5)}v-1.500M{f(dx - 2.4, 3.5)}h4.800l-2.400-8z", "o", "l", .7) for dx in (-3, 2.500))
    if kind == "field":
        return (tag(f"M{f(-8, 4)}l3-8h12l2 8z", "c", "l", .6) + tag(f"M{f(-5, 4)}l2-8M{f(-1.500, 4)}l1-8M{f(2, 4)}l0-8M{f(5.500, 4)}l-1-8", None, "l", .5))
    if kind == "dune":
        return tag(f"M{f(-8, 3)}q4-6 8-1 4-5 8 1M{f(-4, 5)}q3-3 6 0", None, "l", .7)
    if kind == "wave":
        return tag(f"M{f(-7, 0)}q2-2.500 4 0t4 0 4 0M{f(-4, 3)}q2-2.500 4 0t4 0", None, "n", .8)
    if kind == "hill":
        return tag(f"M{f(-7, 3)}q4-8 8-1 3-4 6 1", "h", "l", .7) + tag(f"M{f(-3, 1)}l1 2M{f(-1, 0)}l1 2.500", None, "l", .45)
    if kind == "thorn":
        return tag(f"M{f(-5, 4)}q3-6 6-6M{f(0, 4)}q0-5 5-7M{f(-3, 0)}l-2-2M{f(-1, -1.500)}l0-2.500M{f(2, -.5)}l-2-2M{f(3.500, -2)}l2.500-.5", None, "l", .8)
    if kind == "stones":
        return tag(f"M{f(-6, 5)}v-7h2.500v7zM{f(-1, 5)}v-9h2.500v9zM{f(4, 5)}v-6h2.500v6z", "p", "l", .7)
    if kind == "ship":
        return (tag(f"M{f(-6, 2)}h12l-2.500 3.500h-7z", "c", "l", .7) + tag(f"M{f(0, 2)}v-9M{f(-4, -5)}q4 2 8 0 1 3 0 6-4-1-8 0 1-3 0-6z", "n", "l", .7))
    if kind == "camp":
        return tag(f"M{f(-5, 5)}l5-8 5 8zM{f(0, 5)}l0-3", "n", "l", .7)
    return (tag(f"M{f(0, -8)}l2 6 6 2-6 2-2 6-2-6-6-2 6-2z", "c", "l", .6) + tag(O(x, y, 5.5), None, "l", .5))


def within(boxes, at):
    """The rounded fields that cover these cells."""
    d = ""
    for c, r, cw, rh in boxes:
        (x1, y1), (x2, y2) = at(c, r), at(c + cw, r + rh)
        cx, cy, rx, ry = (x1 + x2) / 2, (y1 + y2) / 2, abs(x2 - x1) / 2, abs(y2 - y1) / 2
        d += f"M{num(cx - rx)} {num(cy)}Q{num(cx - rx)} {num(cy - ry)} {num(cx)} {num(cy - ry)}T{num(cx + rx)} {num(cy)} {num(cx)} {num(cy + ry)} {num(cx - rx)} {num(cy)}z"
    return d


def flowing(cells, at):
    """A smooth line through these cells."""
    points = [at(c, r) for c, r in cells]
    d = f"M{num(points[0][0])} {num(points[0][1])}"
    for (ax, ay), (bx, by) in zip(points[1:], points[2:] + points[-1:]):
        d += f"Q{num(ax)} {num(ay)} {num((ax + bx) / 2)} {num((ay + by) / 2)}"
    return d


def thornmere(at):
    """The washes of Thornmere, and its river."""
    washes = {fill: within(boxes, at) for fill, boxes in WASHES}
    river = flowing(RIVER, at)
    out = [tag(wash, fill) for fill, wash in washes.items() if fill != "w"]
    # The sea after the river's banks, so that no bank is drawn in it.
    out += [tag(river, None, "l", 4.200, ".45"), tag(washes["w"], None, "l", 1.400), tag(washes["w"], "w")]
    return out + [tag(river, None, "w", 3.400)]


def land(name, tall, ground=thornmere, glyphs=GLYPHS, glyph=glyph):
    """The land, lying or standing: the same cells, with the axes changed."""
    w, h = (14.4, 12) if tall else (20, 12)
    at = lambda c, r: ((r + .5) * w, (c + .5) * h) if tall else ((c + .5) * w, (r + .5) * h)
    columns, rows = (11, 17) if tall else (17, 11)
    rnd = random.Random(3)
    out = ground(at)
    stands = [(r if not tall else c, kind, c, r) for kind, cells in glyphs for c, r in cells]
    for _, kind, c, r in sorted(stands, key=lambda it: (it[0], it[2])):
        x, y = at(c, r)
        out.append(glyph(kind, x, y, rnd))
    return (f'<symbol id="{name}" viewBox="0 0 {num(columns * w)} {num(rows * h)}" overflow="visible" preserveAspectRatio="none">'
            f'<g stroke-linejoin="round" stroke-linecap="round">{"".join(out)}</g></symbol>')


def file(*lands):
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(lands) + "\n</svg>\n"


def text():
    return file(land("thornmere-wide", False), land("thornmere-tall", True))
