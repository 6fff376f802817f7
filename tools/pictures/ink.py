"""The pen: a picture is a list of paths, each in one of a few inks. Coordinates are those of the grid, 96 by 64.

Inks are custom properties of the page (see docs/pictures-style.md): --pk key, --pm main, --ps shade, --pa accent,
--pp paper, --pf the line that stands on the ground, --pv green, where a name says so. Nothing else colours a picture.
"""

import math
import re

INKS = {"k": "pk", "m": "pm", "s": "ps", "a": "pa", "p": "pp", "f": "pf", "v": "pv"}

# A style is a fill and a stroke. Upper case fills have no outline.
STYLES = {
    "w": ("p", "k", 1.6), "m": ("m", "k", 1.6), "s": ("s", "k", 1.6), "g": ("a", "k", 1.6), "k": ("k", None, 0), "K": ("k", "f", 1.2),
    "W": ("p", None, 0), "M": ("m", None, 0), "S": ("s", None, 0), "G": ("a", None, 0), "F": ("f", None, 0),
    "l": (None, "f", 2), "t": (None, "f", 1.2), "i": (None, "k", 1.2), "j": (None, "k", 0.7), "n": (None, "p", 1.6),
    "b": (None, "f", 3), "B": (None, "k", 3), "c": (None, "m", 2.4), "q": (None, "a", 2.4), "v": (None, "p", 3), "h": (None, "k", 0.45),
    "u": (None, "s", 1.6), "e": ("v", "k", 1.6), "E": ("v", None, 0),
}


def num(value):
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Pen:
    """Collects the strokes of one picture."""

    def __init__(self):
        self.parts = []

    def put(self, style, d):
        if self.parts and self.parts[-1][0] == style and style in "litjnbBcqvhu":
            self.parts[-1] = (style, self.parts[-1][1] + d)
        else:
            self.parts.append((style, d))

    def __getattr__(self, style):
        if style not in STYLES:
            raise AttributeError(style)
        def stroke(*paths):
            for d in paths:
                self.put(style, d)
        return stroke

    def group(self, transform):
        self.parts.append(("<", transform))

    def end(self):
        self.parts.append((">", ""))

    def svg(self, name, box="0 0 96 64"):
        out = [f'<symbol id="{name}" viewBox="{box}" overflow="visible">'
               '<g stroke-linejoin="round" stroke-linecap="round" stroke-width="1.6" fill="none">']
        fine = False
        for style, d in self.parts:
            if (style == "h") != fine:
                out.append('<g display="var(--fine,none)">' if style == "h" else "</g>")
                fine = style == "h"
            if style == "<":
                out.append(f'<g transform="{d}">')
            elif style == ">":
                out.append("</g>")
            else:
                out.append(path(style, d))
        if fine:
            out.append("</g>")
        out.append("</g></symbol>")
        return "".join(out)


def path(style, d):
    fill, stroke, width = STYLES[style]
    d = re.sub(r"\s+", " ", d).strip()
    text = f'<path d="{d}"'
    if fill:
        text += f' fill="var(--{INKS[fill]})"'
    if stroke:
        text += f' stroke="var(--{INKS[stroke]})"'
        if width != 1.6:
            text += f' stroke-width="{num(width) if width != 0.45 else ".45"}"'
    return text + "/>"


# Shapes as path texts.
def R(x, y, w, h):
    return f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z"


def O(x, y, rx, ry=None):
    ry = rx if ry is None else ry
    return f"M{num(x - rx)} {num(y)}a{num(rx)} {num(ry)} 0 1 0 {num(2 * rx)} 0a{num(rx)} {num(ry)} 0 1 0 {num(-2 * rx)} 0z"


def A(x, y, w, h):
    """An arch: its foot is at y + h, its crown at y."""
    r = w / 2
    return f"M{num(x)} {num(y + h)}v{num(-(h - r))}a{num(r)} {num(r)} 0 0 1 {num(w)} 0v{num(h - r)}z"


def T(*points):
    """A closed polygon."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "z"


def V(*points):
    """An open line."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def hatch(pen, points, step=1.8, angle=45):
    """Woodcut lines across a polygon: seen only where the picture is large."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    turned = [(x * cos + y * sin, -x * sin + y * cos) for x, y in points]
    low, high = min(y for _, y in turned), max(y for _, y in turned)
    d, y = "", low + step / 2
    while y < high:
        xs = []
        for (ax, ay), (bx, by) in zip(turned, turned[1:] + turned[:1]):
            if (ay <= y < by) or (by <= y < ay):
                xs.append(ax + (y - ay) / (by - ay) * (bx - ax))
        xs.sort()
        for a, b in zip(xs[::2], xs[1::2]):
            if b - a > 1.2:
                a, b = a + 0.4, b - 0.4
                (ax, ay), (bx, by) = (a * cos - y * sin, a * sin + y * cos), (b * cos - y * sin, b * sin + y * cos)
                d += f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
        y += step
    if d:
        pen.h(d)


def hatched(pen, x, y, w, h, step=1.8, angle=45):
    hatch(pen, [(x, y), (x + w, y), (x + w, y + h), (x, y + h)], step, angle)
