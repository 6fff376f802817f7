"""OpenSpiel's searches and one of its learning algorithms on our games: `python examples/python/openspiel_search.py`."""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import gloria.openspiel  # noqa: F401  (registers the games)


def play(game, bots, seed):
    """One game between bots; what each got."""
    luck = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
        else:
            bot = bots[state.current_player()]
            state.apply_action(bot.step(state) if bot else luck.choice(state.legal_actions()))
    return state.returns()


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--game", default="gloria_glory_to_rome(players=2,seed=1)")
    ask.add_argument("--games", type=int, default=4)
    ask.add_argument("--simulations", type=int, default=20)
    ask.add_argument("--iterations", type=int, default=20)
    args = ask.parse_args()
    game = pyspiel.load_game(args.game)
    for name in ("MCTS", "ISMCTS"):
        guess = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        if name == "MCTS":
            # It searches the true state, so it knows what it may not know: for comparison only.
            bot = mcts.MCTSBot(game, 1.4, args.simulations, guess, random_state=np.random.RandomState(1))
        else:
            bot = ismcts.ISMCTSBot(game=game, evaluator=guess, uct_c=1.4, max_simulations=args.simulations)
        worth = [play(game, [bot, None], seed)[0] for seed in range(args.games)]
        print(f"{name} with {args.simulations} simulations won {sum(it > 0 for it in worth)} of {args.games} against random play")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(args.iterations):
        solver.iteration()
    print(f"outcome-sampling MCCFR learned of {len(solver._infostates)} information states in {args.iterations} iterations")


if __name__ == "__main__":
    main()
