"""What large pictures share: the ground of tesserae, the joints between them, and the frame."""

import random
from ink import R, num


def tessera(rnd, x, y, size, slack=.34):
    corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
    return "M" + "L".join(f"{num(a + rnd.uniform(-slack, slack))} {num(b + rnd.uniform(-slack, slack))}" for a, b in corners) + "z"


def ground(name, seed):
    """A field of small stones in three tones of the ground."""
    rnd = random.Random(seed)
    tones = ["", ""]
    for row in range(20):
        for column in range(30):
            roll = rnd.random()
            if roll < .3:
                tones[0 if roll < .16 else 1] += R(column * 3.2 + .2, row * 3.2 + .2, 2.8, 2.8)
    return (f'<symbol id="{name}" viewBox="0 0 96 64"><path d="{tones[0]}" fill="var(--pp)" opacity=".35"/>'
            f'<path d="{tones[1]}" fill="var(--pm)" opacity=".16"/></symbol>')


def joints(seed):
    """The joints: thin lines of mortar over everything, a little crooked as a hand lays them."""
    rnd = random.Random(seed)
    d = ""
    for row in range(1, 27):
        y = row * 2.4
        d += f"M0 {num(y)}" + "".join(f"L{x} {num(y + rnd.uniform(-.35, .35))}" for x in range(8, 97, 8))
    for row in range(27):
        shift = rnd.uniform(0, 2.4)
        x = shift
        while x < 96:
            d += f"M{num(x)} {num(row * 2.4)}l{num(rnd.uniform(-.4, .4))} 2.4"
            x += rnd.uniform(2.0, 3.0)
    return f'<symbol id="joints" viewBox="0 0 96 64"><path d="{d}" fill="none" stroke="var(--pp)" stroke-width=".3" opacity=".55"/><path d="{d}" transform="translate(.2 .2)" fill="none" stroke="var(--pk)" stroke-width=".2" opacity=".3"/></symbol>'


def frame():
    """The frame: two rows of stones, and a running wave between them."""
    key, main, accent = "", "", ""
    for at in range(38):
        x = at * 2.8 - 4.8
        for y in (-5, 66.4):
            if at % 2:
                main += R(x, y, 2.4, 2.4)
            else:
                accent += R(x, y, 2.4, 2.4)
    for at in range(25):
        y = at * 2.8 - 2.2
        for x in (-4.8, 98.8):
            if at % 2:
                accent += R(x, y, 2.4, 2.4)
            else:
                main += R(x, y, 2.4, 2.4)
    return ('<symbol id="frame" viewBox="-6 -6 108 76"><path d="M-6-6h108v76H-6zM-1.500-1.500v67h99v-67z" fill="var(--pk)" fill-rule="evenodd"/>'
            f'<path d="{main}" fill="var(--pm)"/><path d="{accent}" fill="var(--pa)"/>'
            '<path d="M-1-1h98v66H-1z" fill="none" stroke="var(--pp)" stroke-width=".8"/></symbol>')


def text():
    parts = [ground("stones", 7), joints(11), frame()]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(parts) + "\n</svg>\n"
