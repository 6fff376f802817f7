"""OpenSpiel's own test of a game, for each of ours; search and a learning algorithm run on them."""

import pathlib
import random
import runpy
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import gloria
import gloria.openspiel

NAMES = ["gloria_" + name.replace("-", "_") for name in gloria.games()]


def player_counts(name):
    first, last = gloria.Game.specs(name)["players"]["range"]
    return range(first, last + 1)


TABLES = [("gloria_" + name.replace("-", "_"), players) for name in gloria.games() for players in player_counts(name)]


@pytest.mark.parametrize("name, players", TABLES)
def test_random_simulation(name, players):
    game = pyspiel.load_game(f"{name}(players={players})")
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_game(name):
    def play(seed):
        luck = random.Random(1)
        state = pyspiel.load_game(f"{name}(players=2,seed={seed})").new_initial_state()
        for _ in range(120):
            if state.is_terminal():
                break
            state.apply_action(luck.choice(state.legal_actions()))
        return str(state), state.history()

    assert play(3) == play(3) != play(4)


@pytest.mark.parametrize("name", NAMES)
def test_another_world_looks_the_same(name):
    luck = random.Random(2)
    state = pyspiel.load_game(f"{name}(players=2)").new_initial_state()
    compared = 0
    while not state.is_terminal() and compared < 20:
        if not state.is_chance_node():
            player = state.current_player()
            other = state.resample_from_infostate(player, luck.random)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            compared += 1
        state.apply_action(luck.choice(state.legal_actions()))
    assert compared == 20


def test_options_are_parameters():
    game = pyspiel.load_game("gloria_glory_to_rome(players=4,training=on)")
    assert game.game.options["training"] == "on" and game.game.players == 4
    assert pyspiel.load_game("gloria_glory(players=2,round_cap=3)").game.options["round_cap"] == "3"


def evaluator():
    return mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))


@pytest.mark.parametrize("search", ["mcts", "ismcts"])
def test_searches_run(search):
    # Few rounds, so that playouts are short.
    game = pyspiel.load_game("gloria_glory(players=2,round_cap=3)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    if search == "mcts":
        bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=4, evaluator=evaluator())
    else:
        bot = ismcts.ISMCTSBot(game=game, uct_c=1.4, evaluator=evaluator(), max_simulations=4)
    assert bot.step(state) in state.legal_actions()


def test_the_example_searches_and_learns(monkeypatch, capsys):
    """In games of one round, so that they are short."""
    example = pathlib.Path(__file__).parents[3] / "examples" / "python" / "openspiel_search.py"
    words = ["--game", "gloria_glory(players=2,round_cap=1,seed=1)", "--games", "2", "--simulations", "2", "--iterations", "3"]
    monkeypatch.setattr(sys, "argv", [example.name, *words])
    runpy.run_path(str(example), run_name="__main__")
    first, second, learned = capsys.readouterr().out.splitlines()
    assert first.startswith("MCTS with 2 simulations won") and second.startswith("ISMCTS with 2 simulations won")
    states = int(learned.split(" of ")[1].split()[0])
    assert learned.startswith("outcome-sampling MCCFR learned") and states > 3
