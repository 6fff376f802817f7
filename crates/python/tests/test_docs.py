"""The code of docs/python.md runs as it stands."""

import pathlib
import re

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"


def test_the_page_runs(capsys):
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 7
    # One after the other, as somebody would type them.
    names = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    assert "games won against random play" in capsys.readouterr().out
