"""Glory: what all kingdoms share: the backs of cards, and what stands for cards of somebody's own."""

import math
from ink import A, O, R, T, V, hatch, hatched, num
from parts import *


def ability(p):
    p.m("M48 14Q30 4 8 8v46q22-4 40 6 18-10 40-6V8q-22-4-40 6z")
    p.w("M48 16Q32 8 12 11v38q20-3 36 6 16-9 36-6V11q-20-3-36 5z")
    p.i("M48 16v39M18 20q12-2 22 3M18 28q12-2 22 3M18 36q12-2 22 3")
    sword(p, 66, 46, 28, 0)


def fate(p):
    p.m(O(48, 32, 28))
    p.w(O(48, 32, 21))
    p.i("".join(V((48, 32), (48 + 21 * math.cos(t), 32 + 21 * math.sin(t))) for t in [k * math.pi / 4 for k in range(8)]))
    p.g(O(48, 32, 7))
    star(p, 48, 32, 4.500, "w", 5, .45)
    p.g("".join(O(48 + 24.500 * math.cos(t), 32 + 24.500 * math.sin(t), 1.500) for t in [k * math.pi / 4 for k in range(8)]))
    p.k(T((42, -2), (54, -2), (48, 9)))


def quest(p):
    p.w("M24 8h48q6 0 6 6t-6 5V50q0 8-8 8H20q6-1 6-8V19q-8 0-8-5.500T24 8z")
    p.i("M26 19h46M34 27h30M34 34h30M34 41h18")
    p.w("M20 58q-8-1-8-6 0-4 5-4h37q-2 10 6 10z")
    p.m(O(66, 46, 8))
    star(p, 66, 46, 5, "g", 5, .45)


def hidden(p):
    p.s("M-96 64Q14 60 22 34 30 8 48 8t26 26q8 26 118 30v20H-96z")
    p.k("M30 64V40q2-20 18-20t18 20v24z")
    p.G(O(41, 38, 2.600), O(55, 38, 2.600))
    p.n("M44 48q4-5 7-1 0 3-3 5v3M48 59v.5")
