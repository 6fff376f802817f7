"""The reader against a file made by hand: `python3 -m unittest discover training`."""

import json
import struct
import tempfile
import unittest
from dataclasses import fields
from pathlib import Path

import numpy as np

import gloria_data

HEADER = {"game": "lots", "encoding": 1, "observation": 9, "actions": 4, "features": 5}


def header(**changed) -> bytes:
    text = json.dumps(HEADER | changed).encode()
    return b"GLORIAsp" + struct.pack("<II", 1, len(text)) + text


def block(game: int) -> bytes:
    """Two players, two positions."""
    options = b"players=2"
    inside = struct.pack("<Q7I", game, 2, 11, 2, 5, 6, 3, len(options)) + options
    inside += np.array([1.0, 0.0], "<f4").tobytes() + np.array([9, -4], "<i4").tobytes()
    inside += np.array([7, 3], "<u4").tobytes() + np.array([np.nan, 0.75], "<f4").tobytes()
    inside += np.array([0.5, 0.25, 0.125], "<f4").tobytes()
    for shorts in ([2, 0], [2, 3], [1, 2, 0, 3], [1, 0, 2, 0], [2, 3, 0, 1, 2], [0, 0, 5, 0, 15], [4, 1, 2, 6, 7, 8], [3, 0, 5]):
        inside += np.array(shorts, "<u2").tobytes()
    inside += bytes([1, 0]) + bytes([0, 1])
    return struct.pack("<I", len(inside)) + inside


class Reading(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def test_parts_are_joined_as_if_they_had_been_one(self):
        for number in range(3):
            (self.path / f"lots-1-00000{number}.games").write_bytes(header() + b"".join(block(3 * number + at) for at in range(3)))
        whole = gloria_data.load(self.path, "lots")
        usual, gloria_data.TOGETHER = gloria_data.TOGETHER, 2
        try:
            joined = gloria_data.load(self.path, "lots")
        finally:
            gloria_data.TOGETHER = usual
        self.assertEqual((joined.games, len(joined)), (9, 18))
        for field in fields(gloria_data.Data):
            one, other = getattr(whole, field.name), getattr(joined, field.name)
            np.testing.assert_array_equal(one, other, field.name)

    def test_positions_and_views(self):
        (self.path / "lots-1-000000.games").write_bytes(header() + block(0))
        # A game cut off is left out.
        (self.path / "lots-1-000001.games.part").write_bytes(header() + block(8) + block(9)[:-1])
        data = gloria_data.load(self.path, "lots")
        self.assertEqual((len(data), data.games), (4, 2))
        self.assertEqual(data.game.tolist(), [0, 0, 8, 8])
        self.assertEqual(data.decider.tolist(), [1, 0, 1, 0])
        self.assertEqual(data.chosen.tolist(), [2, 0, 2, 0])
        self.assertEqual(data.left.tolist(), [7, 3, 7, 3])
        self.assertEqual(data.reward.tolist(), [1.0, 0.0] * 4)
        self.assertEqual(data.score.tolist(), [9, -4] * 4)
        self.assertEqual(data.legal_first.tolist(), [0, 2, 5, 7, 10])
        self.assertEqual(data.visits[2:5].tolist(), [5, 0, 15])
        seen = [[part.tolist() for part in data.view(position, seat)] for position in (0, 1, 3) for seat in (0, 1)]
        self.assertEqual(seen[0], [[4, 3], [1.0, 0.5]])
        self.assertEqual(seen[1], [[1, 2], [1.0, 1.0]])
        self.assertEqual(seen[2], [[0, 5], [0.25, 0.125]])
        self.assertEqual(seen[3], [[6, 7, 8], [1.0] * 3])
        self.assertEqual(seen[4:], seen[2:4])
        with self.assertRaises(IndexError):
            data.view(0, 2)

    def test_wrong_files(self):
        cases = [
            (b"hello, this is text", "no file of self-play"),
            (b"GLORIAsp" + struct.pack("<II", 9, 0), "has format 9: expected 1"),
            (header()[:30], "ends within its header"),
            (header(), "holds no finished game"),
        ]
        for raw, expected in cases:
            (self.path / "lots-1-000000.games").write_bytes(raw)
            with self.assertRaisesRegex(gloria_data.DataError, expected):
                gloria_data.load(self.path, "lots")
        longer = bytearray(header() + block(0))
        longer[len(header()) + 12] ^= 1
        (self.path / "lots-1-000000.games").write_bytes(longer)
        with self.assertRaises((gloria_data.DataError, ValueError)):
            gloria_data.load(self.path, "lots")
        (self.path / "lots-1-000000.games").write_bytes(header() + block(0))
        (self.path / "lots-1-000001.games").write_bytes(header(encoding=2) + block(1))
        with self.assertRaisesRegex(gloria_data.DataError, "has encoding 2: expected 1"):
            gloria_data.load(self.path, "lots")

    def test_actions(self):
        table = struct.pack("<4I", 1, 2, 5, 3) + np.array([0, 0xFFFF, 0xFFFF, 1, 3, 4], "<u2").tobytes()
        (self.path / "lots.actions").write_bytes(b"GLORIAac" + table)
        features, count = gloria_data.action_features(self.path, "lots")
        self.assertEqual((features[1].tolist(), count), ([1, 3, 4], 5))
        (self.path / "lots.actions").write_bytes(b"GLORIAac" + table[:-2])
        with self.assertRaisesRegex(gloria_data.DataError, "bytes long: expected"):
            gloria_data.action_features(self.path, "lots")


if __name__ == "__main__":
    unittest.main()
