"""A hundred thousand calls of anything with anything: every answer is an answer or an exception with one sentence, never a panic."""

import random

import numpy as np
import pytest

import gloria

CALLS = 100_000
#: What is raised on purpose. A panic would be none of them: it is no `Exception` at all.
FAIR = (ValueError, TypeError, IndexError, RuntimeError, OverflowError, AttributeError)


class Fuzz:
    def __init__(self, seed):
        self.luck = random.Random(seed)
        self.refused = 0
        self.games = [gloria.Game(name, players=players) for name in gloria.games() for players in (2, 3)]
        self.states = [game.new_state(seed=1) for game in self.games]
        self.matches = [game.match(seed=1) for game in self.games]
        self.bots = [game.bot(level) for game in self.games for level in ("random", "greedy")]
        self.envs = [gloria.Env(game) for game in self.games]
        self.batches = [gloria.Batch(game, 3, seed=1, threads=1) for game in self.games]

    def junk(self):
        luck = self.luck
        return luck.choice(
            [None, -1, 0, 1, 2, 5, 99, 2**31, 2**63, 2**64, 1.5, float("nan"), "", "A", "B", "Z", "roll", "end", "no\nsuch\0thing", "é" * 50, [], [0, 0, 0], {}, True, b"x", np.int64(3), np.zeros(3), np.zeros(3, np.int64), object()]
        )

    def seed(self):
        return self.luck.choice([self.luck.getrandbits(64), self.luck.getrandbits(64), self.junk()])

    def seat(self):
        return self.luck.choice(["A", "B", 0, 1, None, self.junk()])

    def action(self, state):
        legal = state.legal
        if legal and self.luck.random() < 0.7:
            action = self.luck.choice(legal)
            return state.number(action) if self.luck.random() < 0.3 else action
        return self.luck.choice([self.junk(), self.luck.randrange(state.game.action_count)])

    def one(self):
        luck = self.luck
        at = luck.randrange(len(self.games))
        # Usually things of one game; sometimes of another.
        other = at if luck.random() < 0.9 else luck.randrange(len(self.games))
        game, state, match, env, batch = self.games[at], self.states[at], self.matches[at], self.envs[at], self.batches[at]
        kind = luck.randrange(24)
        if kind < 6:
            after = state.play(self.action(state), seed=luck.choice([None, self.seed()]))
            self.states[at] = game.new_state(seed=luck.getrandbits(60)) if after.is_over else after
        elif kind == 6:
            return state.observe(self.seat()), state.mask()
        elif kind == 7:
            return state.text(self.seat(), luck.choice([80, self.junk()]))
        elif kind == 8:
            return state.why_not(self.action(state)), state.draws(self.action(state))
        elif kind == 9:
            self.states[at] = state.imagine(self.seat(), seed=self.seed())
        elif kind == 10:
            return state.fact(luck.choice(["A hand", "pool", "turn", "B glory", self.junk()]), self.seat())
        elif kind == 11:
            return self.luck.choice(self.bots).choose(self.states[other], seed=self.seed())
        elif kind < 15:
            match.play(self.action(match.state))
            if match.is_over or len(match) > 60:
                self.matches[at] = game.match(seed=self.seed(), start=luck.choice([None, self.states[other]]))
        elif kind == 15:
            return match.undo() if luck.random() < 0.7 else match.told(self.seat())
        elif kind == 16:
            text = match.write()
            cut = luck.randrange(len(text))
            return gloria.Match.read(text[:cut] + str(self.junk()) + text[cut:])
        elif kind == 17:
            return luck.choice([env.set_state, env.step, env.observe, env.sample, env.reset])(luck.choice([self.states[other], self.junk()]))
        elif kind == 18:
            env.step(int(luck.choice(env.legal)))
        elif kind == 19:
            actions = batch.sample()
            if luck.random() < 0.2:
                actions[luck.randrange(3)] = luck.randrange(-5, game.action_count + 5)
            batch.step(luck.choice([actions, actions, actions.astype(np.int32), self.junk()]))
        elif kind == 20:
            return luck.choice([batch.state, batch.reset, batch.advise])(self.junk())
        elif kind == 21:
            return gloria.Game(luck.choice([*gloria.games(), self.junk()]), **{luck.choice(["players", "training", "cards", "what"]): self.junk()})
        elif kind == 22:
            return luck.choice([game.bot, game.position, gloria.run_scenarios, game.match, gloria.Game.specs])(self.junk())
        else:
            return state.number(self.junk()), state.action(self.junk()), state == self.junk(), hash(state), repr(match), state.explain(self.action(state))
        return None

    def call(self):
        try:
            self.one()
        except FAIR as error:
            self.refused += 1
            message = str(error)
            assert message and "\n" not in message.replace("no\nsuch", "") and "panic" not in message.lower(), message


def test_anything_is_answered_or_refused():
    fuzz = Fuzz(1)
    for _ in range(CALLS):
        fuzz.call()
    assert 0.1 * CALLS < fuzz.refused < 0.7 * CALLS


def test_the_fuzz_would_see_a_panic():
    class Panic(BaseException):
        pass

    def broken():
        raise Panic("index out of bounds")

    fuzz = Fuzz(2)
    fuzz.one = broken
    with pytest.raises(Panic):
        fuzz.call()
