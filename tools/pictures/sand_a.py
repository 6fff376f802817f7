"""For Glory: the gladiators and the champions. Each is head and shoulders in his helmet, with his arms."""

from ink import A, O, R, T, V, hatch, hatched, num
from parts import *


#: Figures are drawn a little smaller, so that crests have room.
WITHIN = "translate(3.8 6)scale(.92)"


def _chest(p, ink="w", x=48):
    """Shoulders and chest; x is the middle."""
    p.put(ink, f"M{x - 28} 72q0-24 20-27h16q20 3 20 27z")
    p.q(f"M{x - 16} 48l30 24")
    hatch(p, [(x + 10, 50), (x + 22, 56), (x + 26, 66), (x + 12, 66)], 1.6, 60)


def _plate(p, x=48):
    """A breastplate over the shoulders."""
    p.w(f"M{x - 28} 72q0-24 20-27h16q20 3 20 27z")
    p.g(f"M{x - 16} 72V52q16 6 32 0v20z")
    p.i(f"M{x} 54v18M{x - 12} 60q6 4 12 0q6 4 12 0")


def _neck(p, x=48, ink="w"):
    p.put(ink, f"M{x - 7} 38h14v10q-7 4-14 0z")


def _dome(p, x=48, ink="m", top=8):
    """A helmet's skull, cheeks and brow."""
    p.put(ink, f"M{x - 15} 44V26Q{x - 15} {top} {x} {top}T{x + 15} 26v18l-8 4h-14z")
    hatch(p, [(x + 7, top + 5), (x + 14, 22), (x + 14, 42), (x + 9, 45)], 1.5, 30)


def _brim(p, x=48, y=26, w=48, ink="g"):
    p.put(ink, f"M{x - w / 2} {y + 4}q{w / 2}-12 {w} 0l-3 3q-{w / 2 - 3}-9-{w - 6} 0z")


def _grille(p, x=48, y=34, r=6):
    """Two round eye grilles."""
    for cx in (x - 7.5, x + 7.5):
        p.k(O(cx, y, r))
        p.n(f"M{cx - r + 1.5} {y}h{2 * r - 3}M{cx} {y - r + 1.5}v{2 * r - 3}")
    p.i(f"M{x} {y - 8}v20")


def _fin(p, x=48, ink="g"):
    p.put(ink, f"M{x - 4} 14Q{x - 10} 2 {x + 6} 0q16 2 18 18q-8-6-14-6z")
    p.j(f"M{x} 10q8-4 16 3M{x + 2} 5q8-1 13 5")


def _plume(p, x, y, h=16, ink="m", lean=0):
    p.put(ink, f"M{x} {y}q{-5 + lean}-{h * .6} {lean}-{h}q{6 + lean / 2} {h * .4} {-lean} {h}z")
    p.j(f"M{x} {y - 2}q{lean / 2}-{h * .4} {lean}-{h * .7}")


def _bare(p, x=48, hair="g"):
    """A bare head with short hair."""
    _neck(p, x)
    p.w(f"M{x - 11} 20q0 20 11 23 11-3 11-23 0-10-11-10t-11 10z")
    p.put(hair, f"M{x - 12} 24q-3-18 12-18t12 18q-2-8-6-9-6 3-12 0-4 1-6 9z")
    p.i(f"M{x - 7} 23q2.500-2 5 0M{x + 2} 23q2.500-2 5 0M{x} 25v6h-2M{x - 4} 36h8")
    p.k(O(x - 4.500, 26, 1.2), O(x + 4.500, 26, 1.2))


def _crown(p, x=48, y=14, ink="g"):
    """A wreath of leaves in the hair."""
    for side in (-1, 1):
        for at in range(4):
            cx, cy = x + side * (2 + at * 3.600), y - 3 + at * at * .75
            p.put(ink, f"M{num(cx)} {num(cy + 2)}q{num(-side * .5)}-5 {num(side * 6)}-6q{num(side * 1)} 5 {num(-side * 6)} 6z")


def thraex(p):
    _chest(p)
    _dome(p)
    _grille(p)
    p.g("M44 12q-4-14 8-14 8 0 10 8l6-1-3 5q2 6-2 12-2-10-10-10z")
    p.k(O(57, 4, 1.3))
    curved(p, 84, 58, 48, -6)
    p.m(R(4, 40, 18, 22))
    p.g(O(13, 51, 4))
    p.i(R(7, 43, 12, 16))


def spiculus(p):
    _plate(p)
    _bare(p, 48, "g")
    _crown(p)
    spear(p, 80, 66, 80, 2, 14, "g")
    spear(p, 16, 66, 16, 2, 14, "g")
    spear(p, 88, 66, 88, 12, 10)
    spear(p, 8, 66, 8, 12, 10)


def arbelas(p):
    _chest(p)
    _dome(p, 48, "s")
    _grille(p, 48, 33, 4)
    p.m("M46 8q-2-8 6-8l4 8z")
    p.w("M66 22q24-6 26 20-2 14-14 20 6-20-12-32z")
    p.i("M70 24q16 2 16 24")
    p.g(R(64, 24, 5, 16))
    sword(p, 14, 60, 42, 0)


def samnite(p):
    _chest(p)
    _dome(p)
    _brim(p, 48, 24, 42)
    p.k(R(38, 30, 8, 5), R(50, 30, 8, 5))
    p.i("M48 26v16")
    _plume(p, 38, 14, 18, "w", -8)
    _plume(p, 48, 10, 16, "g")
    _plume(p, 58, 14, 18, "w", 8)
    scutum(p, 80, 44, 26, 40)
    sword(p, 12, 62, 40, 0)


def hoplomachus(p):
    _chest(p)
    _dome(p)
    _brim(p, 48, 25, 46)
    _grille(p, 48, 36, 4.500)
    _plume(p, 42, 11, 15, "g", -6)
    _plume(p, 54, 11, 15, "g", 6)
    round_shield(p, 16, 48, 15)
    spear(p, 76, 68, 86, 2, 14)


def veles(p):
    _chest(p)
    _bare(p, 48, "s")
    p.m("M36 18q12-6 24 0l-1 4q-11-5-22 0z")
    for x in (70, 78, 86):
        spear(p, x, 68, x + 4, 4, 9, "g")
    round_shield(p, 14, 50, 11, "w", "m")


def retiarius(p):
    _chest(p)
    _bare(p, 48, "g")
    p.m("M24 48q-6-16 6-20 2 10 8 18z")
    p.i("M26 40q4-2 8 2M28 34q2 0 4 2")
    trident(p, 80, 70, 84, 12)
    p.t("M2 20q10 6 24 0M0 30q12 8 22 4M0 42q10 8 22 6M2 54q8 8 20 6M6 18q-4 22 0 46M14 20q-2 22 0 46M22 18q0 6 1 14")
    p.F("".join(O(x, y, 1.4) for x, y in ((2, 20), (14, 23), (26, 20), (22, 60), (2, 55))))


def parmularius(p):
    _chest(p)
    _dome(p, 48, "m", 10)
    p.w("M36 26h24v8l-5 10H41l-5-10z")
    p.k(R(39, 29, 7, 4), R(50, 29, 7, 4))
    p.i("M48 28v15")
    p.w("M8 34q14-6 28 0 4 14-2 28-12 6-24 0-6-14-2-28z")
    p.m("M12 38q10-4 20 0 3 11-1 20-9 4-18 0-4-9-1-20z")
    p.g(O(22, 48, 5))
    curved(p, 78, 60, 36, 10)


def tiro(p):
    _chest(p)
    _bare(p, 48, "s")
    p.i("M54 38q3 1 3-2")
    sword(p, 78, 58, 46, 8, "g", "g")
    p.j("M78 30l4-6M79 40l4-6")
    p.w(R(6, 34, 20, 28))
    p.i("M6 41h20M6 48h20M6 55h20M11 34v7M20 41v7M11 48v7")


def gregarius(p):
    for x, ink in ((22, "s"), (74, "s"), (48, "m")):
        p.group(f"translate({0 if x == 48 else x - 48} {0 if x == 48 else -4})")
        _chest(p)
        _dome(p, 48, ink, 12)
        _brim(p, 48, 26, 38)
        p.k(R(39, 32, 7, 4), R(50, 32, 7, 4))
        p.i("M48 30v14")
        p.end()


def laquearius(p):
    _chest(p)
    _bare(p, 48, "m")
    p.w("M66 52q8-4 10-20l6 1q2 22-10 32z")
    p.w(O(79, 29, 4.500))
    p.q(O(72, 8, 17, 8), "M79 30Q84 22 84 13M79 31q10 12 6 33")
    sword(p, 14, 60, 42, 0)


def provocator(p):
    _chest(p)
    p.g("M34 52h28v20H34z")
    p.i("M40 56q4 4 8 0t8 0M40 64h16")
    _dome(p)
    p.w("M34 24h28v6H34z")
    p.k(R(37, 32, 9, 5), R(50, 32, 9, 5))
    _plume(p, 33, 18, 14, "w", -9)
    _plume(p, 63, 18, 14, "w", 9)
    scutum(p, 14, 44, 22, 36)
    sword(p, 84, 60, 42, 0)


def noxius(p):
    _chest(p)
    _bare(p, 48, "k")
    p.w(R(8, 24, 20, 30))
    p.i("M12 31h12M12 37h12M12 43h8")
    p.q("M18 24Q30 10 40 44")
    p.g(O(72, 56, 5), O(80, 60, 5), O(88, 56, 5))
    p.i("M36 50q12 8 24 0M40 54l4 5M56 54l-4 5")


def meridianus(p):
    sun(p, 48, 22, 17, "g", 16, .7)
    _chest(p)
    _bare(p, 48, "s")
    p.w("M14 62l10-24 8 3-6 22zM82 62L72 38l-8 3 6 22z")
    coin(p, 22, 30, 5)
    coin(p, 74, 30, 5)
    coin(p, 78, 14, 4)
    coin(p, 18, 14, 4)


def secutor(p):
    _chest(p)
    p.m("M30 44V26Q30 4 48 4t18 22v18l-9 5H39z")
    p.k(O(40.500, 30, 3.600), O(55.500, 30, 3.600))
    p.g("M46 4q-8 12 0 24h4q8-12 0-24z")
    p.i("M48 34v12M42 42h12")
    hatch(p, [(58, 10), (65, 24), (65, 42), (60, 45)], 1.5, 30)
    scutum(p, 16, 46, 24, 40)
    sword(p, 82, 60, 44, 0)


def murmillo(p):
    _chest(p)
    _dome(p)
    _brim(p, 48, 24, 54, "m")
    _grille(p, 48, 36, 5.500)
    _fin(p)
    p.w("M74 64V30q8-4 16 0v34z")
    scutum(p, 82, 46, 22, 42, "w")
    sword(p, 13, 62, 44, 0)


def bustuarius(p):
    _chest(p, "s")
    p.k("M32 48Q28 4 48 4t16 44l-8 4V28q-2-8-8-8t-8 8v24z")
    p.w("M38 28q0 16 10 18 10-2 10-18-4-8-10-8t-10 8z")
    p.k(O(43.500, 30, 2), O(52.500, 30, 2))
    p.i("M44 39h8")
    p.g("M8 60h22l-4-14H12z")
    flame(p, 19, 46, 24)
    sword(p, 80, 60, 46, 6)


def eques(p):
    ground(p)
    p.w("M22 40q-2-12 10-13l20-1q10-2 12-10l2-9 5 4q8 5 10 15l-4 4-8-3q-2 9-8 13l4 18h-6l-6-15-16 1-6 14h-6l3-16q-6 8-8 8 2-6 2-10z")
    p.m("M62 12q-2 9-10 13l2-9q3-5 10-8z")
    p.k(O(73.500, 17, 1.2))
    p.m("M38 30q-2-14 5-16h4q6 3 4 16l-2 10h-7z")
    p.g("M38 12q0-9 7-9t7 9z")
    p.w("M39 12h12l-2 6h-8z")
    spear(p, 30, 34, 92, 8, 12, "g")
    round_shield(p, 36, 26, 8, "g", "m")
    p.i("M58 30q6 4 12-2")


def sagittarius(p):
    _chest(p)
    _bare(p, 48, "m")
    p.g("M36 20q12-14 24 0l2 4H34z")
    p.l("M78 2q22 30 0 60")
    p.b("M78 2q22 30 0 60")
    p.t("M78 2L62 32l16 30")
    p.l("M44 40L94 28")
    p.w(T((96, 27.5), (88, 26), (89, 32)))
    p.g("M6 30l14-4 8 38H14z")
    p.w("M8 30L5 14l5 2 2-6 4 4 4-4 1 16z")


def dimachaerus(p):
    _chest(p)
    _dome(p, 48, "s")
    _grille(p, 48, 34, 5)
    p.m("M48 10q-12-14 2-12 12 2 10 14z")
    curved(p, 80, 60, 52, 10)
    p.group("translate(96 0)scale(-1 1)")
    curved(p, 80, 60, 52, 10)
    p.end()


def essedarius(p):
    ground(p)
    p.m("M16 34h42v14H16z")
    p.g("M52 20q10 2 10 16v12h-6V36q0-8-6-10z")
    p.i("M22 34v14M30 34v14M38 34v14M46 34v14")
    p.w(O(34, 48, 13))
    p.g(O(34, 48, 10))
    p.i("M34 35v26M21 48h26M25 39l18 18M43 39L25 57")
    p.k(O(34, 48, 2.6))
    p.l("M60 42h32")
    p.s("M28 34q-2-14 6-16h4q8 3 6 16z")
    p.w(O(36, 12, 5.500))
    p.g("M30 12q0-8 6-8t6 8z")
    spear(p, 40, 26, 84, 6, 12)
    p.l("M46 26q20 2 40 12")
    p.w("M76 56V44q0-10 8-14l2-10 4 4q6 4 6 14z")


def gladiatrix(p):
    _chest(p)
    p.m("M32 54q16 8 32 0v18H32z")
    p.s("M60 18q10 6 6 22 2 8-2 16-4-4-2-14z")
    _bare(p, 48, "s")
    p.g("M36 17q12-6 24 0l-.5 3q-11.500-5-23 0z")
    p.M(O(48, 36.500, 2.4, 1.2))
    sword(p, 14, 60, 44, 0)
    round_shield(p, 82, 46, 13)


def crupellarius(p):
    for y in (46, 52, 58, 64):
        p.w(f"M{22 - (y - 46) / 3} {y + 8}q0-8 12-9h28q12 1 12 9z")
    p.s("M29 46V24Q29 4 48 4t19 20v22z")
    p.w("M31 26h34v12H31z")
    p.k("".join(R(x, 29, 2.2, 6) for x in (34, 38, 42, 46, 50, 54, 58, 61)))
    p.i("M29 18h38M48 4v14M33 44h30M31 41h34")
    p.g("".join(O(x, 41.500, 1) for x in (34, 41, 48, 55, 62)))
    p.w(T((80, 64), (82, 14), (88, 8), (90, 64)))
    scutum(p, 12, 46, 22, 40, "s")


def rudiarius(p):
    _chest(p, "m")
    _bare(p, 48, "w")
    p.i("M38 38q4 6 10 6t10-6")
    _crown(p)
    sword(p, 80, 60, 48, 6, "g", "g")
    p.w("M8 30h20v14H8zM14 44v16h8V44z")
    p.i("M12 35h12M12 39h8")


def cestus(p):
    _chest(p)
    _bare(p, 48, "s")
    for x, flip in ((12, 1), (84, -1)):
        p.group(f"translate({x} 40)scale({flip} 1)")
        p.w("M-9 24V4q0-10 9-12 12 0 13 8v10l-5 14z")
        p.m("M-9 6h20v8H-9zM-8 18h17v5H-8z")
        p.k(T((-6, -7), (-4, -15), (-1, -8)), T((1, -8), (4, -16), (6, -7)), T((8, -5), (12, -12), (13, -2)))
        p.i("M-2-7v9M4-7v9M9-4v7")
        p.end()


def andabata(p):
    _chest(p)
    p.s("M30 46V26Q30 4 48 4t18 22v20l-9 4H39z")
    p.w("M30 24h36v14H30z")
    p.i("M30 31h36M36 24v14M42 24v14M48 24v14M54 24v14M60 24v14")
    p.g("M45 4h6v20h-6z")
    p.t("M70 20q6 4 6 10t-6 10M78 14q10 6 10 16t-10 16")
    p.w("M8 68l4-30q2-6 6-4l2 4 6 2-2 6 4 4-6 18z")
    sword(p, 20, 38, 34, -14)


def hastarius(p):
    _chest(p)
    _dome(p, 48, "m", 8)
    p.w("M34 28q14-6 28 0v8l-6 8H40l-6-8z")
    p.k(R(38, 31, 8, 4), R(50, 31, 8, 4))
    p.i("M48 28v16")
    _plume(p, 48, 10, 14, "g")
    spear(p, 82, 70, 82, 0, 22, "g")
    p.m("M76 28h12l-3 8h-6z")
    scutum(p, 14, 48, 20, 36)


def scissor(p):
    _chest(p)
    _dome(p, 48, "s", 6)
    p.k(O(41, 32, 3.400), O(55, 32, 3.400))
    p.i("M48 8v34M33 22h30")
    p.g("M66 58V30h14v28z")
    p.i("M66 38h14M66 46h14")
    p.w("M58 26q0-20 15-24 15 4 15 24-5-10-15-10t-15 10z")
    p.g(R(70.500, 16, 5, 14))
    sword(p, 14, 60, 42, 0)


def paegniarius(p):
    _chest(p, "g")
    p.i("M22 60h52M24 54h48M30 48v24M40 46v26M56 46v26M66 48v24")
    _bare(p, 48, "m")
    p.M(O(38.500, 33, 2), O(57.500, 33, 2))
    p.i("M44 37q4 3 8 0")
    p.l("M80 64L74 30Q72 8 88 6q10 2 4 12-6 6-8-2")
    p.b("M80 64l-5-26")
    p.g(T((6, 64), (12, 30), (18, 31), (14, 65)))


def cataphractus(p):
    ground(p)
    p.s("M16 44q-2-16 12-17l24-1q12-2 14-10l2-10 5 4q8 5 11 16l-5 4-9-3q-2 10-8 14l2 17H16z")
    for y in (32, 38, 44, 50):
        p.i("".join(f"M{x + (3 if y % 4 else 0)} {y}q3 4 6 0" for x in range(18, 58, 6)))
    p.w("M66 14l6-7 2 4q7 5 10 15l-5 4-9-3z")
    p.k(O(74, 17, 1.2))
    p.m("M34 30q-2-16 6-18h5q8 3 6 18z")
    p.i("M36 20q6 4 14 0M35 26q8 4 16 0")
    p.g("M36 12V7q0-7 7-7t7 7v5z")
    p.k(R(42, 6, 8, 2.400))
    spear(p, 18, 30, 96, 16, 14)
    p.l("M24 58v-5M34 58v-5M50 58v-5M58 58v-5")


def bestiarius(p):
    p.g(O(58, 30, 24))
    p.g("".join(O(58 + 22 * c, 30 + 22 * s, 6) for c, s in ((0, -1), (.7, -.7), (1, 0), (.7, .7), (0, 1), (-.7, -.7), (-.7, .7))))
    p.G(O(58, 30, 21))
    p.w("M44 22q0-10 14-10t14 10v12q-2 12-14 14-12-2-14-14z")
    p.w(O(45, 15, 4), O(71, 15, 4))
    p.k(O(52, 26, 2), O(64, 26, 2), T((54, 32), (62, 32), (58, 37)))
    p.k("M50 42q8 6 16 0-2 6-8 6t-8-6z")
    p.i("M58 37v4M50 40l-8 2M50 37l-8-1M66 40l8 2M66 37l8-1")
    spear(p, 8, 66, 34, 2, 14)
    p.w("M4 66q2-16 12-18l6 6-6 14z")
    p.m("M10 48q-6-4-2-10l8 2z")


def flamma(p):
    p.G("M14 64Q4 30 22 10q0 10 6 12Q30 4 48-4q2 14 12 18 2-6 8-8 0 10 8 18t4 40z")
    _chest(p)
    p.w("M30 44V26Q30 6 48 6t18 20v18l-9 5H39z")
    p.k(O(40.500, 30, 3.600), O(55.500, 30, 3.600))
    p.i("M48 34v12M42 42h12")
    flame(p, 48, 24, 18, "m", "W")
    sword(p, 86, 62, 44, 4)
    scutum(p, 12, 48, 20, 34)


def verus(p):
    _chest(p)
    _bare(p, 48, "m")
    p.i("M40 36q8 6 16 0")
    p.w("M8 68V46q-3-8 2-10l2-1V12q0-4 3.500-4t3.500 4v20q2-2 5 0 3-1 4 2 4 0 4 5l-3 12v17z")
    p.i("M19 33v7M24 33v7M28 35v6M12 42q4-2 6 2")
    scutum(p, 81, 44, 24, 42)
    p.w(O(81, 44, 6))
    p.k(T((81, 39), (84.500, 46), (77.500, 46)))


def carpophorus(p):
    _chest(p)
    p.g("M24 50q-4-44 24-46 28 2 24 46l-8-6V24q-4-8-16-8t-16 8v20z")
    p.w(O(32, 8, 5), O(64, 8, 5))
    p.k(O(40, 12, 1.800), O(56, 12, 1.800))
    p.w(T((38, 20), (41, 28), (44, 20)), T((52, 20), (55, 28), (58, 20)))
    p.group("translate(0 6)")
    p.w("M38 22q0 18 10 20 10-2 10-20-10-5-20 0z")
    p.i("M41 25q2-2 4 0M51 25q2-2 4 0M48 26v6h-2M44 37h8")
    p.k(O(43, 27.500, 1), O(53, 27.500, 1))
    p.end()
    spear(p, 84, 68, 84, 0, 16)
    spear(p, 12, 68, 12, 0, 16)


def priscus(p):
    _plate(p)
    _bare(p, 48, "w")
    p.w("M38 34q10 6 20 0 2 12-10 16-12-4-10-16z")
    p.i("M44 38h8M42 42l2 4M48 42v6M54 42l-2 4")
    p.m("M34 24q-2-18 14-18t14 18l-4-6H38z")
    p.g("M30 12Q48-12 66 12q-4-2-8-2Q48-2 38 10q-4 0-8 2z")
    spear(p, 84, 68, 78, 2, 14, "g")
    round_shield(p, 14, 48, 14)
