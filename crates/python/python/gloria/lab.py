"""Tournaments, balance, tuning and self-play, cut into shares that are done anywhere: on threads, in processes, or on a cluster by Ray.

Every game's luck comes from the seed and its number, and what was found is put together in the order of the games: the figures are the same
whoever does the shares and however many there are, to the last byte, and they are those of `gloria tournament`, `gloria balance`, `gloria tune` and
`gloria selfplay`. With a folder, finished shares are kept; a second run does only what is missing. A share that was lost with its worker is
done again.

>>> import gloria
>>> from gloria import lab
>>> found = lab.tournament(gloria.Game("glory", players=2), ["greedy", "random"], games=20, seed=1)
>>> found["games"], found["players"][0]["name"]
(20, 'greedy')
>>> found == lab.tournament(gloria.Game("glory", players=2), ["greedy", "random"], games=20, seed=1, on=lab.Threads(4), shares=3)
True
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import socket
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

from ._gloria import Game, GameFiles, Measurement, Tuning, __version__

__all__ = ["Found", "Processes", "Ray", "Threads", "Tuned", "Where", "balance", "selfplay", "tournament", "tune"]

#: A share that was lost so often with its worker is not tried again: it may be what ends them.
ATTEMPTS = 5
#: A measurement is cut into so many shares, or fewer where there are fewer games.
SHARES = 64
#: Each half of a generation of a tuning is cut into so many.
PIECES = 12

Tell = Callable[[int, int], None]


class Where(Protocol):
    """Whatever does shares."""

    def each(self, work: Callable[..., Any], shares: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        """Does each share; answers its place in the list and what came of it, as they are done."""


class Threads:
    """On threads of this process: as many as there are cores, if not said. The engines need no lock, so this is all that one machine wants.

    >>> from gloria import lab
    >>> sorted(lab.Threads(2).each(max, [(1, 2), (5, 3)]))
    [(0, 2), (1, 5)]
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = _count(count)

    def each(self, work: Callable[..., Any], shares: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        with futures.ThreadPoolExecutor(self.count) as pool:
            waiting = {pool.submit(work, *share): at for at, share in enumerate(shares)}
            try:
                for done in futures.as_completed(waiting):
                    yield waiting[done], done.result()
            finally:
                pool.shutdown(cancel_futures=True)


class Processes:
    """In processes of this machine. As with all processes of Python, a script that uses it keeps its own doings under `if __name__ == "__main__":`.

    `lost` counts the shares that were done again because their process ended.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = _count(count)
        self.lost = 0

    def each(self, work: Callable[..., Any], shares: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        import multiprocessing

        missing, failures = dict(enumerate(shares)), 0
        while missing:
            pool = futures.ProcessPoolExecutor(self.count, mp_context=multiprocessing.get_context("spawn"))
            try:
                waiting = {pool.submit(work, *share): at for at, share in missing.items()}
                for done in futures.as_completed(waiting):
                    answer = done.result()
                    del missing[waiting[done]]
                    yield waiting[done], answer
            except BrokenProcessPool:
                # Whoever was killed takes the whole pool along: what is not done yet is done by a new one.
                failures += 1
                self.lost += len(missing)
                if failures >= ATTEMPTS:
                    raise RuntimeError(f"processes ended {failures} times over {len(missing)} shares: look for what kills them, such as a lack of memory") from None
            finally:
                pool.shutdown(cancel_futures=True)


class Ray:
    """On a Ray cluster (`pip install 'gloria[ray]'`), or on this machine where there is none.

    `address` is the cluster's, as `ray.init` takes it; where Ray runs already, that is used. `at_once` is how many shares are given out at the same time
    (twice as many as there are cores, if not said); `options` are those of Ray's tasks, such as `num_cpus=1` or `resources={"fast": 1}`. `lost` counts the shares
    that were done again because their worker or its machine was gone.
    """

    def __init__(self, address: str | None = None, at_once: int | None = None, **options: Any) -> None:
        try:
            import ray
        except ImportError:
            raise ImportError("Ray is not installed: pip install 'gloria[ray]', or leave `on` out to use this machine's cores") from None
        if at_once is not None:
            _count(at_once)
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False)
        self.at_once, self.lost = at_once, 0
        self.options = {"scheduling_strategy": "SPREAD", **options}

    def each(self, work: Callable[..., Any], shares: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Any]]:
        import ray

        # Lost shares are counted, so they are given out again here and not by Ray.
        task = ray.remote(work).options(name=f"gloria{work.__name__}", max_retries=0, **self.options)
        waiting: dict[Any, int] = {}
        to_do, lost = list(range(len(shares)))[::-1], dict.fromkeys(range(len(shares)), 0)
        at_once = self.at_once or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while to_do or waiting:
                while to_do and len(waiting) < at_once:
                    at = to_do.pop()
                    waiting[task.remote(*shares[at])] = at
                (done, *_), _ = ray.wait(list(waiting), num_returns=1)
                at = waiting.pop(done)
                try:
                    answer = ray.get(done)
                except ray.exceptions.RayTaskError as error:
                    if "failed to import on the worker" in str(error.cause):
                        raise RuntimeError("a worker can't find the package: install the same version of gloria on every machine of the cluster") from None
                    # What the share itself raised, in its own words.
                    raise error.cause from None
                except ray.exceptions.RayError as error:
                    self.lost += 1
                    lost[at] += 1
                    if lost[at] >= ATTEMPTS:
                        raise RuntimeError(f"share {at + 1} of {len(shares)} was lost {lost[at]} times ({type(error).__name__}): look for what ends its workers") from None
                    to_do.append(at)
                    continue
                yield at, answer
        finally:
            for left in waiting:
                ray.cancel(left, force=True)


class Found(dict):
    """What was found, by names. `text` is what the command line prints with `--json`; `csv` a tournament's table with commas, `page` a balance's page."""

    def __init__(self, text: str, csv: str | None = None, page: str | None = None) -> None:
        super().__init__(json.loads(text))
        self.text, self.csv, self.page = text, csv, page


class Tuned(dict):
    """Weights by name. `text` is the file that `gloria tune --out` writes, `generation` how many there were, `loss` how badly the last one's games were foretold."""

    def __init__(self, text: str, progress: str) -> None:
        lines = (line.split("#")[0].split("=") for line in text.splitlines())
        super().__init__({name.strip(): float(value) for name, value in (line for line in lines if len(line) == 2)})
        kept = json.loads(progress)
        self.text, self.generation, self.loss = text, kept["generation"], kept["loss"]


def _count(count: int | None) -> int:
    if count is None:
        return os.cpu_count() or 1
    if not isinstance(count, int) or count < 1:
        raise ValueError(f"{count!r} can't be a number of workers: expected at least 1")
    return count


def _given(game: Game | str) -> tuple[str, dict[str, str]]:
    """The name of a game, and the options that were given."""
    if isinstance(game, str):
        return game, {}
    made_of: Any = game.__reduce__()[1]
    name, options = made_of
    return name, dict(options)


def _same(version: str) -> None:
    """Workers with another version could find other figures."""
    if version != __version__:
        raise RuntimeError(f"{socket.gethostname()} has gloria {__version__}: expected {version}, as where the shares come from")


def _keep(path: pathlib.Path, content: bytes) -> None:
    """Written beside it first: a file under its own name is whole."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content)
    beside.replace(path)


# What workers do.


def _share(version: str, heading: str, number: int, of: int) -> list[str]:
    _same(version)
    return Measurement.read(heading).play(number, of)


def _duels(version: str, given: tuple[Any, ...], progress: str, numbers: list[int]) -> list[float]:
    _same(version)
    return Tuning(*given).duels(progress, numbers)


def _lessons(version: str, given: tuple[Any, ...], progress: str, numbers: list[int]) -> list[str]:
    _same(version)
    return Tuning(*given).lessons(progress, numbers)


def _file(version: str, given: tuple[Any, ...], plan: dict[str, Any], file: int) -> tuple[bytes, int, int]:
    _same(version)
    files = GameFiles(*given, **plan)
    with tempfile.TemporaryDirectory() as folder:
        games, positions = files.write(file, folder)
        return (pathlib.Path(folder) / files.name(file)).read_bytes(), games, positions


def _cut(folder: pathlib.Path | None, shares: int | None, games: int) -> int:
    """Into how many shares: as it was begun, if it was."""
    if shares is not None and (not isinstance(shares, int) or shares < 1):
        raise ValueError(f"{shares!r} can't be a number of shares: expected at least 1")
    begun = {int(found[1]) for path in (folder.iterdir() if folder else ()) if (found := re.fullmatch(r"share-\d+-of-(\d+)\.jsonl", path.name))}
    if len(begun) > 1 or (shares is not None and begun - {shares}):
        wanted = "one number" if shares is None else str(shares)
        raise ValueError(f"{folder} was begun with {' and '.join(map(str, sorted(begun)))} shares: expected {wanted}")
    return shares or (begun.pop() if begun else max(1, min(SHARES, games)))


def _measure(wanted: Measurement, folder: str | os.PathLike[str] | None, shares: int | None, on: Where | None, tell: Tell | None) -> tuple[str, str]:
    place = None if folder is None else pathlib.Path(folder)
    if place:
        place.mkdir(parents=True, exist_ok=True)
    of = _cut(place, shares, wanted.count(1, 1))
    names = {number: f"share-{number}-of-{of}.jsonl" for number in range(1, of + 1)}
    files: dict[int, str] = {}
    for number, name in names.items():
        if place and (place / name).exists():
            text = (place / name).read_text()
            if wanted.is_whole(str(place / name), text, number, of):
                files[number] = text
    missing = [number for number in names if number not in files]
    given = [(__version__, wanted.heading(number, of), number, of) for number in missing]
    for at, lines in (on or Threads()).each(_share, given):
        number = missing[at]
        files[number] = "\n".join([wanted.heading(number, of), *lines]) + "\n"
        if place:
            _keep(place / names[number], files[number].encode())
        if tell:
            tell(len(files), of)
    return wanted.merge([(names[number], files[number]) for number in sorted(files)])


def tournament(
    game: Game,
    players: Sequence[str],
    *,
    games: int = 400,
    seed: int = 1,
    whole: bool = False,
    folder: str | os.PathLike[str] | None = None,
    shares: int | None = None,
    on: Where | None = None,
    tell: Tell | None = None,
) -> Found:
    """Who is better, and how sure that is: what `gloria tournament` finds.

    `whole` counts all games even where every difference was settled before. `folder` keeps finished shares (`gloria merge` reads them too), `shares` is how
    many there are, `on` who does them, and `tell` is told how many of how many are done.

    >>> import gloria
    >>> from gloria import lab
    >>> found = lab.tournament(gloria.Game("for-glory", players=2), ["greedy", "random"], games=4)
    >>> [player["games"] for player in found["players"]]
    [4, 4]
    """
    text, csv = _measure(Measurement.tournament(game, list(players), games, seed, whole), folder, shares, on, tell)
    return Found(text, csv=csv)


def balance(
    game: Game,
    player: str = "greedy",
    *,
    games: int = 2000,
    seed: int = 1,
    folder: str | os.PathLike[str] | None = None,
    shares: int | None = None,
    on: Where | None = None,
    tell: Tell | None = None,
) -> Found:
    """What a card set does, with the same player on every seat: what `gloria balance` finds. The rest is as for a `tournament`.

    >>> import gloria
    >>> from gloria import lab
    >>> found = lab.balance(gloria.Game("glory", players=2), "random", games=10)
    >>> len(found["seats"]), found.page.startswith("<!doctype html>")
    (2, True)
    """
    text, page = _measure(Measurement.balance(game, player, games, seed), folder, shares, on, tell)
    return Found(text, page=page)


def tune(
    game: Game | str,
    *,
    generations: int = 100,
    seed: int = 1,
    tables: Sequence[int] | None = None,
    teacher: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    on: Where | None = None,
    tell: Tell | None = None,
) -> Tuned:
    """Better weights for the bots by self-play: what `gloria tune` makes, at tables of these player counts.

    `folder` keeps where it stands after every generation (`tuning.json`, which is the command's `--state` too).

    >>> from gloria import lab
    >>> tuned = lab.tune("glory", generations=1, seed=1)
    >>> tuned.generation, len(tuned) > 3
    (1, True)
    """
    name, options = _given(game)
    players = int(options.pop("players", 2))
    tables = [players] if tables is None else list(tables)
    given = (name, tables, options)
    tuning, on = Tuning(*given), on or Threads()
    kept = None if folder is None else pathlib.Path(folder) / "tuning.json"
    progress = tuning.start(seed, teacher)
    if kept and kept.exists():
        found, begun = json.loads(kept.read_text()), json.loads(progress)
        if any(found.get(field) != begun[field] for field in ("game", "seed", "teacher")):
            learner = "" if teacher is None else f" and teacher {teacher}"
            raise ValueError(f"{kept} holds another tuning: expected one of {name} with seed {seed}{learner}")
        progress = kept.read_text()
    elif kept:
        kept.parent.mkdir(parents=True, exist_ok=True)

    def all_of(work: Callable[..., Any], pieces: int) -> list[Any]:
        numbers = [list(range(first, pieces, PIECES)) for first in range(min(PIECES, pieces))]
        answers: list[Any] = [None] * pieces
        for at, some in on.each(work, [(__version__, given, progress, some) for some in numbers]):
            for number, answer in zip(numbers[at], some):
                answers[number] = answer
        return answers

    duels, lessons = tuning.pieces
    while (done := json.loads(progress)["generation"]) < generations:
        if teacher is None:
            progress = tuning.learn_policy(progress, all_of(_duels, duels))
        progress = tuning.learn_value(progress, all_of(_lessons, lessons))
        if kept:
            _keep(kept, progress.encode())
        if tell:
            tell(done + 1, generations)
    taught = "" if teacher is None else f" --teacher {teacher}"
    command = f"gloria tune {name} --generations {generations} --seed {seed} --tables {','.join(map(str, tables))}{taught}"
    return Tuned(tuning.weights(progress, command), progress)


def selfplay(
    game: Game | str,
    folder: str | os.PathLike[str],
    *,
    games: int,
    players: Sequence[str] = ("fair",),
    seed: int = 1,
    every: int = 1,
    turns: int = 0,
    stray: float = 0.0,
    mixed: bool = False,
    per_file: int = 50,
    on: Where | None = None,
    tell: Tell | None = None,
) -> dict[str, int]:
    """Games written down in numbers, for nets to learn from: the files of `gloria selfplay` (docs/selfplay.md), of which each is a share.

    A game given by its name alone has its usual options; with `mixed` every game has its own, but for those given. Answers how many `games` and `positions`
    were written, and how many games were there `before`.

    >>> import tempfile
    >>> from gloria import lab
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lab.selfplay("glory", folder, games=4, per_file=2, players=["greedy"])["games"]
    4
    """
    name, options = _given(game)
    given = (name, options, list(players))
    plan: dict[str, Any] = {"games": games, "seed": seed, "every": every, "turns": turns, "stray": stray, "mixed": mixed, "per_file": per_file}
    files, place = GameFiles(*given, **plan), pathlib.Path(folder)
    missing = files.missing(place)
    done = {"games": 0, "positions": 0, "before": (files.count - len(missing)) * per_file}
    for finished, (at, (content, played, positions)) in enumerate((on or Threads()).each(_file, [(__version__, given, plan, file) for file in missing])):
        _keep(place / files.name(missing[at]), content)
        done["games"] += played
        done["positions"] += positions
        if tell:
            tell(files.count - len(missing) + finished + 1, files.count)
    return done
