"""One seat against bots: Gymnasium's own check, and whole games."""

import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import gloria
from gloria.single import OneSeat


@pytest.mark.parametrize("name", gloria.games())
@pytest.mark.parametrize("players", [2, 3])
def test_gymnasium_checks_it(name, players):
    env = OneSeat(name, bots="random", players=players, illegal="any", max_decisions=40)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


def test_it_is_registered():
    env = gymnasium.make("gloria/GloryToRome-v0", bots=["greedy"], players=2, disable_env_checker=True)
    observation, info = env.reset(seed=4)
    assert observation.shape == (3905,) and info["action_mask"].sum() == len(info["legal"])


def test_a_strong_bot_beats_who_plays_anything():
    lost = 0
    env = OneSeat("glory-to-rome", bots="greedy", players=2)
    for seed in range(30):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(info["legal"][(seed * 7) % len(info["legal"])]))
        lost += reward < 0
    assert lost >= 24


def test_wrong_settings_are_said():
    with pytest.raises(ValueError, match="^there is no player 'genius'"):
        OneSeat("glory", bots=["genius"], players=2)
    with pytest.raises(ValueError, match="^2 bots do not fit a table of 2: expected 1, or none$"):
        OneSeat("glory", bots=["greedy", "greedy"], players=2)
    with pytest.raises(ValueError, match="^there is no seat 2 at this table: expected 0 to 1$"):
        OneSeat("glory", seat=2, players=2)
    with pytest.raises(RuntimeError, match="^no game has begun: call reset first$"):
        OneSeat("glory", players=2).step(0)
