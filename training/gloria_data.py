"""Reads the files of `gloria selfplay` (docs/selfplay.md) with numpy.

    import gloria_data
    data = gloria_data.load("data", "glory-to-rome")
    print(len(data), "positions of", data.games, "games")
    places, values = data.view(position=0, seat=0)

A :class:`Data` holds all positions of a folder in flat arrays, so that batches are cut out of them without loops over positions.
"""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

MAGIC = b"GLORIAsp"
FORMAT = 1
ACTIONS_MAGIC = b"GLORIAac"
TOGETHER = 2000
"""So many games are put together at a time."""
NONE = 0xFFFF
"""Fills the features of an action that has fewer than others."""


class DataError(Exception):
    """A file that can't be used, in one sentence."""


@dataclass
class Data:
    """All positions of a folder.

    A *view* is one seat's sight of one position; the views of a position follow each other in the order of seats. Views are
    kept as places that are not 0: `places[first[v]:first[v + 1]]` and `values` alike.
    """

    header: dict
    games: int
    # By position.
    game: np.ndarray
    decider: np.ndarray
    kept: np.ndarray
    chosen: np.ndarray
    value: np.ndarray
    left: np.ndarray
    players: np.ndarray
    view_of: np.ndarray  # The first view of each position.
    legal_first: np.ndarray  # Where its legal actions begin; one more than there are positions.
    # By legal action.
    legal: np.ndarray
    visits: np.ndarray
    # By view.
    reward: np.ndarray
    score: np.ndarray
    first: np.ndarray  # Where its places begin; one more than there are views.
    # By place.
    places: np.ndarray
    values: np.ndarray

    def __len__(self) -> int:
        return len(self.game)

    def view(self, position: int, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """The places that are not 0 in a seat's view of a position, and their values."""
        if not 0 <= seat < self.players[position]:
            raise IndexError(f"position {position} has {self.players[position]} seats")
        at = self.view_of[position] + seat
        part = slice(self.first[at], self.first[at + 1])
        return self.places[part], self.values[part]


def read_header(raw: bytes, name: str) -> tuple[dict, int]:
    """The header of a file, and where it ends."""
    if raw[:8] != MAGIC:
        raise DataError(f"{name} is no file of self-play: expected it to begin with GLORIAsp")
    if len(raw) < 16:
        raise DataError(f"{name} ends within its header")
    version, length = struct.unpack_from("<II", raw, 8)
    if version != FORMAT:
        raise DataError(f"{name} has format {version}: expected {FORMAT}")
    if len(raw) < 16 + length:
        raise DataError(f"{name} ends within its header")
    return json.loads(raw[16 : 16 + length]), 16 + length


def _block(raw: memoryview) -> dict:
    """One game as a dictionary of arrays."""
    (game,) = struct.unpack_from("<Q", raw, 0)
    players, decisions, count, legal, ones, others, options = struct.unpack_from("<7I", raw, 8)
    at = 36
    block = {"game": game, "players": players, "decisions": decisions}
    block["options"] = bytes(raw[at : at + options]).decode()
    at += options

    def take(dtype: str, number: int) -> np.ndarray:
        nonlocal at
        taken = np.frombuffer(raw, dtype, number, at)
        at += taken.nbytes
        return taken

    block["reward"] = take("<f4", players)
    block["score"] = take("<i4", players)
    block["left"] = take("<u4", count)
    block["value"] = take("<f4", count)
    block["other_values"] = take("<f4", others)
    block["chosen"] = take("<u2", count)
    block["legal_counts"] = take("<u2", count)
    block["one_counts"] = take("<u2", count * players)
    block["other_counts"] = take("<u2", count * players)
    block["legal"] = take("<u2", legal)
    block["visits"] = take("<u2", legal)
    block["ones"] = take("<u2", ones)
    block["other_places"] = take("<u2", others)
    block["decider"] = take("u1", count)
    block["kept"] = take("u1", count)
    if at != len(raw):
        raise DataError("a game is malformed: its lengths do not add up")
    return block


def blocks(raw: bytes, at: int):
    """The whole games of a file, one after the other."""
    view = memoryview(raw)
    while at + 4 <= len(raw):
        (length,) = struct.unpack_from("<I", raw, at)
        if at + 4 + length > len(raw):
            return
        yield _block(view[at + 4 : at + 4 + length])
        at += 4 + length


VIEWS = ("one_counts", "other_counts", "ones", "other_places", "other_values")


def _views(found: list[dict]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Flags and shares of each view put together: how many there are, their places and their values."""
    block = {key: np.concatenate([block[key] for block in found]) for key in VIEWS}
    one, other = block["one_counts"].astype(np.int64), block["other_counts"].astype(np.int64)
    counts = one + other
    first = np.concatenate(([0], np.cumsum(counts)))[:-1]
    total = int(counts.sum())
    places, values = np.empty(total, np.uint16), np.ones(total, np.float32)

    def positions(starts: np.ndarray, many: np.ndarray) -> np.ndarray:
        before = np.cumsum(many) - many
        return np.repeat(starts - before, many) + np.arange(int(many.sum()))

    places[positions(first, one)] = block["ones"]
    at = positions(first + one, other)
    places[at] = block["other_places"]
    values[at] = block["other_values"]
    return counts, places, values


def pieces(folder: str | Path, game: str, limit: int | None = None, together: int = TOGETHER):
    """The positions of a game's files in a folder, so many games at a time; of no more than so many games, if said."""
    files = sorted(Path(folder).glob(f"{game}-*.games")) + sorted(Path(folder).glob(f"{game}-*.games.part"))
    if not files:
        raise DataError(f"{folder} holds no self-play of {game}")
    header, found, names = None, [], 0
    for file in files:
        raw = b"" if names == limit else file.read_bytes()
        if not raw:
            continue
        own, at = read_header(raw, file.name)
        for key in ("game", "encoding", "observation", "actions", "features"):
            if header is not None and own[key] != header[key]:
                raise DataError(f"{file.name} has {key} {own[key]}: expected {header[key]}")
        header = header or own
        for block in blocks(raw, at):
            if names == limit:
                break
            found.append(block)
            names += 1
            if len(found) == together:
                yield _together(header, found)
                found = []
    if found:
        yield _together(header, found)
    if not names:
        raise DataError(f"{folder} holds no finished game of {game}")


def load(folder: str | Path, game: str, limit: int | None = None) -> Data:
    """All positions of a game's files in a folder; of no more than so many games, if said."""
    # Many games at a time take less work than one by one, and all at a time too much memory.
    return _joined(list(pieces(folder, game, limit)))


def _joined(parts: list[Data]) -> Data:
    """The positions of several parts one after the other; the parts are used up."""
    if len(parts) == 1:
        return parts[0]
    joined = {"header": parts[0].header, "games": sum(part.games for part in parts)}
    views = np.cumsum([0] + [len(part.first) - 1 for part in parts])
    for field in fields(Data):
        if field.name in joined:
            continue
        arrays = [getattr(part, field.name) for part in parts]
        # Where something begins is counted from the beginning of its part.
        if field.name == "view_of":
            arrays = [array + step for array, step in zip(arrays, views)]
        elif field.name in ("first", "legal_first"):
            steps = np.cumsum([0] + [int(array[-1]) for array in arrays])
            arrays = [(array + step)[: None if at + 1 == len(parts) else -1] for at, (array, step) in enumerate(zip(arrays, steps))]
        joined[field.name] = np.concatenate(arrays)
        for part in parts:
            if field.name != "first":
                setattr(part, field.name, None)
    return Data(**joined)


def _together(header: dict, found: list[dict]) -> Data:
    counts, places, values = _views(found)
    many = lambda block: len(block["chosen"])  # noqa: E731
    cat = lambda key: np.concatenate([block[key] for block in found])  # noqa: E731
    players = np.concatenate([np.full(many(block), block["players"], np.int64) for block in found])
    begin = lambda sizes: np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))  # noqa: E731
    return Data(
        header=header,
        games=len(found),
        game=np.concatenate([np.full(many(block), block["game"], np.int64) for block in found]),
        decider=cat("decider"),
        kept=cat("kept"),
        chosen=cat("chosen"),
        value=cat("value"),
        left=cat("left"),
        players=players,
        view_of=begin(players)[:-1],
        legal_first=begin(cat("legal_counts")),
        legal=cat("legal"),
        visits=cat("visits"),
        reward=np.concatenate([np.tile(block["reward"], many(block)) for block in found]),
        score=np.concatenate([np.tile(block["score"], many(block)) for block in found]),
        first=begin(counts),
        places=places,
        values=values,
    )


def action_features(folder: str | Path, game: str) -> tuple[np.ndarray, int]:
    """The features of every action number, `NONE` where one has fewer; and how many features there are."""
    file = Path(folder) / f"{game}.actions"
    raw = file.read_bytes()
    if raw[:8] != ACTIONS_MAGIC:
        raise DataError(f"{file.name} is no table of actions: expected it to begin with GLORIAac")
    _, count, features, width = struct.unpack_from("<4I", raw, 8)
    if len(raw) != 24 + 2 * count * width:
        raise DataError(f"{file.name} is {len(raw)} bytes long: expected {24 + 2 * count * width}")
    return np.frombuffer(raw, "<u2", count * width, 24).reshape(count, width), features


def main() -> None:
    """Says what a folder holds: `python3 gloria_data.py FOLDER GAME`."""
    folder, game = sys.argv[1:3]
    data = load(folder, game)
    searched = int((data.visits.astype(np.int64) > 0).sum())
    print(f"{len(data)} positions of {data.games} games, {len(data.first) - 1} views")
    print(f"{len(data.places) / max(len(data.first) - 1, 1):.1f} places not 0 a view, {len(data.legal) / max(len(data), 1):.1f} legal actions")
    print(f"{searched} actions tried by searches; players {sorted(set(data.players.tolist()))}")


if __name__ == "__main__":
    try:
        main()
    except DataError as error:
        sys.exit(f"gloria_data: {error}")
