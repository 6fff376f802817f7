"""One seat against bots, as a Gymnasium environment.

>>> from gloria.single import OneSeat
>>> env = OneSeat("glory", bots=["greedy"], players=2)
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(int(info["legal"][0]))
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np

from ._gloria import Env, Game
from .mask import masked

__all__ = ["OneSeat"]


class OneSeat(gymnasium.Env):
    """A game from one seat, the others played by bots.

    An observation is a vector; the mask of legal numbers and a list of them are in `info` (`action_mask`, `legal`). The reward comes when the
    game ends: 1 for a win, -1 for a loss with two players. `seat` is a place from 0, or nothing: then it is another in each game.
    `illegal` says what becomes of a number that is not legal: `raise` an `IllegalAction`, or play `any` legal action in its place.
    """

    metadata = {"render_modes": ["human", "ansi", "html"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        bots: list[str] | str = "greedy",
        seat: int | None = None,
        render_mode: str | None = None,
        illegal: str = "raise",
        max_decisions: int | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode can't be {render_mode!r}: expected None, human, ansi or html")
        if illegal not in ("raise", "any"):
            raise ValueError(f"illegal can't be {illegal!r}: expected raise or any")
        self.game = Game(game, **options)
        others = self.game.players - 1
        self._env = Env(self.game, [bots] * others if isinstance(bots, str) else list(bots))
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"there is no seat {seat} at this table: expected 0 to {others}")
        self.seat = seat
        self.render_mode = render_mode
        self.illegal = illegal
        self.max_decisions = max_decisions
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (self.game.observation_size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.game.action_count)
        self._luck = random.Random()
        self._here: int | None = None

    def _look(self) -> tuple[np.ndarray, dict[str, Any]]:
        info = {"action_mask": masked(self._env.mask()), "legal": self._env.legal, "seat": self._here}
        return self._env.observe(self._here), info

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._luck = random.Random(seed)
        # Bots may end a game before the seat is asked for the first time: then another is dealt.
        while True:
            self._here = self._luck.randrange(self.game.players) if self.seat is None else self.seat
            self._env.reset(seed=self._luck.getrandbits(64), learner=self._here)
            if self._env.seat >= 0:
                break
        self._decisions = 0
        return self._look()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self._here is None:
            raise RuntimeError("no game has begun: call reset first")
        try:
            seat = self._env.step(int(action))
        except (ValueError, IndexError):
            if self.illegal == "raise":
                raise
            seat = self._env.step(self._env.sample(self._luck.getrandbits(64)))
        self._decisions += 1
        over = seat < 0
        broken_off = not over and self.max_decisions is not None and self._decisions >= self.max_decisions
        observation, info = self._look()
        reward = self._env.returns[self._here] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return observation, float(reward), over, broken_off, info

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        state = self._env.state
        if self.render_mode == "html":
            return state.html(self._here)
        text = state.text(self._here)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


for _name in ("glory-to-rome", "for-glory", "glory"):
    _id = "gloria/" + "".join(word.capitalize() for word in _name.split("-")) + "-v0"
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="gloria.single:OneSeat", kwargs={"game": _name})
