"""Saltmarrow, a kingdom of Glory: the quests. Each is what the town asks for."""

import math
from ink import A, O, R, T, V, hatch, hatched, num
from parts import *
from isles_a import _fin
from isles_d import _boat
from realm_c import _house


def crabs_in_the_cellar(p):
    p.w(R(-96, -20, 288, 90))
    bricks(p, 0, 0, 96, 64, 10, 18)
    p.k(A(20, 10, 56, 54))
    p.g(R(30, 56, 36, 4), R(26, 60, 44, 5))
    p.G(O(36, 34, 3), O(46, 34, 3), O(54, 46, 2.400), O(62, 46, 2.400))
    p.m("M28 28q-2-8 3-12l2 6 4-5q4 6-1 12zM66 30q4-6 1-12l-4 6-3-6q-4 6 0 12z")


def silence_the_bells(p):
    p.g("M48 6q18 2 20 28l8 12H20l8-12Q30 8 48 6z")
    p.i("M30 32h36M24 42h48")
    p.k(O(48, 50, 5))
    p.l("M48 6V-2")
    p.w("M36 16l8-2 22 22 10 10-6 6-12-12-22-22z")
    p.m("M66 40l14 14-6 6-14-14z")
    p.c("M10 18q-8 10 0 22M86 18q8 10 0 22")


def strike_the_black_flag(p):
    p.l("M20 70V-4")
    p.K("M20 0h54l-10 14 10 14H20z")
    skull(p, 42, 13, 9)
    p.t("M34 24l16-4M34 20l16 4")
    p.group("translate(62 56)rotate(60)")
    p.w("M-3-4V-44L0-50l3 6v40z")
    p.g(R(-8, -5, 16, 3))
    p.m(R(-1.600, -2, 3.200, 10))
    p.end()


def calm_the_bay(p):
    p.K("M6 26Q-6 18 6 8 8-8 28-4q12-10 26 0 16-8 24 6 18 0 14 14 4 8-6 10z")
    p.t("M12 30l-4 8M26 30l-4 9M72 30l-4 9M86 30l-4 8")
    water(p, 50, 1)
    p.group("translate(48 46)scale(1.250)")
    p.g("M-9-2h18l4 12h-26z")
    p.w("M-7-2v-9l-6-7q-2-3 1-5 2-1 4 1l3 3v-10q0-3 2.400-3t2.400 3v9-12q0-3 2.400-3t2.400 3v12-10q0-3 2.300-3t2.300 3v11-6q0-2.600 2-2.600t2 2.600v11q0 6-4 12z")
    p.i("M-.2-20v6M4.600-20v6M-4-12q4-2 8 1")
    p.end()
    p.n("M4 57h26M66 57h26M12 61h18M66 61h16")


def the_ferry_must_run(p):
    water(p, 50, 3)
    p.g("M8 40h80l-6 14H14z")
    p.i("M10 45h76")
    p.l("M14 40V26h68v14")
    for x, ink in ((28, "m"), (42, "s"), (56, "m")):
        person(p, x, 40, 22, ink)
    p.b("M74 62L66 8")
    person(p, 72, 40, 26, "s")
    p.q("M-20 20h136")


def a_head_for_the_gate(p):
    p.w("M6 64V20h24v44zM66 64V20h24v44z")
    merlons(p, 6, 14, 24, 3, 6)
    merlons(p, 66, 14, 24, 3, 6)
    p.k(A(32, 34, 32, 30))
    p.w("M28 34q20-10 40 0l-2 6q-18-8-36 0z")
    p.l("M48 30V20")
    p.m("M38 20q-6-12 2-18 8-6 16 0 8 6 2 18-10 4-20 0z")
    p.W(O(44, 10, 2.600), O(52, 10, 2.600))
    p.i("M42 9l4 3M46 9l-4 3M50 9l4 3M54 9l-4 3M43 17h10")


def the_bottled_letter(p):
    p.m("M40 4h16v12q12 6 12 16v22q0 8-8 8H36q-8 0-8-8V32q0-10 12-16z")
    p.w("M36 34h24v22H36z")
    p.i("M40 40h16M40 45h16M40 50h10")
    p.g(R(39, -2, 18, 8))
    p.m(O(57, 54, 4))
    p.n("M33 36q0-8 6-11")


def tidings_of_the_isles(p):
    water(p, 54, 2)
    p.s("M4 58q2-14 16-14t16 14zM60 58q2-14 16-14t16 14z")
    _house(p, 12, 46, 14, 10)
    _house(p, 70, 46, 14, 10, "g")
    p.q("M24 26q24-26 50 0M74 26l-2-9M74 26l-9-2")
    p.w("M40 10h18v13H40z")
    p.i("M40 10l9 7 9-7")


def round_of_the_postboat(p):
    water(p, 52, 2)
    p.q("M14 34a34 22 0 0 1 64-12M80 22l-1 10M80 22l-10 1")
    _boat(p, 44, 46, 34)
    p.w(R(64, 32, 22, 15))
    p.i("M64 32l11 8 11-8")
    p.m(O(14, 38, 3), O(34, 12, 3), O(60, 6, 3))


def sound_the_deep(p):
    p.M(R(-96, 16, 288, 90))
    p.l("M-96 16h288")
    p.g("M28 8h34l-6 12H34z")
    p.n("M46 18v28")
    p.n("M42 26h8M42 33h8M42 40h8")
    p.K("M41 44h10l3 14H38z")
    p.k("M-96 60q60-8 110 0 30-10 68 0 60-6 110 0v20H-96z")
    p.G(O(72, 54, 2.600), O(82, 54, 2.600))


def blessing_of_the_nets(p):
    p.l("M16 60V6M80 60V6")
    p.i("M16 8q32 16 64 0M16 22q32 16 64 0M16 36q32 16 64 0M16 50q32 16 64 0M28 12v46M40 15v46M56 15v46M68 12v46")
    p.t("M16 8q32 16 64 0M16 22q32 16 64 0M16 36q32 16 64 0M16 50q32 16 64 0M28 12v46M40 15v46M56 15v46M68 12v46")
    p.w("M42 58V34q0-4 3-4t3 4q0-4 3-4t3 4v24z")
    p.m("M36 70q0-14 6-14h12q6 0 6 14z")
    p.g(O(48, 14, 6))
    p.q("M48 2v-6M36 8l-5-3M60 8l5-3")


def petition_to_the_lantern(p):
    p.q("M70 12L50 4M70 12L52 18M82 12l14-6M82 12l14 8")
    p.w("M66 62l4-36h12l4 36z")
    p.m(R(68, 40, 16, 6))
    p.g(R(70, 6, 12, 14))
    p.m(T((66, 6), (76, -4), (86, 6)))
    p.m(R(66, 20, 20, 5))
    p.w("M10 14h34v36H10z")
    p.i("M16 22h22M16 28h22M16 34h14")
    p.m(O(36, 46, 6))
    p.s("M-96 62h288v30H-96z")


def arms_for_the_militia(p):
    ground(p, 58)
    p.b("M16 60V10M80 60V10M12 24h72M12 46h72")
    for x in (28, 40):
        sword(p, x, 52, 44, 0)
    spear(p, 56, 60, 56, 2, 11)
    p.w("M66 18q8-6 12 0-2 8-12 8z")
    p.l("M68 60V14")
    round_shield(p, 48, 42, 11)


def the_fever_ship(p):
    water(p, 52, 2)
    p.l("M44 44V0M68 44V10")
    p.i("M32 10h24M34 22h20")
    p.t("M32 10h24M34 22h20M44 2L20 42M44 2l26 40")
    p.g("M44 0h20v12H44z")
    p.s("M10 38l10 5h58l10-7-6 18H18Q10 50 10 38z")
    p.k(R(26, 46, 5, 4), R(42, 46, 5, 4), R(58, 46, 5, 4))
    p.m("M86 8h6v6h6v6h-6v6h-6v-6h-6v-6h6z")


def ransom(p):
    p.s("M24 60q-2-22 10-26V22q0-10 10-10t10 10v12q12 4 10 26z")
    p.w("M36 22q0 14 8 16 8-2 8-16 0-6-8-6t-8 6z")
    p.q("M28 46q16 8 34 0M28 52q16 8 34 0M36 27q8 4 16 0")
    p.k(O(40.500, 22, 1.200), O(47.500, 22, 1.200))
    p.g("M68 62q-4-14 6-18l-3-6h14l-3 6q10 4 6 18z")
    p.i("M73 44h10")
    coin(p, 92, 58, 5)


def hold_the_breakwater(p):
    p.m("M40 64Q30 20 64 2q36-14 60 20v42z")
    p.n("M50 56Q44 24 70 10M62 56q-4-22 20-34")
    p.w("M64 2q-14 4-20 16 8-4 12 0 0-10 8-16z")
    p.s(R(-96, 44, 134, 60))
    bricks(p, 0, 44, 38, 20, 7, 12)
    p.l("M-96 44H38v30")
    person(p, 22, 44, 30, "m")
    p.w("M28 20q10-2 12 6v12q-4 6-8 6-4-2-5-8z")


def read_the_omens(p):
    p.K("M-96 44q60-10 144-4t144 4v50H-96z")
    star(p, 48, 20, 16, "g", 8, .35)
    p.w(O(48, 20, 5))
    p.w("M14 16Q10 8 2 10q8 0 11 8 6-8 12-8-8-2-11 6zM84 14q-4-8-12-6 8 0 11 8 6-8 12-8-8-2-11 6z")
    p.w("M36 50l10-6 12 4 4 8-14 6-12-4z")
    p.i("M42 52l4 4M50 48l2 8")
    p.q("M18 34l-5 4M78 34l5 4")


def what_waits_below(p):
    p.M(R(-96, -40, 288, 160))
    p.g("M34 4h28l-5 10H39z")
    p.n("M-10 14q14-8 28 0M64 14q14-8 28 0")
    p.K("M-96 70Q0 60 10 46q14-18 38-18t38 18q10 14 106 24v30H-96z")
    p.G("M26 46l14 4q-1 7-7 7-6-3-7-11zM70 46l-14 4q1 7 7 7 6-3 7-11z")
    p.k(O(34, 51, 2), O(62, 51, 2))
    p.n("M48 16v10")


def fill_the_storehouse(p):
    ground(p)
    p.w(R(10, 26, 76, 30))
    p.m(T((4, 26), (48, 2), (92, 26)))
    p.k(R(32, 32, 32, 24))
    p.g(R(36, 44, 12, 12), R(49, 44, 12, 12), R(42, 33, 12, 11))
    p.i("M36 50h12M49 50h12M42 38h12")
    p.l("M48 2v-6h14v10")
    barrel(p, 76, 56, 12, 15)
    barrel(p, 20, 56, 12, 15)


def a_gift_for_the_tide(p):
    sun(p, 48, 20, 12, "g", 14, .9)
    p.w("M38 8h20l-2 9q-1 7-6 8v7h6v4H40v-4h6v-7q-5-1-6-8z")
    p.i("M39 12h18")
    for x in (28, 68):
        p.w(R(x - 2.500, 26, 5, 11))
        flame(p, x, 26, 9)
    water(p, 48, 3)
    p.m("M10 36q4-6 8-8-1 6 2 9h56q3-3 2-9 4 2 8 8-4 16-18 18H28Q14 52 10 36z")
    p.i("M18 42h60M24 48h48")
    p.w(O(32, 42, 3), O(48, 43, 3), O(64, 42, 3))
    p.G(O(32, 42, 1.200), O(48, 43, 1.200), O(64, 42, 1.200))


def bell_rope_for_lowbell(p):
    water(p, 52, 2)
    p.w(R(56, 8, 26, 48))
    p.m(T((52, 8), (69, -8), (86, 8)))
    p.k(A(61, 14, 16, 18))
    p.g("M69 17q6 1 6 9l2 3H61l2-3q0-8 6-9z")
    p.q(O(26, 34, 14))
    p.i(O(26, 34, 16.500), O(26, 34, 11.500))
    p.q("M26 48q2 12 16 10t27-28")
    p.q(O(26, 34, 7))


def the_mountains_toll(p):
    water(p, 56, 1)
    p.s("M24 56L50 14h14l30 42z")
    p.G("M50 14h14l-3 4-4-2-3 4z")
    p.q("M56 18l-3 12 5 10")
    p.t("M54 8q-5-6 1-12M62 8q-4-6 2-12")
    p.w("M-6 50l22-12q8-4 14 0l8 6-4 6-12-2-16 14H-6z")
    coin(p, 36, 32, 7)


def the_grey_shape(p):
    p.M(R(-96, 34, 288, 80))
    p.l("M-96 34h288")
    p.s("M62 34Q66 14 84 6q-4 14 2 28z")
    p.K("M2 60q30-20 62-8l20-10q-2 12 2 22-30 6-84-4z")
    p.W(O(20, 56, 1.800))
    p.g("M12 30h34l-6 10H18z")
    p.l("M28 30l6-18M24 22l18-6")
    p.n("M8 44h12M40 46h10")


def scatter_the_press(p):
    p.g("M16 34q0-12 12-14l8-14 8 3-4 13q8 4 8 14l-2 14H18z")
    p.i("M22 28q6-4 14 0M20 40h26")
    for x, y, f in ((66, 40, 1), (82, 46, .8), (74, 26, .7)):
        p.group(f"translate({x} {y})scale({f})")
        p.m("M-6 20q-2-12 2-18h6q6 4 6 14z")
        p.w(O(0, -4, 5))
        p.k("M-5-5q0-7 5-7t5 7q-5-3-10 0z")
        p.l("M6 6l8-4M-4 18l-8 6M6 16l6 8")
        p.end()
    p.q("M50 22l8-4M52 32l7 1M48 12l6-7")
