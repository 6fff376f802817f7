"""Reads the files of `gloria rollouts` with numpy (docs/selfplay.md)."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

MAGIC = b"GLORIAro"
FORMAT = 1


class RolloutError(Exception):
    """What is wrong with a file, in one sentence."""


def read(file: str | Path) -> tuple[dict, dict[str, np.ndarray]]:
    """The header of a file and its columns, by name."""
    file = Path(file)
    raw = np.fromfile(file, np.uint8)
    if raw[:8].tobytes() != MAGIC:
        raise RolloutError(f"{file.name} is no file of rollouts: expected it to begin with GLORIAro")
    if len(raw) < 16:
        raise RolloutError(f"{file.name} ends within its header")
    form, length = struct.unpack("<II", raw[8:16].tobytes())
    if form != FORMAT:
        raise RolloutError(f"{file.name} has format {form}: expected {FORMAT}")
    try:
        header = json.loads(raw[16 : 16 + length].tobytes())
        at, columns = 16 + length, {}
        for name, kind, count in header["columns"]:
            size = np.dtype(kind).itemsize * count
            columns[name] = raw[at : at + size].view(kind)
            if len(columns[name]) != count:
                raise RolloutError(f"{file.name} is too short: expected {count} numbers of {name}")
            at += size
    except (ValueError, KeyError) as error:
        raise RolloutError(f"{file.name} is malformed: {error}") from error
    if at != len(raw):
        raise RolloutError(f"{file.name} is {len(raw)} bytes long: expected {at}")
    return header, columns


def files(folder: str | Path, game: str) -> list[Path]:
    """All files of a game in a folder."""
    found = sorted(Path(folder).glob(f"{game}-*.rollout"))
    if not found:
        raise RolloutError(f"{folder} holds no rollouts of {game}")
    return found
