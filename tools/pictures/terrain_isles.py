"""Glory: the sea and the isles under the map of Saltmarrow."""

import math
import terrain
from ink import O, num
from terrain import file, flowing, land, tag, within

# The isles: a colour and the cells it covers, as (column, row, width, height) in cells. Shores are drawn about them.
ISLES = [
    ("h", [(1.3, 2.2, 5.6, 5.7), (1.8, 1.9, 3.4, 2), (2.4, 6.4, 4.8, 2)]),
    ("f", [(-.8, -.6, 4.2, 3.2), (2.4, -.4, 3.8, 2.2), (.2, 2.2, 1.6, 2.6)]),
    ("g", [(-.6, 5.4, 2.4, 3.2), (-.8, 7.8, 5, 3), (2, 8.6, 3, 2)]),
    ("m", [(12.2, .2, 5.2, 2.2), (14, -.8, 3.2, 5)]),
    ("s", [(14.2, 3.9, 3, 3.6), (15, 5.4, 2.2, 3)]),
    ("p", [(11.6, 8.6, 5.6, 2.4), (14.4, 8.1, 2.6, 2.6)]),
    ("s", [(7.1, 9.1, 2, 1.8)]),
    ("h", [(9.3, -.4, 1.6, 1.9)]),
]

# What stands in a cell: a glyph, column and row of its middle.
GLYPHS = [
    ("volcano", [(13.8, 2.2)]), ("peak", [(14.7, .25), (16.2, 1.9)]),
    ("pine", [(1, .3), (2.2, 2.1), (3.3, .2), (.2, 1.9), (.1, 4.2), (3, 2.2)]),
    ("hill", [(3.1, 4.1), (5.1, 4.2), (3.2, 6.2), (5.1, 6.1), (9.6, .1)]),
    ("palm", [(15.9, 4.4), (15.8, 5.3), (7.4, 10.1), (14.4, 4.3)]),
    ("reed", [(.1, 5.6), (.1, 8.4), (1.3, 10.2), (2.1, 10.1), (5.3, 10)]),
    ("ruin", [(13.1, 10.3), (14.4, 10.3), (15.1, 10.2)]),
    ("wave", [(7.4, 4.1), (7.3, 6.3), (8.3, 7.2), (8.5, .35), (12, 4.3), (12.2, 6), (9.8, 8.2), (9.2, 2.2), (12.7, 2.7)]),
    ("ship", [(8.6, 2.2), (7.5, 8.2)]), ("whale", [(9.9, 5.7)]), ("serpent", [(12.3, 5.2)]), ("rose", [(9.8, 10.1)]),
]


def glyph(kind, x, y, rnd):
    """One glyph with its middle at (x, y), about 16 by 11."""
    f = lambda dx, dy: f"{num(x + dx)} {num(y + dy)}"
    if kind == "volcano":
        return (tag(f"M{f(-9, 6)}l6-12h5l7 12z", "p", "l", .8) + tag(f"M{f(-3, -6)}l1 3 1.500-1.500 1 2 1.500-3.500z", "c", "l", .5)
                + tag(f"M{f(-1, -8)}q-3-2 0-4t-1-4M{f(2, -8)}q-2-2 1-4", None, "l", .6) + tag(f"M{f(0, -3)}l-1 4 2 3", None, "c", .9))
    if kind == "palm":
        return (tag(f"M{f(0, 5)}q1.500-5 0-9", None, "l", 1)
                + tag(f"M{f(0, -4)}q-3-4-7-1q4-1 7 1q-5 0-6 4q3-3 6-4q3-4 7-1q-4-1-7 1q5 0 6 4q-3-3-6-4z", "o", "l", .6))
    if kind == "reed":
        return tag(f"M{f(-5, 4)}q1-5-1-8M{f(-3, 4)}q0-4 2-7M{f(2, 4)}q1-5-1-9M{f(4, 4)}q0-4 2-6M{f(-7, 4)}h14", None, "l", .8)
    if kind == "ruin":
        return tag(f"M{f(-6, 5)}v-7h2.500v7zM{f(-1, 5)}v-10h2.500v10zM{f(4, 5)}v-5l2.500-2v7zM{f(-7, -2)}h9v-2h-9z", "n", "l", .7)
    if kind == "whale":
        return (tag(f"M{f(-7, 2)}q0-6 7-6 5 0 6 4l3-2v4l-3-1q-1 4-7 4t-6-3z", "p", "l", .7) + tag(f"M{f(-3, -4)}q-1-3-3-3M{f(-3, -4)}q1-3 3-3", None, "n", .7))
    if kind == "serpent":
        return tag(f"M{f(-8, 3)}q2-6 4 0M{f(-3, 3)}q2-6 4 0M{f(2, 3)}q0-8 3-8 3 0 3 3h-2", None, "l", 1.2)
    return terrain.glyph(kind, x, y, rnd)


def saltmarrow(at):
    """The sea, its shallows and currents, and the isles."""
    (x1, y1), (x2, y2) = at(-4, -4), at(21, 15)
    out = [tag(f"M{num(x1)} {num(y1)}H{num(x2)}V{num(y2)}H{num(x1)}z", "w")]
    for _, boxes in ISLES:
        wide = [(c - .45, r - .4, cw + .9, rh + .8) for c, r, cw, rh in boxes]
        out.append(tag(within(wide, at), "n", None, None, ".28"))
    # The Gyre: arms that wind sunwise into the Maw.
    for arm in range(4):
        turn = [(11 + (3.3 - k * .29) * math.cos(math.radians(arm * 90 + k * 36)), 5 + (3.1 - k * .27) * math.sin(math.radians(arm * 90 + k * 36))) for k in range(10)]
        out.append(tag(flowing(turn, at), None, "n", 1.100, ".7"))
    # The Trade Wind and the Ebb.
    for row, way in ((.55, -1), (1.5, -1), (8.6, 1), (9.5, 1)):
        start = 11.6 if way < 0 else 5.2
        for k in range(3):
            c = start + way * k * 2.2
            out.append(tag(flowing([(c, row), (c + way * .5, row - .12), (c + way, row + .08), (c + way * 1.600, row)], at), None, "n", 1, ".7"))
    for fill, boxes in ISLES:
        d = within(boxes, at)
        out += [tag(d, None, "l", 1.600), tag(d, fill)]
    return out


def text():
    return file(*(land(f"saltmarrow-{turn}", turn == "tall", saltmarrow, GLYPHS, glyph) for turn in ("wide", "tall")))
