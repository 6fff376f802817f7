"""A mask is an array like any other, only quicker to look through."""

import pickle
import random

import gymnasium
import numpy as np
import pytest

from gloria import for_glory_v0
from gloria.mask import Mask, masked
from gloria.single import OneSeat


def plain(mask):
    return np.array(mask, copy=True, subok=False)


@pytest.mark.parametrize("shape", [(0,), (1,), (63,), (2203,), (7, 9), (3, 4, 5)])
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.float32, bool])
def test_what_is_not_0_is_found_as_numpy_finds_it(shape, kind):
    luck = np.random.default_rng(len(shape))
    for share in (0.0, 0.01, 0.5, 1.0):
        values = (luck.integers(-3, 100, shape) * (luck.random(shape) < share)).astype(kind)
        mask = masked(values)
        for look in (np.nonzero, np.flatnonzero, np.argwhere, np.count_nonzero, np.where):
            ours, theirs = look(mask), look(values)
            assert np.array_equal(ours, theirs), (look, share)
            assert str(ours) == str(theirs)
        assert [type(found) for found in mask.nonzero()] == [np.ndarray] * len(shape)
        assert np.array_equal(mask[::2].nonzero(), values[::2].nonzero())
        assert np.array_equal(mask.T.nonzero(), values.T.nonzero())


def test_it_follows_what_is_written_into_it():
    """Nothing is remembered: a mask that was wrong would be a trap."""
    mask = masked(np.zeros(100, np.int8))
    mask[7] = 1
    assert mask.nonzero()[0].tolist() == [7]
    mask[:] = 0
    mask[[3, 99]] = -1
    assert np.flatnonzero(mask).tolist() == [3, 99]
    shared = np.zeros(10, np.int8)
    same = masked(shared)
    shared[5] = 1
    assert np.flatnonzero(same).tolist() == [5]


def test_what_is_worked_out_from_it_is_plain():
    mask = masked(np.array([0, 1, 1], np.int8))
    for made in (mask == 1, mask + 1, ~mask, np.logical_not(mask), np.flatnonzero(mask)):
        assert type(made) is np.ndarray
    assert mask.sum() == 2 and mask.any() and not mask.all() and mask.max() == 1
    assert type(mask.copy()) is Mask and type(pickle.loads(pickle.dumps(mask))) is Mask
    assert pickle.loads(pickle.dumps(mask)).tolist() == [0, 1, 1]


def test_spaces_sample_by_it_as_by_any_other():
    env = for_glory_v0.raw_env(players=2)
    luck = random.Random(1)
    env.reset(seed=1)
    ours, theirs = (gymnasium.spaces.Discrete(env.game.action_count, seed=1) for _ in range(2))
    for agent in env.agent_iter(50):
        observation, _, termination, truncation, info = env.last()
        assert not (termination or truncation)
        mask = observation["action_mask"]
        assert isinstance(mask, Mask) and mask.dtype == np.int8 and mask.flags.writeable
        assert env.observation_space(agent).contains(observation)
        assert ours.sample(mask) == theirs.sample(plain(mask))
        assert np.flatnonzero(mask).tolist() == np.flatnonzero(plain(mask)).tolist() == sorted(info["legal"])
        env.step(luck.choice(info["legal"].tolist()))
    env = OneSeat("glory", players=2)
    assert isinstance(env.reset(seed=1)[1]["action_mask"], Mask)
