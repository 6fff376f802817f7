"""The lab finds the same figures on threads, in processes and on Ray, whatever is lost on the way, and they are the command line's."""

import multiprocessing
import os
import pathlib
import runpy
import signal
import subprocess
import sys
import threading
import time

import pytest

import gloria
from gloria import lab

try:
    import ray
except ImportError:
    # `cargo xtask test` says so, and what to install.
    ray = None

needs_ray = pytest.mark.skipif(ray is None, reason="Ray is not installed")
#: The binary to compare with.
COMMAND = os.environ.get("GLORIA")
needs_command = pytest.mark.skipif(COMMAND is None, reason="GLORIA names no binary to compare with")
CLUSTER_FILE = pathlib.Path(__file__).parents[3] / "docs" / "ray-cluster.yaml"
EXAMPLE = pathlib.Path(__file__).parents[3] / "examples" / "python" / "cluster.py"

GLORY = gloria.Game("glory", players=2)
PLAYERS = ["greedy", "random"]


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """One for all tests."""
    if ray is None:
        yield
        return
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=80_000_000)
    yield
    ray.shutdown()


def places():
    """Every way to do shares, with 1, 2 and 4 workers."""
    yield from (lab.Threads(1), lab.Threads(4), lab.Processes(2))
    if ray:
        yield from (lab.Ray(at_once=1), lab.Ray(at_once=2), lab.Ray(at_once=4))


def command(*words):
    return subprocess.run([COMMAND, *map(str, words)], check=True, capture_output=True, text=True).stdout


def held(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


class Counted(lab.Threads):
    """Remembers how many shares it was given."""

    given = 0

    def each(self, work, shares):
        self.given += len(shares)
        yield from super().each(work, shares)


@needs_command
def test_a_tournament_is_the_same_everywhere():
    alone = command("tournament", "glory", "--players", "greedy,random", "--set", "players=2", "--games", 120, "--seed", 3, "--json")
    for shares, on in zip((1, 3, 8, 8, 16, 5), places()):
        found = lab.tournament(GLORY, PLAYERS, games=120, seed=3, shares=shares, on=on)
        assert found.text == alone, on
    assert found.csv == command("tournament", "glory", "--players", "greedy,random", "--set", "players=2", "--games", 120, "--seed", 3, "--csv")


@needs_command
def test_a_balance_is_the_same_everywhere():
    alone = command("balance", "glory", "--player", "random", "--set", "players=2", "--games", 40, "--seed", 3, "--json")
    for on in places():
        assert lab.balance(GLORY, "random", games=40, seed=3, shares=6, on=on).text == alone, on


@needs_command
def test_a_tuning_is_the_same_everywhere(tmp_path):
    alone = command("tune", "glory", "--generations", 2, "--seed", 5, "--tables", "2,3")
    for at, on in enumerate(places()):
        if isinstance(on, lab.Processes):
            continue  # They start anew for each half of a generation, which takes a while.
        folder = tmp_path / str(at)
        lab.tune("glory", generations=1, seed=5, tables=[2, 3], folder=folder, on=on)
        again = lab.tune("glory", generations=2, seed=5, tables=[2, 3], folder=folder, on=on)
        assert again.text == alone and again.generation == 2, on
    command("tune", "glory", "--generations", 1, "--seed", 5, "--tables", "2,3", "--state", tmp_path / "0.json")
    (tmp_path / "mixed").mkdir()
    (tmp_path / "0.json").rename(tmp_path / "mixed" / "tuning.json")
    assert lab.tune("glory", generations=2, seed=5, tables=[2, 3], folder=tmp_path / "mixed").text == alone


@needs_command
def test_self_play_is_the_same_everywhere(tmp_path):
    command("selfplay", "glory", "--out", tmp_path / "alone", "--set", "players=2", "--games", 12, "--per-file", 2, "--players", "greedy,random", "--seed", 4)
    alone = held(tmp_path / "alone")
    assert len(alone) == 8
    for at, on in enumerate(places()):
        folder = tmp_path / str(at)
        done = lab.selfplay(GLORY, folder, games=12, per_file=2, players=PLAYERS, seed=4, on=on)
        assert held(folder) == alone and done["games"] == 12, on
    os.remove(folder / "glory-4-000003.games")
    on = Counted()
    assert lab.selfplay(GLORY, folder, games=12, per_file=2, players=PLAYERS, seed=4, on=on)["before"] == 10
    assert held(folder) == alone and on.given == 1
    with pytest.raises(ValueError, match="holds other games: choose another folder"):
        lab.selfplay(GLORY, folder, games=12, per_file=2, players=["random"], seed=4)


def test_only_what_is_missing_is_done_again(tmp_path):
    whole = lab.tournament(GLORY, PLAYERS, games=40, seed=3, shares=8, folder=tmp_path)
    before = held(tmp_path)
    assert len(before) == 8
    os.remove(tmp_path / "share-2-of-8.jsonl")
    cut = tmp_path / "share-5-of-8.jsonl"
    cut.write_bytes(cut.read_bytes()[:-20])
    told, on = [], Counted()
    again = lab.tournament(GLORY, PLAYERS, games=40, seed=3, folder=tmp_path, on=on, tell=lambda *share: told.append(share))
    assert again.text == whole.text and held(tmp_path) == before and on.given == 2 and told == [(7, 8), (8, 8)]
    if COMMAND:
        assert command("merge", "--json", *sorted(tmp_path.iterdir())) == whole.text
    for wrong, message in (
        ({"shares": 4}, "was begun with 8 shares: expected 4"),
        ({"seed": 4}, "holds something else: choose another folder"),
    ):
        with pytest.raises(ValueError, match=message):
            lab.tournament(GLORY, PLAYERS, **{"games": 40, "seed": 3, "folder": tmp_path, **wrong})


def at_work(kind):
    """The processes that do shares now, with the time that they have used."""
    if kind == "processes":
        found = [process.pid for process in multiprocessing.active_children()]
    else:
        # Ray names them so while they do.
        found = [int(path.name) for path in pathlib.Path("/proc").iterdir() if path.name.isdigit() and readable(path / "cmdline").startswith(b"ray::gloria_share")]
    for process in found:
        if used := readable(pathlib.Path(f"/proc/{process}/stat")).rpartition(b")")[2].split():
            yield process, int(used[11])


def readable(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def kill_one(kind, killed, over):
    """Kills one that is in the middle of its work, unless all is done before."""
    before = {}
    while not killed and not over.is_set():
        for process, used in at_work(kind):
            if used - before.setdefault(process, used) >= 4:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
                return
        time.sleep(0.01)


@pytest.mark.skipif(not pathlib.Path("/proc/self/cmdline").exists(), reason="there is no /proc to find processes in")
@pytest.mark.parametrize("kind", ["processes", pytest.param("ray", marks=needs_ray)])
def test_a_killed_workers_share_is_done_again(kind):
    on = lab.Processes(2) if kind == "processes" else lab.Ray(at_once=2)
    alone = lab.tournament(GLORY, ["fair", "random"], games=8, seed=3, shares=1)
    killed = []
    # Workers may be done before they are found at work: then they do it all once more.
    for _ in range(20):
        over = threading.Event()
        killer = threading.Thread(target=kill_one, args=(kind, killed, over))

        def once_begun(done, of):
            if done == 1:
                killer.start()

        found = lab.tournament(GLORY, ["fair", "random"], games=8, seed=3, shares=4, on=on, tell=once_begun)
        over.set()
        killer.join()
        assert found.text == alone.text
        if killed:
            break
    assert len(killed) == 1 and on.lost >= 1


def deadly():
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("kind", ["processes", pytest.param("ray", marks=needs_ray)])
def test_a_share_that_ends_every_worker_is_given_up(kind, monkeypatch):
    monkeypatch.setattr(lab, "ATTEMPTS", 2)
    # What every Python has: a worker need not look for it among our tests.
    on, work, share = (lab.Processes(1), os._exit, (1,)) if kind == "processes" else (lab.Ray(), dies(), ())
    with pytest.raises(RuntimeError, match="ended 2 times|lost 2 times"):
        list(on.each(work, [share]))
    assert on.lost == 2


def dies():
    """Ray sends functions within functions along; those of a module that it has not are below."""

    def killed():
        os.kill(os.getpid(), signal.SIGKILL)

    return killed


@needs_ray
def test_a_worker_without_the_package_is_told():
    with pytest.raises(RuntimeError, match="^a worker can't find the package: install the same version of gloria on every machine of the cluster$"):
        list(lab.Ray().each(deadly, [()]))


@needs_ray
def test_what_a_share_raises_is_told_in_its_own_words():
    with pytest.raises(RuntimeError, match="^[^\n]* has gloria [^\n]*: expected 0.0.0, as where the shares come from$"):
        list(lab.Ray().each(lab._share, [("0.0.0", "", 1, 1)]))


def test_what_does_not_fit_is_told_in_one_sentence(monkeypatch, tmp_path):
    for call, message in (
        (lambda: lab.tournament(GLORY, ["greedy"]), "1 players can't fill 2 seats"),
        (lambda: lab.tournament(GLORY, ["greedy", "nobody"]), "there is no player 'nobody'"),
        (lambda: lab.tournament(GLORY, PLAYERS, shares=0), "0 can't be a number of shares: expected at least 1"),
        (lambda: lab.Threads(0), "0 can't be a number of workers: expected at least 1"),
        (lambda: lab.balance(GLORY, "nobody"), "there is no player 'nobody'"),
        (lambda: lab.tune("chess"), "there is no game 'chess'"),
        (lambda: lab.tune("glory", tables=[9]), "option 'players' can't be '9'"),
        (lambda: lab.tune("glory", teacher="nobody"), "there is no player 'nobody'"),
        (lambda: lab.selfplay("glory", tmp_path, games=0), "there is nothing to do"),
        (lambda: lab.selfplay("glory", tmp_path, games=1, stray=2.0), "stray can't be 2: expected a number from 0 to 1"),
    ):
        with pytest.raises(ValueError, match=message) as error:
            call()
        assert "\n" not in str(error.value)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match="^Ray is not installed: pip install 'gloria\\[ray\\]', or leave `on` out to use this machine's cores$"):
        lab.Ray()


@needs_ray
def test_the_example_does_only_what_is_missing(tmp_path, monkeypatch, capsys):
    words = ["--game", "glory", "--players", "greedy,random", "--games", "6", "--shares", "3", "--folder", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", [EXAMPLE.name, *words])

    def said():
        runpy.run_path(str(EXAMPLE))
        lines = capsys.readouterr().out.splitlines()
        told = [line for line in lines if line.endswith("shares")]
        return told, [line for line in lines if line not in told]

    told, found = said()
    assert told == [f"{done} of 3 shares" for done in (1, 2, 3)] and len(found) == 3 and "greedy" in found[0] + found[1]
    os.remove(tmp_path / "share-2-of-3.jsonl")
    assert said() == (["3 of 3 shares"], found)


@needs_ray
def test_the_example_cluster_file_is_one():
    import yaml
    from ray.autoscaler._private.util import prepare_config, validate_config

    config = yaml.safe_load(CLUSTER_FILE.read_text())
    validate_config(prepare_config(config))
    assert config["provider"]["type"] == "local" and len(config["provider"]["worker_ips"]) == 2
    config["no_such_key"] = 1
    with pytest.raises(Exception, match="no_such_key"):
        validate_config(config)
