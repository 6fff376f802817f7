"""Games, states, bots, records and scenarios: what the package promises, and what it says when it is used wrongly."""

import ast
import copy
import doctest
import importlib
import os
import pathlib
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import gloria

HERE = pathlib.Path(gloria.__file__).parent
NAMES = gloria.games()


def table(name, **options):
    return gloria.Game(name, **{"players": 2, **options})


@pytest.mark.parametrize("module", ["gloria", "gloria._gloria", "gloria.lab", "gloria.mask", "gloria.single", "gloria.glory_v0", "gloria.for_glory_v0", "gloria.glory_to_rome_v0"])
def test_examples_in_docstrings_run(module):
    module = importlib.import_module(module)
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for test in finder.find(module, module.__name__) if test.examples]
    if module.__name__ == "gloria._gloria":
        # Classes of an extension are looked through by hand: doctest would not find them.
        found = [
            doctest.DocTestParser().get_doctest(thing.__doc__, {}, name, None, 0)
            for name, thing in vars(module).items()
            if ">>>" in (getattr(thing, "__doc__", None) or "")
        ]
        assert len(found) >= 8
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for test in found:
        runner.run(test)
    assert found and runner.summarize().failed == 0


def test_stubs_and_engine_name_the_same_things():
    tree = ast.parse((HERE / "_gloria.pyi").read_text())
    engine = importlib.import_module("gloria._gloria")
    own = {"Outcome"}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name not in own and not node.name.startswith("_"):
            said = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            there = {name for name in vars(getattr(engine, node.name)) if not name.startswith("_")}
            assert {name for name in said if not name.startswith("_")} == there, node.name
    said = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")} - own
    assert said == {name for name in vars(engine) if not name.startswith("_")}
    undocumented = [name for name in said if not getattr(engine, name).__doc__]
    assert not undocumented


def test_types_are_what_the_engine_takes(tmp_path):
    """mypy's own comparison of stubs with what they are of: names, parameters, their order and defaults. A wrong stub is found."""
    allowed = tmp_path / "allowed"
    # Names for types alone, which the engine has no use for.
    allowed.write_text("gloria\\._gloria\\.(__all__|Action|Outcome|Player|Seat)\n")
    own = tmp_path / "gloria"
    own.mkdir()
    for path in HERE.iterdir():
        if path.is_file():
            (own / path.name).symlink_to(path)

    def found():
        settings = {**os.environ, "PYTHONPATH": str(tmp_path), "MYPYPATH": str(tmp_path), "MYPY_CACHE_DIR": str(tmp_path / "cache")}
        words = [sys.executable, "-m", "mypy.stubtest", "gloria._gloria", "--concise", "--allowlist", str(allowed)]
        done = subprocess.run(words, capture_output=True, text=True, env=settings, cwd=tmp_path)
        return done.returncode, done.stdout + done.stderr

    assert found() == (0, "")
    stub = own / "_gloria.pyi"
    right = stub.read_text()
    stub.unlink()
    stub.write_text(right.replace("def sample(self) -> NDArray[np.int64]", "def sample(self, seed: int) -> NDArray[np.int64]"))
    code, said = found()
    assert code == 1 and "gloria._gloria.Batch.sample" in said and said.count("\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_states_are_values(name):
    luck = random.Random(name)
    state = table(name).new_state(seed=1)
    for _ in range(60):
        if state.is_over:
            break
        action = luck.choice(state.legal)
        number = state.number(action)
        assert state.action(number) == action and number in state.legal_numbers
        assert state.mask().nonzero()[0].tolist() == sorted(state.legal_numbers.tolist())
        before, one, other = hash(state), state.play(action), state.play(number)
        assert one == other and hash(one) == hash(other) and hash(state) == before
        assert copy.deepcopy(state) == state and state.why_not(action) is None and state.explain(action)
        state = one
    observation = state.observe("A")
    assert observation.dtype == np.float32 and observation.shape == (state.game.observation_size,)
    assert 0.0 <= observation.min() and observation.max() <= 1.0


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_game(name):
    def play(seed):
        match = table(name).match(seed=seed)
        match.run(["greedy", "random"], seed=seed)
        return match.write()

    assert play(5) == play(5) != play(6)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_imagined_looks_the_same(name):
    state = table(name).new_state(seed=3)
    for _ in range(30):
        state = state if state.is_over else state.play(state.legal[-1])
    other = state.imagine("A", seed=9)
    assert np.array_equal(other.observe("A"), state.observe("A")) and other.text("A") == state.text("A")
    assert other.view("A") == state.view("A")


@pytest.mark.parametrize("name", NAMES)
def test_records_go_out_and_come_in(name):
    match = table(name).match(seed=2, names=["Ann", "Ben"])
    match.run(["greedy", lambda view, legal: legal[0]], seed=1)
    text = match.write()
    again = gloria.Match.read(text)
    assert again.write() == text and again.steps == match.steps and again.names == ["Ann", "Ben"]
    assert again.state == match.state and again.outcome == match.outcome
    again.check()
    assert again.standings[-1] == list(match.outcome["scores"].values()) and len(again.standings) == len(again) + 1
    with pytest.raises(gloria.GameOver, match="^the game is over, so nothing is left to decide$"):
        match.play(0)
    half = text[: len(text) // 2]
    with pytest.raises(ValueError, match="^line "):
        gloria.Match.read(half)


def test_decisions_can_be_taken_back_until_something_is_known():
    match = table("glory-to-rome").match(seed=1)
    with pytest.raises(ValueError, match="^there is nothing to undo yet$"):
        match.undo()
    before = match.state
    match.play(next(action for action in match.state.legal if action.startswith("lead")))
    match.undo()
    assert match.state == before and not match.steps
    match.play("think and draw")
    with pytest.raises(ValueError, match="can't be undone$"):
        match.undo()


def test_positions_can_be_set_up_and_scenarios_run():
    state = gloria.Game("glory-to-rome", players=2).position("A hand: Dock, Jack\nleader: A")
    assert "Dock" in state.fact("A hand") and state.seat == "A"
    assert "Dock" not in state.fact("A hand", "B")
    with pytest.raises(ValueError, match="^line 1: "):
        gloria.Game("glory-to-rome", players=2).position("A hand: Duck")
    text = "# A\n```scenario\ngame: glory-to-rome\nset: players=2\nA hand: Dock\n---\nexpect turn: {}\n```\n"
    assert [it["passed"] for it in gloria.run_scenarios(text.format("A"))] == [True]
    (failed,) = gloria.run_scenarios(text.format("B"))
    assert not failed["passed"] and failed["message"] == "line 7: turn: A; expected: B"


def test_bots_of_every_level_choose_what_is_legal():
    for name in NAMES:
        game = table(name)
        state = game.new_state(seed=8)
        for level in gloria.levels():
            fast = {"strong": "strong:20", "master": "master:5ms", "grandmaster": "grandmaster:5ms"}.get(level, level)
            assert gloria.Bot(game, fast).choose(state, seed=1) in state.legal
        chosen, found = game.bot("fair:30").consider(state, seed=1)
        assert chosen in state.legal and {action for action, _, _ in found} <= set(state.legal) and found


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_show_the_board_and_the_scores(name):
    match = table(name).match(seed=4, names=["Ann", "Ben"])
    assert match._repr_html_().startswith("<iframe")
    board = match.state._repr_html_()
    assert board.startswith("<iframe") and "/assets/" not in board
    match.run(["greedy", "greedy"], seed=1)
    plot = match._repr_html_()
    assert plot.startswith("<svg") and plot.count("<polyline") == 2 and "Ann" in plot and "<script" not in plot + board


def test_games_are_equal_by_their_options_and_can_be_pickled():
    game = gloria.Game("glory-to-rome", players=3, training=True)
    assert game == gloria.Game("glory-to-rome", training="on", players="3") != gloria.Game("glory-to-rome", players=3)
    assert pickle.loads(pickle.dumps(game)) == game and game.options["training"] == "on"
    assert game.fields[0]["name"] == "option: players" and game.verbs[0]["first"] == 0
    features = game.action_features()
    assert features.shape == (game.action_count, 7) and features.max() == game.feature_count - 1


def test_what_is_wrong_is_said_in_one_sentence():
    game, other = table("glory"), table("for-glory")
    state = game.new_state(seed=1)
    wrong = [
        (ValueError, lambda: gloria.Game("chess"), "there is no game 'chess': expected one of glory-to-rome, for-glory, glory"),
        (ValueError, lambda: gloria.Game("glory", players=9), "option 'players' can't be '9': expected 1 to 4"),
        (ValueError, lambda: game.bot("genius"), "there is no player 'genius': expected random, gentle, greedy, modest, fair, strong, master or grandmaster"),
        (ValueError, lambda: state.play("fly away"), None),
        (IndexError, lambda: state.play(-1), "number -1 is no action: expected 0 to 2473"),
        (IndexError, lambda: state.action(2474), "number 2474 is no action: expected 0 to 2473"),
        (gloria.IllegalAction, lambda: state.play("roll"), None),
        (TypeError, lambda: state.play(None), "this is no action: expected its notation (a str) or its number (an int)"),
        (ValueError, lambda: state.view("Z"), "there is no seat 'Z' at this table: expected A to B (or 0 to 1)"),
        (ValueError, lambda: state.observe(2), "there is no seat '2' at this table: expected A to B (or 0 to 1)"),
        (TypeError, lambda: state.observe(1.5), None),
        (ValueError, lambda: other.bot("greedy").choose(state), "this is a state of Glory: expected one of For Glory"),
        (ValueError, lambda: table("glory", lair_glory=3).bot("greedy").choose(state), None),
        (ValueError, lambda: other.match(start=state), "this is a state of Glory: expected one of For Glory"),
        (ValueError, lambda: game.match(start=state).write(), "a game from a position can't be written: expected one that began with its deal"),
        (ValueError, lambda: game.match(names=["Ann"]), "1 names were given: expected 2"),
        (ValueError, lambda: game.match().run(["greedy"]), "1 players were given: expected 2"),
        (TypeError, lambda: game.match().run(["greedy", 7]), "this is no player: expected a level's name, a Bot or a function"),
        (ValueError, lambda: gloria.Match.read("nonsense"), "line 1: this is not a record: expected 'gloria-record 1'"),
        (ValueError, lambda: state.text(width=3), "a table can't be 3 wide: expected 40 to 1000"),
        (ValueError, lambda: state.fact("weather"), "there is no fact 'weather'"),
        (IndexError, lambda: game.match().state_at(5), "only 0 decisions stand in this record"),
        (RuntimeError, lambda: gloria.Env(game).step(0), "no game has begun: call reset first"),
        (ValueError, lambda: gloria.Env(other).set_state(state), "this is a state of Glory: expected one of For Glory"),
        (ValueError, lambda: gloria.Batch(game, 0), "a batch can't have 0 games: expected 1 to 1048576"),
        (OverflowError, lambda: game.new_state(seed=-1), None),
    ]
    for kind, call, sentence in wrong:
        with pytest.raises(kind) as caught:
            call()
        message = str(caught.value)
        assert sentence is None or message == sentence
        assert message and "\n" not in message and "panic" not in message.lower()


def test_a_game_that_was_given_up_is_over():
    match = table("glory", players=3).match(seed=1)
    match.resign("B")
    assert match.is_over and match.outcome["winners"] == ["A", "C"]
    with pytest.raises(gloria.GameOver):
        match.play(match.state.legal[0])
