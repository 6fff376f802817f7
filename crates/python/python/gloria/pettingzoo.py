"""PettingZoo environments of every game, with masks, all options and every number of players.

Each game has a module of its own, as PettingZoo's have: `gloria.glory_to_rome_v0.env(players=3)`.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ._gloria import Env, Game, IllegalAction
from .mask import masked

__all__ = ["Table", "AllAtOnce"]

#: What becomes of a number that is not legal.
ILLEGAL = ("raise", "lose", "any")


def _spaces(game: Game) -> tuple[gymnasium.Space, gymnasium.Space]:
    observation = gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0.0, 1.0, (game.observation_size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (game.action_count,), np.int8),
        }
    )
    return observation, gymnasium.spaces.Discrete(game.action_count)


def _check(name: str, value: str | None, values: tuple[str | None, ...]) -> None:
    if value not in values:
        expected = ", ".join(str(value) for value in values)
        raise ValueError(f"{name} can't be {value!r}: expected one of {expected}")


class Table(AECEnv):
    """One table: agents take turns as the game says.

    An observation is a dictionary of `observation` (what that seat may know, seen from that seat) and `action_mask` (all 0 but for
    the one who decides; a `gloria.mask.Mask`). `infos[agent]["legal"]` has the legal numbers of the one who decides, which is quicker than to look through the mask.
    Rewards come when the game ends: 1 to who wins alone, and all together 0. Giving the game up is not among the actions.
    """

    metadata = {"render_modes": ["human", "ansi", "html"], "is_parallelizable": False, "name": "gloria"}

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        illegal: str = "raise",
        max_decisions: int | None = None,
        **options: Any,
    ) -> None:
        """A table of this game. `illegal` says what becomes of a number that is not legal: `raise` an `IllegalAction`, `lose` the
        game, or play `any` legal action in its place. After `max_decisions` the game is truncated."""
        super().__init__()
        _check("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        _check("illegal", illegal, ILLEGAL)
        self.game = Game(name, **options)
        self.metadata = {**Table.metadata, "name": f"{name.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.illegal = illegal
        self.max_decisions = max_decisions
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self._place = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: _spaces(self.game) for agent in self.possible_agents}
        self._env = Env(self.game)
        self._luck = random.Random()
        self.agents = []

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        if seed is not None:
            self._luck = random.Random(seed)
        self._env.reset(seed=self._luck.getrandbits(64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._masked: tuple[int, np.ndarray] | None = None
        self._ask(self._env.seat)

    def _ask(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"legal": self._env.legal}

    def _end(self, returns: tuple[float, ...] | None, ended: dict[str, bool]) -> None:
        for agent in self.agents:
            ended[agent] = True
            self.infos[agent] = {}
            if returns is not None:
                self.rewards[agent] = returns[self._place[agent]]
                self._cumulative_rewards[agent] += self.rewards[agent]
        # Everyone is told once; dead agents are asked for nothing.
        self.agent_selection = self.agents[0]

    def _lost(self, loser: int) -> tuple[float, ...]:
        players = self.game.players
        share = 1.0 / max(players - 1, 1)
        return tuple(-1.0 if seat == loser else share for seat in range(players))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} gave no action: expected a number")
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        self._masked = None
        try:
            seat = self._env.step(action)
        except (IllegalAction, IndexError):
            if self.illegal == "raise":
                self.infos[agent] = {"legal": self._env.legal}
                raise
            if self.illegal == "lose":
                self._end(self._lost(self._place[agent]), self.terminations)
                return
            seat = self._env.step(self._env.sample(self._luck.getrandbits(64)))
        self._decisions += 1
        if seat < 0:
            self._end(self._env.returns, self.terminations)
        elif self.max_decisions is not None and self._decisions >= self.max_decisions:
            self._end(None, self.truncations)
        else:
            self._ask(seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self._place[agent]
        if self._env.seat == seat and not (self.terminations.get(agent) or self.truncations.get(agent)):
            mask = self._env.mask()
        else:
            mask = np.zeros(self.game.action_count, np.int8)
        return {"observation": self._env.observe(seat), "action_mask": masked(mask)}

    @property
    def state_value(self) -> Any:
        """The game as it stands, as a `gloria.State`."""
        return self._env.state

    def render(self) -> str | None:
        """The table as the one who decides sees it: printed (`human`), as text (`ansi`) or as a page's board (`html`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render_mode")
            return None
        if self.render_mode == "html":
            return self._env.state.html()
        text = self._env.state.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return self.metadata["name"]


class AllAtOnce(ParallelEnv):
    """The same game for libraries in which everyone acts at once: in each cycle one decision is made, and what the others say is ignored.

    The mask of whoever only waits allows everything: nothing comes of it.
    """

    metadata = {"render_modes": ["human", "ansi", "html"], "name": "gloria"}

    def __init__(self, name: str, max_cycles: int | None = None, render_mode: str | None = None, **options: Any) -> None:
        self._table = Table(name, render_mode=render_mode, max_decisions=max_cycles, **options)
        self.metadata = {**AllAtOnce.metadata, "name": self._table.metadata["name"]}
        self.possible_agents = self._table.possible_agents[:]
        self.render_mode = render_mode
        self.agents = []

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self._table.observation_space(agent)

    def action_space(self, agent: str) -> gymnasium.Space:
        return self._table.action_space(agent)

    def _observations(self) -> dict[str, dict[str, np.ndarray]]:
        observations = {agent: self._table.observe(agent) for agent in self.agents}
        for agent in self.agents:
            if agent != self._table.agent_selection:
                observations[agent]["action_mask"][:] = 1
        return observations

    def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        if not self.agents:
            raise RuntimeError("the game is over: call reset first")
        table = self._table
        decider = table.agent_selection
        if decider not in actions:
            raise IllegalAction(f"{decider} gave no action: expected a number")
        table.step(actions[decider])
        rewards = {agent: table.rewards[agent] for agent in self.agents}
        terminations, truncations = dict(table.terminations), dict(table.truncations)
        observations, infos = self._observations(), {agent: {} for agent in self.agents}
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def render(self) -> str | None:
        return self._table.render()

    def close(self) -> None:
        pass


def module(name: str) -> tuple[Any, Any, Any]:
    """The functions of a game's module: `env`, `raw_env` and `parallel_env`."""

    def raw_env(**settings: Any) -> Table:
        return Table(name, **settings)

    def env(**settings: Any) -> AECEnv:
        return wrappers.OrderEnforcingWrapper(Table(name, **settings))

    def parallel_env(**settings: Any) -> AllAtOnce:
        return AllAtOnce(name, **settings)

    env.__doc__ = "The environment, which says so where it is used in the wrong order. Settings are those of `Table`, and the game's options."
    raw_env.__doc__ = "The environment itself, a `Table`."
    parallel_env.__doc__ = "The environment for libraries in which everyone acts at once, an `AllAtOnce`."
    return env, raw_env, parallel_env
