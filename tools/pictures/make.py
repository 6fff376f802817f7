"""Writes the pictures: `python3 tools/pictures/make.py`. The same input always gives the same bytes.

Every function of the modules below draws one picture; its name is the picture's id, with - for _.
"""

import inspect
import pathlib
import sys

sys.dont_write_bytecode = True

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import frames
import terrain
import terrain_isles
import titles
from ink import Pen

SETS = {
    "glory-to-rome": ["rome_a", "rome_b"],
    "for-glory": ["sand_a", "sand_b", "sand_c", "sand_d"],
    "glory": ["realm_a", "realm_b", "realm_c", "realm_d", "realm_e", "realm_f"],
    "saltmarrow": ["isles_a", "isles_b", "isles_c", "isles_d", "isles_e", "isles_f", "isles_g"],
    "realm": ["realm_g"],
}
WHERE = pathlib.Path(__file__).parents[2] / "crates/pages/assets"


def drawn(module):
    """The pictures of a module, in the order they are written down."""
    found = [(name, it) for name, it in vars(module).items() if inspect.isfunction(it) and it.__module__ == module.__name__]
    return [(name.replace("_", "-"), it) for name, it in found if not name.startswith("_")]


def write(name, text):
    """Writes a file that is not so already: what is built from it is not built again for nothing."""
    file = WHERE / name
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def main():
    for game, modules in SETS.items():
        symbols = []
        for module in modules:
            module = __import__(module)
            for name, draw in drawn(module):
                pen = Pen()
                if hasattr(module, "WITHIN"):
                    pen.group(module.WITHIN)
                draw(pen)
                if hasattr(module, "WITHIN"):
                    pen.end()
                symbols.append(pen.svg(name))
        text = '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"
        write(f"art-{game}.svg", text)
        print(f"{game}: {len(symbols)} pictures, {len(text)} bytes")
    posters = []
    for name, draw in drawn(titles):
        pen = Pen()
        draw(pen)
        posters.append(pen.svg(name, "0 0 156 60"))
    write("art-titles.svg", '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(posters) + "\n</svg>\n")
    write("art-terrain.svg", terrain.text())
    write("art-terrain-saltmarrow.svg", terrain_isles.text())
    write("art-frames.svg", frames.text())


if __name__ == "__main__":
    main()
