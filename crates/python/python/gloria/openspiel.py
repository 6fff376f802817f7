"""The games for OpenSpiel: `import gloria.openspiel`, then `pyspiel.load_game("gloria_glory(players=3)")`.

Games are called `gloria_glory_to_rome`, `gloria_for_glory` and `gloria_glory`; their parameters are the games' options. Chance is sampled: where
an action draws or rolls something, a chance node follows with one outcome, and what is drawn is decided when it is applied. Luck comes from
the parameter `seed`. The observation is what the seat may know now, as a tensor and as a string; the information state string has perfect
recall: everything the seat has seen and done. Giving the game up is not among the actions. `resample_from_infostate` makes another world that the seat can't tell from this one.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any, Callable

import numpy as np
import pyspiel

from ._gloria import Game, State, games

__all__ = ["GloriaGame", "GloriaState", "Observer"]

#: The one outcome of a chance node.
DRAW = 0


def _short(name: str) -> str:
    return "gloria_" + name.replace("-", "_")


def _type(name: str) -> pyspiel.GameType:
    specs = Game.specs(name)
    low, high = specs["players"]["range"]
    # OpenSpiel knows a parameter's type by its default, and reads `round_cap=3` as a number.
    parameters: dict[str, Any] = {option: int(spec["default"]) if "range" in spec else spec["default"] for option, spec in specs.items()}
    parameters["seed"] = 0
    return pyspiel.GameType(
        short_name=_short(name),
        long_name=Game(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class GloriaGame(pyspiel.Game):
    """A game with its options."""

    name: str
    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.seed = int(params.get("seed", 0))
        self.luck = random.Random(self.seed)
        defaults = {option: spec["default"] for option, spec in Game.specs(self.name).items()}
        # What is as usual need not fit what is not: a default is only set where it was asked for.
        options = {name: value for name, value in params.items() if name != "seed" and str(value) != defaults.get(name)}
        self.game = Game(self.name, **options)
        decisions = self.game.most_decisions
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.action_count,
            max_chance_outcomes=1,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=decisions,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> "GloriaState":
        return GloriaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict | None = None) -> "Observer":
        if params:
            raise ValueError(f"there are no observation parameters: {params} was given")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.game, recall)

    def max_chance_nodes_in_history(self) -> int:
        return self.game.most_decisions + 1

    def __deepcopy__(self, memo: dict) -> "GloriaGame":
        return self

    def get_rng_state(self) -> str:
        """Where the luck of chance nodes is."""
        return json.dumps(self.luck.getstate())

    def set_rng_state(self, state: str) -> None:
        """Goes back to where the luck of chance nodes was."""
        version, numbers, gauss = json.loads(state)
        self.luck.setstate((version, tuple(numbers), gauss))


class GloriaState(pyspiel.State):
    """A position; before the deal, and where something is to be drawn, a chance node."""

    def __init__(self, game: GloriaGame) -> None:
        super().__init__(game)
        self._table = game
        self.position: State | None = None
        self._pending: int | None = None
        # What each seat has seen and done so far, as a chain of hashes.
        self._seen = ["" for _ in range(game.game.players)]

    def current_player(self) -> int:
        if self.position is None or self._pending is not None:
            return pyspiel.PlayerId.CHANCE
        if self.position.is_over:
            return pyspiel.PlayerId.TERMINAL
        return ord(self.position.seat) - ord("A")

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.choices.tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(DRAW, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            luck = self._table.luck.getrandbits(64)
            if self.position is None:
                self.position = self._table.game.new_state(seed=luck)
            else:
                self._pending, pending = None, self._pending
                self.position = self.position.play(pending, seed=luck)
            return
        player = self.current_player()
        chained = f"{self._seen[player]} {self._look(player)} {action}"
        self._seen[player] = hashlib.sha256(chained.encode()).hexdigest()
        if self.position.draws(action):
            self._pending = action
        else:
            self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "draw"
        return self.position.action(action)

    def is_terminal(self) -> bool:
        return self.position is not None and self._pending is None and self.position.is_over

    def returns(self) -> list[float]:
        if self.position is None:
            return [0.0] * self._table.game.players
        return list(self.position.returns)

    def _look(self, player: int) -> str:
        if self.position is None:
            return "not dealt yet"
        return self.position.text(player)

    def __str__(self) -> str:
        if self.position is None:
            return "not dealt yet"
        said = self.position.text()
        return said if self._pending is None else f"{said}\nto be drawn for: {self.position.action(self._pending)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "GloriaState":
        """Another world that the player can't tell from this one."""
        other = self.clone()
        if other.position is not None:
            seed = int(sampler() * 2**53) ^ self._table.luck.getrandbits(64)
            other.position = other.position.imagine(player, seed=seed)
        return other

    def __deepcopy__(self, memo: dict) -> "GloriaState":
        other = GloriaState(self._table)
        other.position, other._pending, other._seen = self.position, self._pending, self._seen[:]
        return other


class Observer:
    """What a seat sees, as OpenSpiel asks for it."""

    def __init__(self, game: Game, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {
            f"{field['name']}": self.tensor[field["offset"] : field["offset"] + field["length"]] for field in game.fields
        }

    def set_from(self, state: GloriaState, player: int) -> None:
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.position.observe(player)

    def string_from(self, state: GloriaState, player: int) -> str:
        seen = state._look(player)
        return f"{state._seen[player]} {seen}" if self.recall else seen


def _register() -> None:
    known = set(pyspiel.registered_names())
    for name in games():
        if _short(name) not in known:
            kind = type("Gloria" + Game(name).title.replace(" ", ""), (GloriaGame,), {"name": name, "game_type": _type(name)})
            pyspiel.register_game(kind.game_type, kind)


_register()
