"""The reader of weights against files made by hand: `python3 -m unittest discover training`."""

import hashlib
import struct
import tempfile
import unittest
from pathlib import Path

import numpy as np

import net_file

SHAPE = {"encoding": 5, "inputs": 3, "width": 2, "hidden": 2, "features": 4, "policy": 1}
SIZES = (3 * 2, 2, 2 * 2, 2, 2 * 3, 3, 2 * 1, 1, 4 * 1, 4)


def content(form: int = 2, count: int = sum(SIZES), name: bytes = b"lots") -> bytes:
    by_hand = b"" if form == 1 else struct.pack("<f", 2.5)
    return b"GLORIAnn" + struct.pack("<II", form, len(name)) + name + struct.pack("<6I", *SHAPE.values()) + by_hand + np.arange(count, dtype="<f4").tobytes()


class Reading(unittest.TestCase):
    def read(self, raw: bytes, signed: bool = True) -> net_file.Weights:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "a.net"
            file.write_bytes(raw + hashlib.sha256(raw).digest() if signed else raw)
            return net_file.read(file)

    def refused(self, raw: bytes, why: str, signed: bool = True) -> None:
        with self.assertRaises(net_file.NetError) as caught:
            self.read(raw, signed)
        self.assertEqual(str(caught.exception), f"a.net {why}")

    def test_everything_is_where_it_was_written(self):
        weights = self.read(content())
        self.assertEqual((weights.game, weights.shape, weights.by_hand), ("lots", SHAPE, 2.5))
        self.assertEqual([layer.size for layer in weights.layers], list(SIZES))
        self.assertEqual(np.concatenate([layer.ravel() for layer in weights.layers]).tolist(), list(range(sum(SIZES))))
        self.assertEqual(weights.layers[0][2].tolist(), [4.0, 5.0])
        self.assertEqual(weights.layers[4].shape, (2, 3))

    def test_the_first_format_says_nothing_of_what_is_by_hand(self):
        self.assertEqual(self.read(content(form=1)).by_hand, 1.0)

    def test_what_is_wrong_is_said(self):
        self.refused(b"something else", "is no net: expected it to begin with GLORIAnn")
        self.refused(content()[:-4] + bytes(36), "is damaged: its hash is another", signed=False)
        self.refused(content()[:30], "is damaged: its hash is another", signed=False)
        self.refused(content(form=3), "has format 3: expected 1 or 2")
        self.refused(content()[:40], "ends within its header")
        self.refused(content(count=9), "is 116 bytes long: expected 216")
        broken = content()[:-4] + struct.pack("<f", float("nan"))
        self.refused(broken, "holds something that is no number")

    def test_another_game_or_shape_is_refused(self):
        weights = self.read(content())
        weights.check("a.net", "lots", SHAPE)
        for game, shape, why in (("glory", SHAPE, "is a net of lots: expected one of glory"), ("lots", SHAPE | {"encoding": 6}, "has encoding 5: expected 6"), ("lots", SHAPE | {"width": 9}, "has width 2: expected 9")):
            with self.assertRaises(net_file.NetError) as caught:
                weights.check("a.net", game, shape)
            self.assertEqual(str(caught.exception), f"a.net {why}")


if __name__ == "__main__":
    unittest.main()
