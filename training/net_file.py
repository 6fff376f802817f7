"""Writes files of weights (docs/nets.md)."""

from __future__ import annotations

import hashlib
import struct

FORMAT = 2


def written(game: str, header: dict, config: dict, by_hand: float, layers) -> bytes:
    """The bytes of a file: `layers` are tensors in the order of the file, `by_hand` is how much of the policy by hand is added."""
    name = game.encode()
    out = [b"GLORIAnn", struct.pack("<II", FORMAT, len(name)), name]
    shape = (header["encoding"], header["observation"], config["width"], config["hidden"], header["features"], config["policy"])
    out.append(struct.pack("<6If", *shape, by_hand))
    for layer in layers:
        out.append(layer.detach().cpu().contiguous().numpy().astype("<f4").tobytes())
    content = b"".join(out)
    return content + hashlib.sha256(content).digest()
