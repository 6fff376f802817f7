"""The vocabulary: what many pictures are composed of."""

import math
from ink import A, O, R, T, V, hatch, hatched, num


def ground(p, y=56, ink="S"):
    """The ground all stand on, wall to wall."""
    p.put(ink, R(-96, y, 288, 96))
    p.l(f"M-96 {num(y)}h288")


def water(p, y=50, rows=3):
    p.M(R(-96, y, 288, 96))
    p.l(f"M-96 {num(y)}h288")
    for row in range(rows):
        p.n("".join(f"M{num(x + 7 * (row % 2))} {num(y + 4 + 4.4 * row)}q2.5-2.4 5 0t5 0" for x in range(-40, 140, 20)))


def ripple(p, x, y, w, ink="i"):
    n = max(1, round(w / 8))
    s = w / n / 2
    p.put(ink, f"M{num(x)} {num(y)}" + "".join(f"q{num(s / 2)}-2 {num(s)} 0t{num(s)} 0" for _ in range(n)))


def column(p, x, y, h, w=5, ink="w"):
    """A column whose capital is at y; x is its middle."""
    p.put(ink, R(x - w / 2, y + 2, w, h - 4))
    p.put(ink, R(x - w / 2 - 1.2, y, w + 2.4, 2.4))
    p.put(ink, R(x - w / 2 - 1.2, y + h - 2.4, w + 2.4, 2.4))
    if w >= 4:
        p.j(f"M{num(x)} {num(y + 4)}v{num(h - 8)}")
        hatched(p, x + 0.3, y + 3, w / 2 - 0.5, h - 6, 1.3, 20)


def colonnade(p, x, y, w, h, n, cw=5, ink="w"):
    for at in range(n):
        column(p, x + cw / 2 + 1.2 + (w - cw - 2.4) * at / (n - 1), y, h, cw, ink)


def pediment(p, x, y, w, h, ink="m"):
    """A gable over a beam: its tip is at y, the beam's foot at y + h + 3."""
    p.put(ink, T((x, y + h), (x + w / 2, y), (x + w, y + h)))
    p.w(R(x, y + h, w, 3.2))
    hatch(p, [(x + w / 2, y + 2), (x + w - 5, y + h - 1), (x + w / 2, y + h - 1)], 1.5, 60)


def steps(p, x, y, w, n=3, rise=2.6, ink="w"):
    """Steps that widen downwards; the top one is at y and so wide."""
    for at in range(n):
        p.put(ink, R(x - 2.5 * at, y + rise * at, w + 5 * at, rise))


def arcade(p, x, y, w, h, n, gap=2.5):
    """Dark arches in a row."""
    each = (w - gap * (n + 1)) / n
    p.k("".join(A(x + gap + at * (each + gap), y, each, h) for at in range(n)))


def bricks(p, x, y, w, h, row=4, long=8, ink="j"):
    d = ""
    rows = int(h / row)
    for at in range(rows + 1):
        if 0 < at:
            d += f"M{num(x)} {num(y + at * row)}h{num(w)}" if at * row < h - 0.5 else ""
        left = long / 2 if at % 2 else long
        while left < w - 0.5 and at < rows:
            d += f"M{num(x + left)} {num(y + at * row)}v{num(row)}"
            left += long
    p.put(ink, d)


def tiles(p, x, y, w, h, slope=5, ink="m"):
    """A tiled roof seen from the front."""
    p.put(ink, T((x, y + h), (x + slope, y), (x + w - slope, y), (x + w, y + h)))
    n = round(w / 5)
    p.j("".join(f"M{num(x + slope + (w - 2 * slope) * at / n)} {num(y)}L{num(x + w * at / n)} {num(y + h)}" for at in range(1, n)))


def flame(p, x, y, h, outer="g", inner="W"):
    """A flame that stands on (x, y)."""
    s = h / 20
    def shape(k, foot):
        s2 = s * k
        return (f"M{num(x)} {num(foot)}c{num(-7 * s2)} 0 {num(-8 * s2)}-{num(7 * s2)} {num(-4 * s2)}-{num(11 * s2)}"
                f"c{num(1 * s2)} {num(3 * s2)} {num(2 * s2)} {num(3 * s2)} {num(3 * s2)} {num(2 * s2)}"
                f"c{num(-1 * s2)}-{num(5 * s2)} {num(1 * s2)}-{num(8 * s2)} {num(4 * s2)}-{num(11 * s2)}"
                f"c0 {num(5 * s2)} {num(6 * s2)} {num(8 * s2)} {num(6 * s2)} {num(13 * s2)}"
                f"c0 {num(4 * s2)} {num(-3 * s2)} {num(7 * s2)} {num(-9 * s2)} {num(7 * s2)}z")
    p.put(outer, shape(1, y))
    if inner:
        p.put(inner, shape(0.5, y - 1))


def cypress(p, x, y, h, ink="s"):
    p.put(ink, f"M{num(x)} {num(y - h)}q{num(h * .2)} {num(h * .45)} {num(h * .13)} {num(h * .85)}h{num(-h * .26)}q{num(-h * .07)}-{num(h * .4)} {num(h * .13)}-{num(h * .85)}z")
    p.l(f"M{num(x)} {num(y - h * .16)}V{num(y)}")
    p.j(f"M{num(x)} {num(y - h * .8)}v{num(h * .55)}M{num(x + 1.5)} {num(y - h * .6)}v{num(h * .3)}")


def bush(p, x, y, r, ink="s"):
    p.put(ink, f"M{num(x - r)} {num(y)}a{num(r * .6)} {num(r * .6)} 0 0 1 {num(r * .35)}-{num(r)}a{num(r * .75)} {num(r * .75)} 0 0 1 {num(r * 1.3)} 0a{num(r * .6)} {num(r * .6)} 0 0 1 {num(r * .35)} {num(r)}z")


def pine(p, x, y, h, ink="s"):
    p.l(f"M{num(x)} {num(y)}q1-{num(h / 2)} 0-{num(h * .7)}")
    p.put(ink, f"M{num(x - h * .42)} {num(y - h * .62)}q{num(h * .02)}-{num(h * .38)} {num(h * .42)}-{num(h * .38)}t{num(h * .42)} {num(h * .38)}z")


def laurel(p, x, y, r, ink="G"):
    """A wreath, open above."""
    n = 6 if r < 12 else 9
    size = r / 10 if r < 12 else r / 14
    for side in (-1, 1):
        for at in range(n):
            turn = math.radians(78 - at * 140 / (n - 1))
            p.group(f"translate({num(x + side * r * math.cos(turn))} {num(y + r * math.sin(turn))})rotate({num(side * (at * 140 / (n - 1) - 55))})scale({size:.2f})")
            p.put(ink, "M0 3Q-4.500-1 0-5Q4.500-1 0 3z")
            p.end()


def amphora(p, x, y, h, ink="m"):
    """A jar with two handles, its foot at y."""
    s = h / 20
    f = lambda v: num(v * s)
    p.i(f"M{num(x - 2 * s)} {num(y - 18 * s)}q{f(-5)} {f(1)} {f(-3)} {f(6)}M{num(x + 2 * s)} {num(y - 18 * s)}q{f(5)} {f(1)} {f(3)} {f(6)}")
    p.put(ink, f"M{num(x - 2.6 * s)} {num(y - 20 * s)}h{f(5.2)}l{f(-1)} {f(5)}q{f(6)} {f(3)} {f(4.5)} {f(8)}q{f(-1)} {f(5)} {f(-4)} {f(7)}h{f(-4.2)}q{f(-3)} {f(-2)} {f(-4)} {f(-7)}q{f(-1.5)} {f(-5)} {f(4.5)} {f(-8)}z")
    p.i(f"M{num(x - 5 * s)} {num(y - 9.5 * s)}q{f(5)} {f(1.6)} {f(10)} 0")


def coin(p, x, y, r=4, ink="g"):
    p.put(ink, O(x, y, r))
    p.j(O(x, y, r * .62))


def stack(p, x, y, n, r=5):
    """Coins lying on each other, the lowest at y."""
    for at in range(n):
        t = y - at * 2.6
        p.g(f"M{num(x - r)} {num(t - 2.4)}v2.4a{num(r)} {num(r * .35)} 0 0 0 {num(2 * r)} 0v-2.4z")
        p.g(O(x, t - 2.4, r, r * .35))


def head(p, x, y, r, ink="w"):
    p.put(ink, O(x, y, r))


def person(p, x, y, h, ink="m", skin="w"):
    """A figure in a cloak, its feet at y."""
    s = h / 20
    f = lambda v: num(v * s)
    p.put(ink, f"M{num(x - 5 * s)} {num(y)}q{f(-1)} {f(-12)} {f(5)} {f(-14)}q{f(6)} {f(2)} {f(5)} {f(14)}z")
    p.j(f"M{num(x + 2 * s)} {num(y - 13 * s)}q{f(-5)} {f(6)} {f(-3)} {f(13)}")
    p.put(skin, O(x, y - 16.6 * s, 3.2 * s))


def bust(p, x, y, s=1, cloak="m", skin="w"):
    """Head and shoulders: chin at y."""
    f = lambda v: num(v * s)
    p.put(cloak, f"M{num(x - 17 * s)} {num(y + 21 * s)}q{f(1)} {f(-15)} {f(12)} {f(-16)}h{f(10)}q{f(11)} {f(1)} {f(12)} {f(16)}z")
    p.put(skin, f"M{num(x - 4.5 * s)} {num(y - 3 * s)}v{f(8)}q{f(4.5)} {f(5)} {f(9)} 0v{f(-8)}z")
    p.put(skin, f"M{num(x - 8 * s)} {num(y - 14 * s)}q0 {f(-8)} {f(8)} {f(-8)}t{f(8)} {f(8)}q0 {f(12)} {f(-8)} {f(14)}q{f(-8)} {f(-2)} {f(-8)} {f(-14)}z")


def face(p, x, y, s=1):
    """Eyes, nose and mouth on a bust's head."""
    f = lambda v: num(v * s)
    p.i(f"M{num(x - 5 * s)} {num(y - 12 * s)}q{f(1.8)} {f(-1.4)} {f(3.6)} 0M{num(x + 1.4 * s)} {num(y - 12 * s)}q{f(1.8)} {f(-1.4)} {f(3.6)} 0M{num(x)} {num(y - 11.5 * s)}v{f(5)}h{f(-1.4)}M{num(x - 2.4 * s)} {num(y - 3.6 * s)}h{f(4.8)}")
    p.k(O(x - 3.2 * s, y - 10.6 * s, .9 * s), O(x + 3.2 * s, y - 10.6 * s, .9 * s))


def sword(p, x, y, length, turn=0, ink="w", hilt="g"):
    """A short sword, hilt at (x, y), pointing up before it is turned."""
    p.group(f"translate({num(x)} {num(y)})rotate({num(turn)})")
    n = length
    p.put(ink, f"M-2.2-3V{num(-n + 5)}L0 {num(-n)}L2.2 {num(-n + 5)}V-3z")
    p.j(f"M0-4V{num(-n + 5)}")
    p.put(hilt, R(-5, -4, 10, 2.4))
    p.put(hilt, R(-1.4, -1.6, 2.8, 6.6))
    p.put(hilt, O(0, 6, 1.9))
    p.end()


def curved(p, x, y, n, turn=0, ink="w"):
    """A curved blade."""
    p.group(f"translate({num(x)} {num(y)})rotate({num(turn)})")
    p.put(ink, f"M-1.8-2V{num(-n * .5)}Q-1.8 {num(-n * .8)} {num(n * .32)} {num(-n)}Q3.4 {num(-n * .7)} 2 {num(-n * .45)}V-2z")
    p.g(R(-4, -3, 8, 2.2))
    p.g(R(-1.3, -1, 2.6, 7))
    p.end()


def spear(p, x1, y1, x2, y2, head=8, ink="w"):
    """A spear from butt to point."""
    n = math.hypot(x2 - x1, y2 - y1)
    turn = math.degrees(math.atan2(y2 - y1, x2 - x1)) + 90
    p.group(f"translate({num(x1)} {num(y1)})rotate({num(turn)})")
    p.l(f"M0 0V{num(-n + head * .6)}")
    p.put(ink, f"M0 {num(-n)}l{num(head * .3)} {num(head * .6)}l{num(-head * .3)} {num(head * .45)}l{num(-head * .3)} {num(-head * .45)}z")
    p.end()


def trident(p, x1, y1, x2, y2):
    n = math.hypot(x2 - x1, y2 - y1)
    turn = math.degrees(math.atan2(y2 - y1, x2 - x1)) + 90
    p.group(f"translate({num(x1)} {num(y1)})rotate({num(turn)})")
    p.l(f"M0 0V{num(-n)}")
    p.l(f"M-6 {num(-n + 1)}v5q0 6 6 6t6-6v-5")
    p.F(f"M-6 {num(-n - 3)}l1.8 5h-3.600z", f"M0 {num(-n - 5)}l2 6h-4z", f"M6 {num(-n - 3)}l1.800 5h-3.600z")
    p.end()


def round_shield(p, x, y, r, ink="m", boss="g"):
    p.put(ink, O(x, y, r))
    p.i(O(x, y, r * .74))
    p.put(boss, O(x, y, r * .28))
    hatch(p, [(x + r * .1, y + r * .3), (x + r * .6, y + r * .1), (x + r * .4, y + r * .55)], 1.2, 30)


def scutum(p, x, y, w, h, ink="m"):
    """The tall curved shield; x, y is its middle."""
    p.put(ink, f"M{num(x - w / 2)} {num(y - h / 2)}q{num(w / 2)}-3 {num(w)} 0v{num(h)}q{num(-w / 2)} 3 {num(-w)} 0z")
    p.q(f"M{num(x)} {num(y - h / 2 + 2)}V{num(y + h / 2 - 1)}M{num(x - w / 2 + 2)} {num(y)}h{num(w - 4)}")
    p.g(O(x, y, w * .19))
    hatched(p, x + w * .25, y - h / 2 + 1, w * .22, h - 2, 1.6, 30)


def star(p, x, y, r, ink="g", n=5, deep=.42):
    points = []
    for at in range(2 * n):
        turn = math.pi * at / n - math.pi / 2
        k = r if at % 2 == 0 else r * deep
        points.append((x + k * math.cos(turn), y + k * math.sin(turn)))
    p.put(ink, T(*points))


def sun(p, x, y, r, ink="g", rays=12, long=1.5):
    p.q("".join(V((x + r * 1.25 * math.cos(t), y + r * 1.25 * math.sin(t)), (x + r * (1.25 + long / 2) * math.cos(t), y + r * (1.25 + long / 2) * math.sin(t))) for t in [2 * math.pi * k / rays for k in range(rays)]))
    p.put(ink, O(x, y, r))


def cloud(p, x, y, w, ink="w"):
    s = w / 20
    f = lambda v: num(v * s)
    p.put(ink, f"M{num(x)} {num(y)}h{f(20)}q{f(2)} {f(-5)} {f(-4)} {f(-5)}q{f(-2)} {f(-6)} {f(-8)} {f(-3)}q{f(-6)} {f(-2)} {f(-5)} {f(4)}q{f(-4)} {f(0)} {f(-3)} {f(4)}z")


def barrel(p, x, y, w, h, ink="g"):
    """A barrel standing on y."""
    p.put(ink, f"M{num(x - w / 2)} {num(y)}q-2-{num(h / 2)} 0-{num(h)}h{num(w)}q2 {num(h / 2)} 0 {num(h)}z")
    p.i(f"M{num(x - w / 2 - .8)} {num(y - h * .28)}h{num(w + 1.6)}M{num(x - w / 2 - .8)} {num(y - h * .72)}h{num(w + 1.6)}")


def merlons(p, x, y, w, n, h=4, ink="w"):
    """A wall's teeth along y."""
    each = w / (2 * n - 1)
    for at in range(n):
        p.put(ink, R(x + 2 * at * each, y, each, h))


def banner(p, x, y, h, w=9, ink="m"):
    """A standard on a pole, its foot at y."""
    p.l(f"M{num(x)} {num(y)}v{num(-h)}")
    p.put(ink, f"M{num(x)} {num(y - h)}h{num(w)}l-2 {num(h * .15)}l2 {num(h * .15)}h{num(-w)}z")


def eagle(p, x, y, s=1, ink="g"):
    f = lambda v: num(v * s)
    p.put(ink, f"M{num(x)} {num(y - 7 * s)}q{f(3)} 0 {f(3)} {f(3)}q{f(6)} {f(-1)} {f(10)} {f(-7)}q{f(2)} {f(9)} {f(-9)} {f(13)}q{f(-1)} {f(4)} {f(-4)} {f(6)}q{f(-3)} {f(-2)} {f(-4)} {f(-6)}q{f(-11)} {f(-4)} {f(-9)} {f(-13)}q{f(4)} {f(6)} {f(10)} {f(7)}q0 {f(-3)} {f(3)} {f(-3)}z")


def skull(p, x, y, r, ink="w"):
    f = lambda v: num(v * r)
    p.put(ink, f"M{num(x - .5 * r)} {num(y + .95 * r)}v{f(-.4)}q{f(-.55)} {f(-.3)} {f(-.5)} {f(-.85)}q{f(.05)} {f(-.9)} {f(1)} {f(-.9)}t{f(1)} {f(.9)}q{f(.05)} {f(.55)} {f(-.5)} {f(.85)}v{f(.4)}z")
    p.k(O(x - .42 * r, y - .15 * r, .25 * r, .3 * r), O(x + .42 * r, y - .15 * r, .25 * r, .3 * r), T((x, y + .12 * r), (x + .14 * r, y + .42 * r), (x - .14 * r, y + .42 * r)))
    p.j(f"M{num(x - .18 * r)} {num(y + .65 * r)}v{f(.28)}M{num(x + .18 * r)} {num(y + .65 * r)}v{f(.28)}")
