"""Glory: the quests, each by what it asks for."""

import math
from ink import A, O, R, T, V, hatch, hatched, num
from parts import *
from realm_c import _house, _spire


def wolves_at_the_fold(p):
    ground(p)
    p.l("M40 36v22M56 36v22M72 36v22M88 36v22M36 42h60M36 52h60")
    for x in (56, 80):
        p.w(f"M{x - 12} 36q-3-12 8-12 6-5 12 0 8 2 6 12v8h-3v-6h-16v6h-3z")
        p.k(f"M{x + 9} 22q8-2 8 6-2 4-7 3z")
    p.s("M-4 62l4-16q2-10 12-12l2-12 7 8q8 0 12 6l8 5q0 5-5 6l-9 1q-4 4-3 14z")
    p.k(O(25, 35, 1.600))


def lay_them_to_rest(p):
    ground(p)
    p.w(A(32, 14, 32, 42))
    p.i("M48 22v18M41 29h14M40 46h16")
    p.m("M18 58q30-8 60 0v6H18z")
    for x in (14, 82):
        p.w(R(x - 3, 40, 6, 16))
        flame(p, x, 40, 12)
    p.g("M40 54q8-6 16 0-8 4-16 0z")


def the_hanging_tree(p):
    ground(p)
    p.m("M22 58q6-12 2-26L10 18l3-3 14 10q0-10-6-20l5-1q4 8 6 18 8-8 40-8v5q-30 0-38 12-2 14 4 27z")
    p.l("M66 19v14")
    p.q(O(66, 39, 5.500, 6.500))
    p.K("M80 8q4-6 8 0 4-6 8 0-5-1-8 3-3-4-8-3z")


def clear_the_roads(p):
    p.S(R(-96, 26, 288, 80))
    p.l("M-96 26h288")
    p.w(T((42, 26), (54, 26), (86, 70), (10, 70)))
    p.i("M41 30h14M37 37h22M31 46h34M23 57h50")
    sword(p, 30, 60, 56, 34)
    sword(p, 66, 60, 56, -34)
    p.m(O(48, 36, 5))


def a_worthy_trophy(p):
    p.g("M20 6h56v36q0 16-28 22-28-6-28-22z")
    p.l("M38 20Q24 18 20 0M30 14l-10 0M58 20q14-2 18-20M66 14l10 0")
    p.w("M38 20q10-6 20 0l2 10q-2 16-7 21-5 4-10 0-5-5-7-21z")
    p.w("M38 22l-10-1 7 7zM58 22l10-1-7 7z")
    p.k(O(43, 30, 1.800), O(53, 30, 1.800), "M44 46h8q-1 4-4 4t-4-4z")


def the_sealed_letter(p):
    p.w("M14 14h68v40H14z")
    p.i("M14 14l34 22 34-22")
    p.m(O(48, 38, 10))
    p.n("M43 38h10M48 33v10")
    p.M("M42 46l-4 14 6-2 4 4 4-4 6 2-4-14z")


def news_from_the_towns(p):
    ground(p)
    _house(p, 6, 56, 16, 13)
    _spire(p, 32, 56, 34, 9)
    _house(p, 42, 56, 14, 11, "g")
    p.w("M58 8h34q6 0 6 6v18q0 6-6 6H78L68 48l1-10H58q-6 0-6-6V14q0-6 6-6z")
    p.i("M60 17h30M60 24h30M60 31h16")


def the_pedlars_round(p):
    ground(p)
    p.g("M16 50V18q0-8 16-8t16 8v32z")
    p.i("M16 28h32M26 28v8h12v-8")
    p.m(R(12, 20, 8, 22), R(44, 20, 8, 22))
    person(p, 62, 58, 40, "m")
    p.b("M76 60V20")
    p.g(O(24, 52, 3), O(40, 52, 3))
    p.l("M24 10V4h16v6")


def chart_the_dark(p):
    p.w("M8 12l26-6 28 6 26-6v46l-26 6-28-6-26 6z")
    p.i("M34 6v46M62 12v46")
    p.k("M40 34q2-12 10-12t10 12v10H40z")
    p.G(O(46, 34, 1.500), O(54, 34, 1.500))
    p.c("M14 46q6-14 14-10M70 40q8 2 12-14")
    p.b("M70 18l8 8M78 18l-8 8")


def pilgrims_path(p):
    p.s("M-96 60Q20 30 48 34t144 26v30H-96z")
    p.l("M-96 60Q20 30 48 34t144 26")
    p.w("M46 36q-10 6 2 12t-14 18h24q14-10 2-18t-4-12z")
    p.w(R(40, 18, 16, 18))
    p.m(T((37, 18), (48, 6), (59, 18)))
    p.l("M48 6v-7M45 2h6")
    p.k(A(45, 26, 6, 10))
    p.b("M78 62V28")
    p.w("M70 30q8-12 16 0-2 8-8 8t-8-8z")
    p.i("M74 30v5M78 28v8M82 30v5")


def word_to_the_crown(p):
    p.g("M16 44l-6-30 18 14L48 2l20 26 18-14-6 30z")
    p.g(R(16, 44, 64, 10))
    p.M(O(30, 49, 2.600), O(48, 49, 3), O(66, 49, 2.600))
    p.w(R(36, 18, 24, 16))
    p.i("M36 18l12 9 12-9")
    p.m(O(48, 28, 3))


def arms_for_the_watch(p):
    ground(p)
    p.m(R(10, 40, 76, 16))
    p.i("M10 48h76M36 40v16M60 40v16")
    for x in (22, 36, 60, 74):
        spear(p, x, 46, x, 2, 10)
    round_shield(p, 48, 28, 13, "w", "m")


def medicine_wanted(p):
    p.w(R(10, 6, 52, 52))
    p.m("M31 16h10v11h11v10H41v11H31V37H20V27h11z")
    p.k(O(14, 10, 1.300), O(58, 10, 1.300))
    p.w("M70 26h14v9q8 4 8 13 0 12-15 12T62 48q0-9 8-13z")
    p.M("M65 46q6-4 12 0t12 0q0 11-12 11T65 46z")
    p.g(R(69, 21, 16, 6))


def the_widows_debt(p):
    p.K("M14 74Q10 6 36 6t22 68z")
    p.w("M26 26q0-10 10-10t10 10q0 16-10 20-10-4-10-20z")
    p.i("M29 28q3 2 5 0M38 28q3 2 5 0M33 38q3-2 6 0M36 30v4")
    p.c("M31 31v6")
    stack(p, 74, 60, 5, 8)
    p.w(R(62, 8, 26, 28))
    p.i("M66 15h18M66 21h18M66 27h10")


def prove_your_mettle(p):
    ground(p)
    p.s("M20 44h52q14-2 18-10-8 0-14-4H30q0 8-14 8 0 4 4 6zM36 44h24l4 12H32z")
    p.b("M24 22L58 6")
    p.w("M14 10l14-6 8 18-14 6z")
    star(p, 62, 24, 6, "g", 8, .45)
    p.q("M76 16l8-5M80 24h8M54 18l-2-8")


def signs_and_omens(p):
    p.w("M66 4a14 14 0 1 0 12 20A12 12 0 0 1 66 4z")
    star(p, 22, 14, 8)
    star(p, 44, 6, 4)
    star(p, 84, 40, 5)
    p.w("M8 44Q38 24 66 44 38 66 8 44z")
    p.m(O(37, 44, 9))
    p.k(O(37, 44, 4))


def what_sleeps_below(p):
    p.m(R(-96, -10, 288, 32))
    p.l("M-96 22h288")
    p.k(R(-96, 22, 288, 80))
    p.s("M8 58q0-22 30-24 34-2 44 14 6 8 2 14H12z")
    p.i("M24 36l4-6 5 5 5-6 5 6 6-5 4 6M60 46q5 3 10 0M20 54q0-10 10-12")
    p.n("M74 34h6l-6 6h6M84 26h5l-5 5h5")
    _house(p, 40, 22, 14, 10)


def trade_must_flow(p):
    ground(p)
    p.g(R(14, 30, 22, 26))
    p.i("M14 38h22M14 48h22M25 30v26")
    barrel(p, 50, 57, 16, 22)
    amphora(p, 72, 57, 26)
    p.q("M12 16h64M66 8l10 8-10 8")
    coin(p, 28, 16, 5)
    coin(p, 46, 16, 5)
