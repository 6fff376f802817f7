"""For Glory: the arenas, each with what its town is known for, and the patrons."""

from ink import A, O, R, T, V, hatch, hatched, num
from parts import *


#: Drawn a little smaller, so that crests have room.
WITHIN = "translate(3 4.5)scale(.94)"


def _ring(p, x, y, w, h, tiers=2, ink="w"):
    """An arena seen from outside: x is its middle, y its foot."""
    p.put(ink, f"M{x - w / 2} {y}v{-h}q{w / 2}-{h * .42} {w} 0v{h}z")
    n = max(5, round(w / 8))
    for tier in range(tiers):
        each = h / tiers
        foot = y - tier * each
        p.i(f"M{x - w / 2} {num(foot)}h{w}")
        gap = w / n
        p.k("".join(A(x - w / 2 + at * gap + gap * .22, foot - each * .76, gap * .56, each * .76) for at in range(n)))


def casinum(p):
    # The birdhouse that a scholar built there: columns in a ring under a dome of net.
    ground(p)
    _ring(p, 48, 56, 92, 14, 1, "m")
    p.s("M22 26Q22-4 48-4t26 30z")
    p.i("M31 26q2-20 17-30M65 26q-2-20-17-30M48-4v30M25 15h46M33 4h30")
    p.W(R(24, 30, 48, 22))
    colonnade(p, 24, 30, 48, 22, 6, 4)
    p.w(R(20, 25, 56, 5), R(20, 51, 56, 7))
    for x, y, turn in ((6, 12, 1), (90, 6, -1), (88, 26, -1), (46, 44, 1)):
        p.group(f"translate({x} {y})scale({turn} 1)")
        p.g("M-11 3l4-3q6-3 11-1 2-3 5-1l3 1-3 2q-1 6-9 6-5 0-7-2z")
        p.w("M-4 2q-1-10 8-12 0 7-1 11z")
        p.end()


def capua(p):
    ground(p)
    _ring(p, 48, 56, 84, 16, 1)
    p.group("translate(48 24)scale(1.3)")
    for x, y, turn in ((-20, 0, -20), (20, 0, 20)):
        p.group(f"translate({x} {y})rotate({turn})")
        p.g("M-12-8h22q10 0 10 8t-10 8h-22q-10 0-10-8t10-8z")
        p.w("M-10-2.500h18q3 0 3 2.500t-3 2.500h-18q-3 0-3-2.500t3-2.500z")
        p.end()
    p.w("M-4-8l4 6-4 4 5 8 6-8-3-4 3-7z")
    p.end()
    p.q("M48 2v-6M36 4l-5-5M60 4l5-5")


def pompeii(p):
    p.m("M-96 52L20 46 38 12q4 5 8 4t10-4l22 34 114 6v60H-96z")
    p.g("M38 12q4 5 8 4t10-4l4 8q-6 4-9 0-4 8-8 2-4 4-8-2z")
    p.w("M46 12q-8-4-4-8-8-4 0-8-2-8 8-6 10-4 10 4 8 2 2 8 6 4-2 8-2 4-8 2z")
    _ring(p, 48, 58, 46, 17)
    ground(p, 58)


def puteoli(p):
    # What lies under the sand there: a beast in its cage, drawn up by ropes.
    _ring(p, 48, 20, 92, 13, 1)
    p.S(R(-96, 20, 288, 90))
    p.g(R(-96, 20, 118, 5), R(74, 20, 118, 5))
    p.k(R(22, 20, 52, 40))
    p.m("M32 56q-3-30 16-30t16 30z")
    p.w("M38 56q-3-20 10-21 13 1 10 21z")
    p.k(O(43, 42, 1.8), O(53, 42, 1.8), "M45 48h6l-3 3.500z")
    p.i("M48 51v3M41 55q4 2 7-1 3 3 7 1")
    p.q("M26 24v34M37 24v6M59 24v6M70 24v34")
    p.w(R(22, 56, 52, 5))
    p.b("M22 60V2M74 60V2")
    p.w(O(22, 3, 5), O(74, 3, 5))
    p.k(O(22, 3, 1.4), O(74, 3, 1.4))


def ostia(p):
    water(p, 50)
    p.w(T((62, 50), (65, 24), (81, 24), (84, 50)), R(67, 12, 12, 12))
    p.i("M64 36h18")
    p.k(A(70, 40, 6, 10))
    flame(p, 73, 12, 14)
    p.q("M62 8L52 5M84 8l10-3M64 0l-6-6")
    _ring(p, 28, 50, 44, 17)


def verona(p):
    # The wing of its outer wall that stands alone, and the bridge that leads there.
    _ring(p, 62, 38, 68, 15, 1)
    p.m("M6 40V2l7 3 6-6 8 5 9-4v40z")
    p.i("M6 21h30")
    p.k("".join(A(x, y, 7, 13) for x in (9, 17.500, 26) for y in (7, 24)))
    p.S(R(-96, 56, 288, 50))
    p.g("M-96 38H192v20H-96z")
    for x in (-30, 3, 36, 69, 102):
        p.W(A(x, 43, 24, 16))
        p.i(A(x, 43, 24, 16))
    p.M(R(-96, 55, 288, 50))
    p.l("M-96 55h288")
    ripple(p, -4, 60, 36, "n")
    ripple(p, 44, 62, 56, "n")


def nemausus(p):
    _ring(p, 48, 40, 76, 22, 2)
    ground(p, 40)
    p.l("M80 60Q78 40 82 26")
    p.s("M82 28q-16-10-22 0 10-4 22 0 2-14-12-16 10 2 12 16 4-14 14-12-12 0-14 12 14-4 18 6-6-8-18-6z")
    p.group("translate(-6 -11.5)scale(1.18)")
    p.m("M4 54q10-10 26-8l26 0q8-4 14 0l14 2v4l-16 1 14 3-2 3-22-1H24q-8 0-20-4z")
    p.k(O(66, 48, 1.4))
    p.W("M72 53l2 2.500 2-2.500 2 2.500 2-2.500v-.5h-8z")
    p.i("M26 46l2-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3M30 58l-2 4M50 58l2 4")
    p.end()
    p.q("M68 42q4-12 14-14")


def arelate(p):
    _ring(p, 48, 42, 80, 26, 2)
    p.w(R(8, 4, 14, 38))
    p.k(A(12, 10, 6, 8))
    ground(p, 42, "G")
    p.group("translate(0 -6)")
    p.k("M22 50q4-10 20-8l16 1q8 0 10-4l3 3q6 0 5 3l4 4q0 6-6 7l-5-1-4 6 2 8h-5l-4-9H36l-4 9h-5l1-9q-7-1-6-10z")
    p.w("M68 42q-2-7-8-6 4 2 4 8zM76 42q6-3 8-9-7 2-11 6z")
    p.n("M72 47h2")
    p.B("M22 50q-6 2-6 12")
    p.end()


def tarraco(p):
    p.M(R(-96, 18, 288, 40))
    p.l("M-96 18h288")
    ripple(p, -8, 24, 40, "n")
    ripple(p, 44, 22, 60, "n")
    p.w(T((70, 14), (78, 2), (78, 14)))
    p.g("M66 14h18l-3 4H70z")
    p.w(O(46, 44, 46, 19))
    p.i(O(46, 44, 40, 16), O(46, 44, 34, 13))
    p.g(O(46, 44, 28, 10))
    p.m(T((44, 40), (48, 40), (48, 50), (44, 50)))
    p.k(R(38, 42, 16, 3))
    p.S(R(-96, 63, 288, 40))


def carthago(p):
    ground(p)
    _ring(p, 48, 40, 84, 18, 1)
    p.m("M16 58V36q0-14 16-15h14q8 0 12 4 10-2 14 6 3 8 2 20 0 6 6 4l3-3 3 2q-2 9-9 9-9 0-9-10v-6l-4 2v13h-8V48H38v14h-9V48q-6 6-4 14z")
    p.w("M62 48q6 8 16 4-8 0-10-8z")
    p.s("M50 26q-8 2-8 10t8 10q8-4 6-14z")
    p.k(O(62, 33, 1.5))
    p.g(R(28, 12, 18, 10))
    merlons(p, 28, 8, 18, 3, 4, "g")
    p.i("M37 12v10M24 28q14 4 24-6")


def londinium(p):
    p.c("M14 4l-4 10M30 0l-4 10M50 4l-4 10M70 0l-4 10M86 6l-4 10M62 14l-2 6M22 16l-2 6")
    water(p, 54, 1)
    for x in range(8, 90, 8):
        p.g(R(x, 26, 6, 30))
    p.B("M6 32h84M6 46h84")
    p.k(A(38, 34, 20, 22))
    p.s("M60 20q2-8 10-8 6 0 7 5l6 2-6 1q-2 8-9 8-6 0-14 4 2-8 6-12z")
    p.k(O(72.500, 16.500, 1.2))
    p.l("M66 28v-2M70 28v-2")


def pergamum(p):
    p.s("M-96 64L26 10h44l26 30 96 24z")
    p.w("M14 62Q22 26 50 24q26 2 34 38z")
    p.i("M22 62q6-28 28-29 22 1 26 29M31 62q5-19 19-20 14 1 17 20M50 24v18M32 30l8 14M68 30l-8 14")
    p.w(R(32, 6, 36, 4))
    colonnade(p, 34, 8, 32, 14, 6, 2.600)
    p.w(R(30, 21, 40, 3))
    p.g("M40 62q0-9 9-9t9 9z")
    flame(p, 50, 7, 10)
    ground(p, 62)


def thysdrus(p):
    sun(p, 78, 12, 6)
    ground(p, 54, "G")
    _ring(p, 42, 54, 68, 34, 3, "m")
    p.k(T((66, 20), (76, 28), (76, 20)))
    p.w("M60 62l2-16q0-6 5-6 4 0 5-6 3-3 5 0 2 6 6 5 3 0 4-6l1-7q2-4 8-1l1 3-5 1-1 12q-1 8-7 9l2 12h-4l-2-11H71l-3 11h-4z")
    p.l("M8 58q2-14-1-26")
    p.s("M7 34q-12-8-16 2 8-4 16-2-2-12-12-12 10 0 12 12 4-14 14-12-10 2-14 12 10-4 14 6-6-6-14-6z")


def aquileia(p):
    p.m("M40 44Q8 42-2 6q14 8 22 8-10-8-14-18 16 12 30 14l8 10 8-10q14-2 30-14-4 10-14 18 8 0 22-8-10 36-42 38z")
    p.i("M10 12q12 14 28 18M16 24q10 10 24 12M86 12Q74 26 58 30M80 24q-10 10-24 12")
    p.w("M38 24q-2-18 10-20 12 2 10 20l-10 12z")
    p.g("M44 16h8l-4 10z")
    p.k(O(43.500, 13, 1.500), O(52.500, 13, 1.500))
    p.group("translate(48 60)")
    _ring(p, 0, 0, 84, 16, 1)
    p.end()
    ground(p, 60)


def salona(p):
    ground(p, 58)
    _ring(p, 48, 40, 88, 20, 1)
    p.s(R(-96, 40, 288, 20))
    p.l("M-96 40h288")
    p.m("M22 56Q10 34 28 24q4-12 20-12t20 12q18 10 6 32-12 8-26 8t-26-8z")
    p.s("M30 54q-8-16 6-24 6 10 4 28zM66 54q8-16-6-24-6 10-4 28z")
    p.w("M34 50q-2-22 14-24 16 2 14 24-6 8-14 8t-14-8z")
    p.i("M48 28v28M48 40l-8-6M48 40l8-6M48 49l-9-5M48 49l9-5M30 54q-4-10 0-18M66 54q4-10 0-18")


def burdigala(p):
    ground(p)
    p.w("M10 56V16l8-4 6 4 10-6 12 4v42z")
    p.k(A(19, 28, 18, 28))
    p.k(A(12, 18, 5, 7), A(36, 18, 5, 7))
    bricks(p, 38, 30, 7, 26, 5, 6)
    p.l("M54 10q14-6 34 0M68 8v8")
    p.s("M70 10q12-8 20 2-8 2-8 8-8 0-12-10z")
    for x, y in ((60, 20), (68, 20), (76, 20), (64, 27), (72, 27), (68, 34), (60, 27), (76, 27), (64, 35), (72, 35), (68, 42)):
        p.m(O(x, y, 4.600))
    p.g(R(56, 48, 26, 9))
    p.i("M56 52h26M65 48v9M74 48v9")


#: Patrons.
def _toga(p, ink="w", stripe="c", x=48):
    p.put(ink, f"M{x - 28} 74q-2-26 18-29h20q20 3 18 29z")
    p.put(stripe, f"M{x - 12} 47q8 16 20 27M{x + 10} 46q-14 8-18 28")
    p.i(f"M{x + 4} 56q10 4 18 16M{x - 18} 54q4 8 2 20")


def _head(p, x=48, hair="s", cut="short"):
    p.w(f"M{x - 6} 36h12v12q-6 5-12 0z")
    if cut in ("long", "high"):
        p.put(hair, f"M{x - 14} 42q-4-36 14-36t14 36l-5 4V26H{x - 9}v20z")
    p.w(f"M{x - 11} 22q0 20 11 22 11-2 11-22 0-10-11-10t-11 10z")
    if cut == "short":
        p.put(hair, f"M{x - 12} 27q-3-20 12-20t12 20q-1-9-5-11-8 4-14 0-4 2-5 11z")
    elif cut == "bald":
        p.put(hair, f"M{x - 12} 28q-2-6 1-10l2 10zM{x + 12} 28q2-6-1-10l-2 10z")
        p.i(f"M{x - 5} 16q5-2 10 0")
    elif cut == "high":
        p.put(hair, f"M{x - 13} 24q-2-20 13-22 15 2 13 22-6-8-13-8t-13 8z")
        p.i(f"M{x - 8} 12q2-6 8-8M{x} 12V4M{x + 8} 12q-2-6-8-8")
    elif cut == "long":
        p.put(hair, f"M{x - 12} 26q0-18 12-18t12 18q-4-8-12-10-8 2-12 10z")
    p.i(f"M{x - 7} 25q2.500-2 5 0M{x + 2} 25q2.500-2 5 0M{x} 27v6h-2M{x - 3.500} 38h7")
    p.k(O(x - 4.500, 28, 1.200), O(x + 4.500, 28, 1.200))


def treacherous_augur(p):
    _toga(p, "s")
    _head(p, 48, "w", "bald")
    p.m("M32 48q-4-40 16-42 20 2 16 42l-6-2V26q-2-12-10-12t-10 12v20z")
    p.l("M82 66V18q0-12-8-12t-7 8 8 5")
    p.b("M82 66V18q0-12-8-12t-7 8 8 5")
    eagle(p, 14, 18, .9)
    sword(p, 16, 62, 22, 10, "w", "g")


def legatus(p):
    p.m("M18 74q-4-30 14-30h32q18 0 14 30z")
    p.g("M32 74V50q16 8 32 0v24z")
    p.i("M48 54v20M36 60q6 5 12 0q6 5 12 0")
    _head(p, 48, "s")
    p.g("M33 26Q32 6 48 6t15 20l-5-5H38z")
    p.m("M26 12Q48-18 70 12q-6-3-10-2Q48-6 36 10q-4-1-10 2z")
    p.j("M34 5l3 4M42 0l2 4M48-2v4M54 0l-2 4M62 5l-3 4")
    p.l("M86 66V20")
    eagle(p, 86, 14, .8)
    p.m(R(78, 24, 16, 12))


def praetor(p):
    _toga(p)
    _head(p, 48, "s")
    p.group("translate(82 6)")
    p.w("M4 6q12-2 12 8t-12 8z")
    for x in (-5, -1.700, 1.700, 5):
        p.g(R(x - 1.700, 0, 3.400, 60))
    p.m(R(-7, 16, 14, 4), R(-7, 32, 14, 4), R(-7, 48, 14, 4))
    p.end()


def vestalis(p):
    _toga(p, "w", "q")
    _head(p, 48, "g", "long")
    p.w("M31 52Q26 4 48 4t17 48l-6 4V26q-3-10-11-10t-11 10v30z")
    p.c("M36 20q12-8 24 0")
    p.g("M74 50h18l-3 8H77zM80 58h6v8h-6z")
    flame(p, 83, 50, 24)


def aedile(p):
    _toga(p)
    _head(p, 48, "m")
    for x, turn in ((76, -10), (82, 0), (88, 10)):
        p.group(f"translate({x} 64)rotate({turn})")
        p.l("M0 0v-40")
        p.g("".join(f"M0 {-30 - 5 * k}q-6-1-6-6 6 0 6 6zM0 {-30 - 5 * k}q6-1 6-6-6 0-6 6z" for k in range(4)))
        p.end()
    p.g(O(14, 52, 11))
    p.i("M14 41v22M3 52h22M6 44l16 16M22 44L6 60")


def unscrupulous_consul(p):
    _toga(p, "m", "q")
    _head(p, 48, "s")
    p.W(R(43, 36, 10, 4))
    p.i("M43 38q6 3 9-2M40 22l6 2M56 22l-6 2")
    p.w("M68 64q0-12 8-14h14q4 0 2 4h-8l2 12z")
    for x, y in ((78, 42), (87, 40), (83, 34), (80, 26), (88, 22)):
        coin(p, x, y, 4)
    p.g("M6 64V26h6v38zM14 64V26h6v38z")
    p.m(R(4, 34, 18, 4), R(4, 52, 18, 4))


def matrona(p):
    p.m("M16 74q-2-28 22-30h20q24 2 22 30z")
    p.w("M38 44q10 12 20 0v6q-10 10-20 0z")
    _head(p, 48, "s", "high")
    p.g("".join(O(x, 49 + abs(48 - x) * -.25 + 4, 1.800) for x in (38, 43, 48, 53, 58)))
    p.G(O(36.500, 34, 1.800), O(59.500, 34, 1.800))
    p.w("M72 60l16-18 4 20q-10 6-20-2z")
    p.i("M74 58l15-12M78 60l12-8")
    p.g("M6 60q0-22 10-24 10 2 10 24z")
    p.M(O(16, 30, 6), O(9, 36, 4), O(23, 36, 4))


def tribune(p):
    _toga(p, "w", "c")
    _head(p, 48, "s")
    p.w("M70 66V40q-4-6-4-12 2-3 4 0l3 8V12q0-3 2.500-3t2.500 3v16V8q0-3 2.500-3T83 8v20V11q0-3 2.500-3t2.500 3v19-13q0-3 2.500-3t2.500 3v24q0 14-6 20v8z")
    p.i("M75 44q6-4 12 0M76 50q5-2 8 0")
    p.l("M12 4v62")
    p.m("M4 12h16v20l-8 6-8-6z")
    p.n("M9 18h6M9 24h6")


def quaestor(p):
    _toga(p)
    _head(p, 48, "s", "bald")
    p.g("M66 62q-4-18 8-22l-3-6h14l-3 6q12 4 8 22z")
    p.i("M72 40h12M78 46v12M74 49q4-3 7 0t-6 4 2 4 5-1")
    p.g(R(2, 32, 24, 30))
    p.k(R(5, 35, 18, 24))
    p.n("M8 40h12M8 47h12M8 54h12")
    p.M(O(11, 40, 2), O(17, 47, 2), O(9, 54, 2), O(13, 54, 2))


def censor(p):
    _toga(p, "m", "q")
    _head(p, 48, "w")
    p.i("M41 21l6 2M55 21l-6 2")
    p.w("M68 14h24v42q-6 6-12 0t-12 0z")
    p.i("M72 21h16M72 28h12M72 35h16M72 42h10")
    p.c("M70 38l20-7M70 31l16-6")
    p.w(T((6, 62), (18, 22), (23, 24), (12, 64)))
    p.k(T((6, 62), (12, 64), (7, 70)))


def medicus(p):
    _toga(p, "w", "u")
    _head(p, 48, "s")
    p.w("M38 36q10 7 20 0 1 11-10 14-11-3-10-14z")
    p.i("M44 41h8")
    p.b("M82 68V8")
    p.g(O(82, 7, 3))
    p.c("M76 60q12-3 12-9t-12-8 0-9 10-8 0-8l-6 1")
    p.m(O(79, 18, 2.800))
    p.w("M8 60h14V46l-3-3v-5h-8v5l-3 3z")
    p.M("M9.500 58.500h11V50h-11z")


def architectus(p):
    _toga(p, "s", "n")
    _head(p, 48, "m")
    p.l("M80 10v4M80 12L70 56M80 12l10 44")
    p.g("M78 4h4l4 10-14 42-3-1 9-38h4l9 38-3 1L74 14z")
    p.i("M72 40q8 5 16 0")
    p.w("M4 30h22v30H4z")
    p.i("M8 52h14M10 52V42M15 52V42M20 52V42M8 42h14l-7-6z")


def lanista(p):
    _toga(p, "m", "q")
    _head(p, 48, "k")
    p.l("M80 64Q72 40 86 26")
    p.q("M86 26q12-12 4-22-10-4-12 6")
    p.g(R(8, 38, 22, 26))
    p.i("M8 44h22M12 50h14M12 56h14")
    p.m(O(19, 33, 5))


def nomenclator(p):
    _toga(p)
    _head(p, 48, "g")
    p.w("M70 20h20q4 18 0 38H70q4-20 0-38z")
    p.i("M75 28h12M76 34h12M76 40h12M76 46h12")
    p.w("M10 44l22-8 2 5-22 9z")
    p.q("M8 26l6 5M4 34l8 2M10 18l6 7")


def editor(p):
    _toga(p, "w", "c")
    _head(p, 48, "s")
    laurel(p, 48, 18, 14)
    p.l("M14 64V18")
    p.m("M16 14h22l-6 9 6 9H16z")
    p.w("M70 40q4-8 10-6l4-14 5 1-2 15 4 8-8 10-12-2z")
    p.i("M78 36l8 3M77 41l9 2")


def procurator(p):
    _toga(p, "s", "q")
    _head(p, 48, "w")
    p.g("M66 44h26v18H66z")
    p.k(O(79, 53, 5))
    p.g("M76 44q-6-18 3-18t3 18z")
    p.w("M6 30h24v22q-12 8-24 0z")
    p.m(O(18, 46, 6))
    p.i("M10 35h16M10 39h12")


def haruspex(p):
    _toga(p, "m", "q")
    _head(p, 48, "s")
    p.s("M34 22q14-24 28 0z")
    p.i("M48 8V2")
    p.m("M4 44q2-10 14-10 12 2 10 12-2 6-10 6-4 10-10 6-6-6-4-14z")
    p.i("M18 36q-4 8 0 16M10 44l4 2M22 44l4 0")
    sword(p, 80, 62, 38, 0)


def pontifex(p):
    _toga(p, "w", "q")
    _head(p, 48, "s")
    p.w("M31 54Q24 2 48 2t17 52l-6 2V26q-3-12-11-12t-11 12v30z")
    p.c("M34 30q2-22 14-22t14 22")
    p.g("M68 44h24q0 14-12 14t-12-14z")
    p.l("M90 44q4-10-1-26")
    p.m(R(66, 41, 28, 3.400))
    p.w("M2 62V44h26v18h-5q0-9-8-9t-8 9z")
    p.i("M2 48h26")


def crooked_senator(p):
    _toga(p, "w", "c")
    p.w("M42 36h12v12q-6 5-12 0z")
    _head(p, 48, "g", "bald")
    p.W(R(42, 35, 12, 6), R(50, 23, 8, 7))
    p.i("M43 39q6 2 10-3M50 27q3 2 6 0")
    p.w("M66 66q0-14 8-16l14-2q4 2 0 5l-8 2q2 6-2 11z")
    coin(p, 84, 42, 6)
    p.l("M84 30v-6M76 34l-4-4M92 34l4-4")
    p.w("M4 60q4-8 12-8l10 2-2 8q-10 4-20-2z")
    stack(p, 14, 52, 3)
