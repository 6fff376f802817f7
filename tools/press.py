"""Makes the code that updates are compressed by: `python tools/press.py FILES… > crates/web/src/press/trained.rs`.

The files are updates of pages, a JSON string on each line: `cargo run --release -p gloria-room --example draw GAME 3 FILE` writes them. Letters
and repetitions are counted, each file weighing the same, and the shortest code for them is made (RFC 1951; lengths by package-merge).
"""

from __future__ import annotations

import json
import random
import sys

LIMIT = 13  # What comes hardly ever costs at most so many bits.
SAMPLE = 1500  # Updates of each file.
ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]


def letter_of(length: int) -> int:
    if length == 258:
        return 285
    letter, first, extra = 257, 3, 0
    while length >= first + (1 << extra):
        first += 1 << extra
        letter += 1
        extra = max(0, (letter - 257) // 4 - 1)
    return letter


def distance_of(distance: int) -> int:
    letter, first, extra = 0, 1, 0
    while distance >= first + (1 << extra):
        first += 1 << extra
        letter += 1
        extra = max(0, letter // 2 - 1)
    return letter


def count(text: bytes, letters: list[float], distances: list[float], weight: float) -> None:
    """As the encoder cuts it: the last place with the same four bytes, and the first and last places inside a repetition."""
    seen: dict[bytes, int] = {}
    at = 0
    while at + 4 <= len(text):
        four = text[at : at + 4]
        before = seen.get(four)
        seen[four] = at
        if before is None or at - before > 32768:
            letters[text[at]] += weight
            at += 1
            continue
        length = 4
        while length < 258 and at + length < len(text) and text[before + length] == text[at + length]:
            length += 1
        letters[letter_of(length)] += weight
        distances[distance_of(at - before)] += weight
        for inside in (at + 1, at + 2, at + length - 2, at + length - 1):
            if inside + 4 <= len(text):
                seen[text[inside : inside + 4]] = inside
        at += length
    for byte in text[at:]:
        letters[byte] += weight
    letters[256] += weight


def lengths(counts: list[float], limit: int) -> list[int]:
    """The lengths of the shortest code in which none is longer than the limit; what has no count has no code."""
    items = sorted((count, [at]) for at, count in enumerate(counts) if count > 0)
    packages: list[tuple[float, list[int]]] = []
    for _ in range(limit):
        pairs = [(one[0] + two[0], one[1] + two[1]) for one, two in zip(packages[::2], packages[1::2])]
        packages = sorted(pairs + items, key=lambda package: package[0])
    found = [0] * len(counts)
    for _, inside in packages[: 2 * len(items) - 2]:
        for at in inside:
            found[at] += 1
    return found


def runs(values: list[int]) -> list[tuple[int, int, int]]:
    """Lengths as the head of a block tells them: a symbol, and what follows it in so many bits."""
    told, at = [], 0
    while at < len(values):
        value, run = values[at], 1
        while at + run < len(values) and values[at + run] == value:
            run += 1
        told.append((value, 0, 0))
        at += 1
        again = run - 1
        while again >= 3:
            take = min(again, 6)
            told.append((16, take - 3, 2))
            again -= take
            at += take
    return told


def head(letters: list[int], distances: list[int]) -> tuple[list[int], int]:
    told = runs(letters + distances)
    counts = [0.0] * 19
    for symbol, _, _ in told:
        counts[symbol] += 1
    code_lengths = lengths(counts, 7)
    last = max(at for at, symbol in enumerate(ORDER) if code_lengths[symbol])
    codes, following = {}, 0
    for length in range(1, 8):
        for symbol in range(19):
            if code_lengths[symbol] == length:
                codes[symbol] = int(format(following, f"0{length}b")[::-1], 2)
                following += 1
        following <<= 1
    bits: list[int] = []

    def add(value: int, count: int) -> None:
        bits.extend(value >> at & 1 for at in range(count))

    add(0b100, 3)  # Not the last block; its codes are told.
    add(len(letters) - 257, 5)
    add(len(distances) - 1, 5)
    add(last + 1 - 4, 4)
    for symbol in ORDER[: last + 1]:
        add(code_lengths[symbol], 3)
    for symbol, value, count in told:
        add(codes[symbol], code_lengths[symbol])
        add(value, count)
    packed = [sum(bit << at for at, bit in enumerate(bits[start : start + 8])) for start in range(0, len(bits), 8)]
    return packed, (len(bits) - 1) % 8 + 1


def rows(values: list[int]) -> str:
    lines, line = [], "   "
    for value in values:
        if len(line) + len(f" {value},") > 110:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return "\n".join([*lines, line])


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("press: expected files of updates")
    letters, distances = [1.0] * 286, [1.0] * 30
    for name in sys.argv[1:]:
        with open(name) as file:
            updates = [json.loads(line) for line in file]
        random.Random(1).shuffle(updates)
        updates = updates[:SAMPLE]
        for update in updates:
            told = "id: 123\nevent: parts\n" + "".join(f"data: {line}\n" for line in update.split("\n")) + "\n"
            count(told.encode(), letters, distances, 3000 / len(updates))
    letter_lengths, distance_lengths = lengths(letters, LIMIT), lengths(distances, LIMIT)
    packed, last = head(letter_lengths, distance_lengths)
    print("//! Made by `tools/press.py` from updates of whole games: the code they are compressed by.\n")
    print("/// How many bits each letter takes: bytes, the end of a block, lengths of repetitions.")
    print(f"pub const LETTERS: [u8; 286] = [\n{rows(letter_lengths)}\n];\n")
    print("/// How many bits each letter of a distance takes.")
    print(f"pub const DISTANCES: [u8; 30] = [\n{rows(distance_lengths)}\n];\n")
    print("/// The head of a block that tells all that, the first bit lowest.")
    print(f"pub const HEAD: [u8; {len(packed)}] = [\n{rows(packed)}\n];\n")
    print("/// How many bits of its last byte belong to it.")
    print(f"pub const HEAD_BITS: u32 = {last};")


if __name__ == "__main__":
    main()
