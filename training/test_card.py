"""A card names every training that made its net."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

import card

TOLD = {key: f"the {key}" for key in card.BRIEF} | {"figures": {"views": 5, "log_loss": 0.5, "auc": 0.8, "by_players": {}}, "curve": []}


class Before(unittest.TestCase):
    """What a training goes on from."""

    def test_a_training_that_goes_on_names_all_before_it(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "lots.json"
            first = TOLD | {"sha256": "first"}
            file.write_text(json.dumps(first))
            self.assertEqual([one["sha256"] for one in card.before(Path(folder) / "lots.net")], ["first"])
            file.write_text(json.dumps(TOLD | {"sha256": "second", "before": [card.brief(first)]}))
            told = card.before(Path(folder) / "lots.net")
            self.assertEqual([one["sha256"] for one in told], ["second", "first"])
            self.assertEqual(told[1]["figures"], {"views": 5, "log_loss": 0.5, "auc": 0.8})
            self.assertNotIn("curve", told[0])

    def test_a_training_that_begins_anew_names_none(self):
        self.assertEqual(card.before(None), [])
        self.assertEqual(card.before(Path("nowhere/lots.net")), [])


if __name__ == "__main__":
    unittest.main()
