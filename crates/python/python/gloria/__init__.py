"""The games of Gloria: Glory to Rome, For Glory and Glory.

A `Game` is a game with its options, a `State` a position of it (an opaque value), a `Bot` a player, a `Match` a game that is recorded, an
`Env` one game in numbers, and a `Batch` many of them, stepped in one call. `gloria.glory_to_rome_v0`, `gloria.for_glory_v0` and
`gloria.glory_v0` are PettingZoo environments, `gloria.single` a Gymnasium environment against bots, and `gloria.openspiel` registers the games
with OpenSpiel; each needs its library. `gloria.lab` measures and tunes bots on all cores, or on many machines with Ray.

>>> import gloria
>>> state = gloria.Game("glory-to-rome", players=3).new_state(seed=1)
>>> state.seat in ("A", "B", "C")
True
>>> state = state.play(state.legal[0])
"""

from __future__ import annotations

from ._gloria import (
    Batch,
    Bot,
    Env,
    Game,
    GameOver,
    IllegalAction,
    Match,
    State,
    __version__,
    games,
    levels,
    run_scenarios,
)

__all__ = [
    "Batch",
    "Bot",
    "Env",
    "Game",
    "GameOver",
    "IllegalAction",
    "Match",
    "State",
    "__version__",
    "games",
    "levels",
    "run_scenarios",
]


def _game(name: str, options: list[tuple[str, str]]) -> Game:
    """A game as it was pickled."""
    return Game(name, **dict(options))
