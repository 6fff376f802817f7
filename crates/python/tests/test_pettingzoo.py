"""PettingZoo's own tests, for every game and number of players."""

import random
import time
import warnings
from types import SimpleNamespace

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import gloria
from gloria import for_glory_v0, glory_to_rome_v0, glory_v0
from gloria.pettingzoo import Table

MODULES = {"glory-to-rome": glory_to_rome_v0, "for-glory": for_glory_v0, "glory": glory_v0}


def tables():
    for name in gloria.games():
        low, high = gloria.Game.specs(name)["players"]["range"]
        for players in range(low, high + 1):
            yield pytest.param(name, players, id=f"{name}-{players}")


every_table = pytest.mark.parametrize("name, players", list(tables()))


@every_table
def test_api(name, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(MODULES[name].env(players=players), num_cycles=120)


@every_table
def test_seeds(name, players):
    seed_test(lambda: MODULES[name].env(players=players), num_cycles=60)


@every_table
def test_max_cycles(name, players):
    """Everyone acts at once there, and random numbers are hardly ever legal."""

    def parallel_env(max_cycles):
        return MODULES[name].parallel_env(max_cycles=max_cycles, players=players, illegal="any")

    def env(max_cycles):
        return parallel_to_aec(parallel_env(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=env))


@every_table
def test_performance_benchmark(name, players, monkeypatch, capsys):
    """It runs for five seconds; its clock goes fifteen times as fast here. `bench.py` measures."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: 15 * real())
    performance_benchmark(MODULES[name].env(players=players))
    assert "turns per second" in capsys.readouterr().out


@every_table
def test_render(name, players, capsys):
    looks = {"html": lambda page: page.startswith("<iframe"), "ansi": lambda text: "\n" in text}
    render_test(lambda render_mode: MODULES[name].env(players=players, render_mode=render_mode), looks)
    assert capsys.readouterr().out


@every_table
def test_parallel_api(name, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(MODULES[name].parallel_env(players=players, illegal="any"), num_cycles=60)


def option_tables():
    for name in gloria.games():
        for option, spec in gloria.Game.specs(name).items():
            values = spec.get("words") or [str(value) for value in spec.get("range", ())]
            yield from ((name, option, value) for value in values if option != "players")


@pytest.mark.parametrize("name, option, value", list(option_tables()))
def test_every_option_is_played(name, option, value):
    """A random game at a table with each value of each option, as far as it goes in so many decisions."""
    try:
        env = MODULES[name].raw_env(**{option: value})
    except ValueError:
        # Not every value fits every number of players: there is a table for it, then.
        low, high = gloria.Game.specs(name)["players"]["range"]
        env = next(filter(None, (made(name, option, value, players) for players in range(low, high + 1))))
    luck = random.Random(1)
    env.reset(seed=1)
    assert env.game.options[option] == value
    for agent in env.agent_iter(60):
        observation, reward, termination, truncation, info = env.last()
        legal = [] if termination or truncation else info["legal"].tolist()
        if legal:
            assert observation["action_mask"].nonzero()[0].tolist() == sorted(legal)
            assert env.observation_space(agent).contains(observation)
        env.step(luck.choice(legal) if legal else None)


def made(name, option, value, players):
    try:
        return MODULES[name].raw_env(**{option: value, "players": players})
    except ValueError:
        return None


def test_returns_are_those_of_the_game():
    luck = random.Random(3)
    for name in gloria.games():
        env = MODULES[name].raw_env(players=3)
        env.reset(seed=5)
        got = {}
        for agent in env.agent_iter():
            _, reward, termination, truncation, info = env.last()
            got[agent] = got.get(agent, 0.0) + reward
            env.step(None if termination or truncation else luck.choice(info["legal"].tolist()))
        state = env.state_value
        assert state.is_over and tuple(got[agent] for agent in env.possible_agents) == pytest.approx(state.returns)
        winners = {f"player_{ord(seat) - ord('A')}" for seat in state.outcome["winners"]}
        assert {agent for agent, worth in got.items() if worth > 0} == winners


def test_wrong_use_is_said_in_one_sentence():
    env = glory_v0.raw_env(players=2)
    with pytest.raises(RuntimeError, match="^no game has begun: call reset first$"):
        env._env.step(0)
    env.reset(seed=1)
    with pytest.raises(IndexError, match="^number 999999 is no action: expected 0 to 2473$"):
        env.step(999_999)
    with pytest.raises(gloria.IllegalAction):
        env.step(env.action_space("player_0").n - 1)
    with pytest.raises(ValueError, match="^illegal can't be 'win': expected one of raise, lose, any$"):
        glory_v0.env(illegal="win")
    with pytest.raises(ValueError, match="^render_mode can't be 'film'"):
        glory_v0.env(render_mode="film")
    with pytest.raises(ValueError, match="^glory has no option 'dragons'"):
        glory_v0.env(dragons=3)


def test_an_illegal_action_can_lose():
    env = Table("glory", players=3, illegal="lose")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(env.game.action_count - 1)
    assert env.terminations[loser] and env.rewards[loser] == -1.0 and sum(env.rewards.values()) == 0.0
