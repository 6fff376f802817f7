"""Writes files of weights and reads them (docs/nets.md)."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"GLORIAnn"
FORMAT = 2


class NetError(Exception):
    """What is wrong with a file, in one sentence."""


@dataclass
class Weights:
    """What a file holds: `layers` in its order, each in its shape."""

    game: str
    shape: dict[str, int]
    by_hand: float
    layers: list[np.ndarray]

    def check(self, name: str, game: str, shape: dict[str, int]) -> None:
        """Refuses weights of another game, encoding or shape."""
        if self.game != game:
            raise NetError(f"{name} is a net of {self.game}: expected one of {game}")
        for key, expected in shape.items():
            if self.shape[key] != expected:
                raise NetError(f"{name} has {key} {self.shape[key]}: expected {expected}")

    def chances(self, first: np.ndarray, places: np.ndarray, values: np.ndarray) -> np.ndarray:
        """The chance to win of each view; `places[first[v]:first[v + 1]]` and `values` alike are what is not 0 in view `v`."""
        rows, bias, second, second_bias, judge, judge_bias = self.layers[:6]
        out = np.empty(len(first) - 1, np.float32)
        # So few at a time that they stay in the processor's cache.
        for begin in range(0, len(out), 32):
            end = min(begin + 32, len(out))
            part = slice(first[begin], first[end])
            taken = np.zeros((first[end] - first[begin] + 1, rows.shape[1]), np.float32)
            np.multiply(rows[places[part]], values[part, None], out=taken[:-1])
            wide = np.add.reduceat(taken, first[begin:end] - first[begin])
            # A view with nothing in it would take over the next one's first place.
            wide[first[begin + 1 : end + 1] == first[begin:end]] = 0.0
            low = np.clip(np.clip(wide + bias, 0, 1) @ second + second_bias, 0, 1)
            out[begin:end] = low @ judge[:, 0] + judge_bias[0]
        return 1 / (1 + np.exp(-out))


def shape_of(header: dict, config: dict) -> dict[str, int]:
    """The numbers that a file begins with, in its order."""
    return {
        "encoding": header["encoding"],
        "inputs": header["observation"],
        "width": config["width"],
        "hidden": config["hidden"],
        "features": header["features"],
        "policy": config["policy"],
    }


def written(game: str, header: dict, config: dict, by_hand: float, layers) -> bytes:
    """The bytes of a file: `layers` are tensors in the order of the file, `by_hand` is how much of the policy by hand is added."""
    name = game.encode()
    out = [MAGIC, struct.pack("<II", FORMAT, len(name)), name]
    out.append(struct.pack("<6If", *shape_of(header, config).values(), by_hand))
    for layer in layers:
        out.append(layer.detach().cpu().contiguous().numpy().astype("<f4").tobytes())
    content = b"".join(out)
    return content + hashlib.sha256(content).digest()


def read(file: str | Path) -> Weights:
    """The weights of a file, if it is whole."""
    file = Path(file)
    raw = file.read_bytes()
    if raw[:8] != MAGIC:
        raise NetError(f"{file.name} is no net: expected it to begin with GLORIAnn")
    content = raw[:-32]
    if len(raw) < 48 or hashlib.sha256(content).digest() != raw[-32:]:
        raise NetError(f"{file.name} is damaged: its hash is another")
    form, length = struct.unpack_from("<II", content, 8)
    if form not in (1, FORMAT):
        raise NetError(f"{file.name} has format {form}: expected 1 or {FORMAT}")
    # How much is by hand was not said in the first format.
    numbers = 6 if form == 1 else 7
    at = 16 + length + 4 * numbers
    if at > len(content):
        raise NetError(f"{file.name} ends within its header")
    game = content[16 : 16 + length].decode(errors="replace")
    shape = dict(zip(("encoding", "inputs", "width", "hidden", "features", "policy"), struct.unpack_from("<6I", content, 16 + length)))
    by_hand = 1.0 if form == 1 else struct.unpack_from("<f", content, at - 4)[0]
    inputs, width, hidden, features, policy = list(shape.values())[1:]
    shapes = [(inputs, width), (width,), (width, hidden), (hidden,), (hidden, 3), (3,), (width, policy), (policy,), (features, policy), (features,)]
    sizes = [int(np.prod(each)) for each in shapes]
    if len(content) != at + 4 * sum(sizes):
        raise NetError(f"{file.name} is {len(raw)} bytes long: expected {at + 4 * sum(sizes) + 32}")
    every = np.frombuffer(content, "<f4", offset=at)
    if not np.isfinite(every).all() or not np.isfinite(by_hand):
        raise NetError(f"{file.name} holds something that is no number")
    layers = [part.reshape(each) for part, each in zip(np.split(every, np.cumsum(sizes)[:-1]), shapes)]
    return Weights(game, shape, float(by_hand), layers)
