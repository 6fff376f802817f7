"""A tournament on a Ray cluster, or on this machine where there is none. Run it again, and it does only what is missing.

`python examples/python/cluster.py --games 1000`; docs/python.md, "Many machines", has the rest.
"""

import argparse
import pathlib

import gloria
from gloria import lab

ask = argparse.ArgumentParser(description=__doc__)
ask.add_argument("--game", default="glory-to-rome", choices=gloria.games())
ask.add_argument("--players", default="fair,greedy", help="bots, separated by commas")
ask.add_argument("--games", type=int, default=400)
ask.add_argument("--seed", type=int, default=1)
ask.add_argument("--shares", type=int, default=None)
ask.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("gloria-shares"))
args = ask.parse_args()

on = lab.Ray()
found = lab.tournament(
    gloria.Game(args.game, players=2),
    args.players.split(","),
    games=args.games,
    seed=args.seed,
    whole=True,
    folder=args.folder,
    shares=args.shares,
    on=on,
    tell=lambda done, of: print(f"{done} of {of} shares", flush=True),
)
for player in found["players"]:
    print(f"{player['name']:12} won {100 * player['win_rate']:.1f} % (95 %: {100 * player['low']:.1f} to {100 * player['high']:.1f}) of {player['games']} games")
print(f"{on.lost} shares were lost with their workers and done again")
