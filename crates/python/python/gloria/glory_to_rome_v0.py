"""Glory to Rome as a PettingZoo environment: `env(players=2)`.

>>> from gloria import glory_to_rome_v0
>>> env = glory_to_rome_v0.env(players=2)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination or truncation else int(info["legal"][0]))
...     if env.unwrapped._decisions == 20:
...         break
"""

from .pettingzoo import module

__all__ = ["env", "raw_env", "parallel_env"]

env, raw_env, parallel_env = module("glory-to-rome")
