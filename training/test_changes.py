"""The table of changes: `python3 -m unittest discover training`."""

import tempfile
import unittest
from pathlib import Path

from changes import HERE, PAGE, bar, page, rows, wilson


class Changes(unittest.TestCase):
    def test_the_page_is_what_the_file_says(self):
        self.assertEqual(PAGE.read_text(encoding="utf-8"), page(rows(HERE / "changes.csv")), "run python3 training/changes.py")

    def test_intervals_are_those_of_the_command_line(self):
        # As `gloria tournament` has printed of 195 wins in 400 games.
        self.assertEqual([round(100 * end, 1) for end in wilson(195 / 400, 400)], [43.9, 53.6])

    def test_a_bar_shows_where_it_lies(self):
        shown = bar(0.55, 0.65, 0.5)
        self.assertEqual(len(shown), len(bar(0.0, 1.0, 0.25)))
        self.assertLess(shown.index("│"), shown.index("█"))
        self.assertIn("╋", bar(0.45, 0.55, 0.5))
        self.assertNotIn("·", bar(0.0, 1.0, 0.5))

    def test_a_line_that_can_not_be_is_told(self):
        head = "era,game,change,against,each,players,games,won,verdict\n"
        good = "now,glory,this,that,8 ms,2,100,55.0,kept\n"
        for wrong in ("now,chess,this,that,8 ms,2,100,55.0,kept\n", "now,glory,this,that,8 ms,2,0,55.0,kept\n", "now,glory,this,that,8 ms,2,100,much,kept\n", "now,glory,this,that,8 ms,2,100,55.0,maybe\n"):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "changes.csv"
                path.write_text(head + good + wrong)
                with self.assertRaisesRegex(SystemExit, "line 3"):
                    rows(path)
                path.write_text(head + good)
                self.assertEqual(len(rows(path)), 1)


if __name__ == "__main__":
    unittest.main()
