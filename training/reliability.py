#!/usr/bin/env python3
"""Holds the chances that nets give against how games ended, for every number of players: needs numpy and no PyTorch.

    python3 training/reliability.py glory-to-rome for-glory glory --gloria target/release/gloria --out docs

Lets the net's policy play (`greedy@GAME.net`, which always takes what it likes best: other games than those it learned from), and works out from the file
of weights what it says of every seat's view. Writes NAME.svg (a panel for each game and number of players), NAME.md (a table) and NAME.json. With
`--players` others play, with `--set` options are chosen, and `players` among them is the only number of players then.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import gloria_data
import net_file
from curves import draw_reliability
from figures import auc, calibration, gaps, log_loss, revision, spreads

NETS = Path(__file__).parent.parent / "crates"


def figures(chance: np.ndarray, result: np.ndarray, game: np.ndarray, decides: np.ndarray) -> dict:
    """All that is told of the views of one number of players; `game` says which belong together, `decides` which are of those whose decision it was."""
    rows, luck = calibration(chance, result), spreads(chance, result, game)
    mean, largest = gaps(rows)
    return {
        "games": len(np.unique(game)),
        "views": len(chance),
        "log_loss": log_loss(chance, result),
        # Whoever knows nothing but how many play says what is won on average; alone there is no other number to begin with.
        "log_loss_of_seats_alone": log_loss(np.full(len(result), result.mean()), result),
        "log_loss_of_deciders": log_loss(chance[decides], result[decides]),
        "log_loss_of_others": log_loss(chance[~decides], result[~decides]) if not decides.all() else None,
        "auc": auc(chance, result > 0.5),
        "mean_gap": mean,
        "largest_gap": largest,
        "largest_gap_error": next(spread for row, spread in zip(rows, luck) if abs(row[0] - row[1]) == largest),
        "looked_at": sum(row[2] * 1000 >= len(chance) for row in rows),
        "apart": sum(abs(row[0] - row[1]) > 3 * spread for row, spread in zip(rows, luck) if row[2] * 1000 >= len(chance)),
        "calibration": rows,
        "spreads": luck,
    }


def told(folder: Path, game: str, name: str, weights: net_file.Weights) -> tuple[np.ndarray, ...]:
    """For each view of the games in a folder: what the net says, what was won, the number of the game, and whether its seat decides."""
    parts = []
    for data in gloria_data.pieces(folder, game, together=250):
        weights.check(name, game, {"encoding": data.header["encoding"], "inputs": data.header["observation"]})
        seat = np.arange(len(data.reward)) - np.repeat(data.view_of, data.players)
        decides = seat == np.repeat(data.decider, data.players)
        parts.append((weights.chances(data.first, data.places, data.values), data.reward, np.repeat(data.game, data.players), decides))
    return tuple(np.concatenate(columns) for columns in zip(*parts))


def measure(args: argparse.Namespace, game: str, players: int, net: Path) -> dict:
    """Lets games with so many players be played and looks at them."""
    # Where the file lies on this machine is nobody's concern.
    shown = os.path.relpath(net, NETS.parent)
    options = [*(args.set or []), *([] if chosen_players(args) else [f"players={players}"])]
    words = ["selfplay", game, "--players", args.players or f"greedy@{shown}", *(word for option in options for word in ("--set", option))]
    words += ["--games", str(args.games), "--every", str(args.every), "--seed", str(args.seed)]
    started = time.time()
    with tempfile.TemporaryDirectory(dir=args.work) as folder:
        command = [args.gloria, *words, "--out", folder, "--threads", str(args.threads)]
        if not args.players:
            command[command.index("--players") + 1] = f"greedy@{net}"
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        played = time.time()
        found = figures(*told(Path(folder), game, net.name, net_file.read(net)))
    seconds = {"played": round(played - started, 1), "judged": round(time.time() - played, 1)}
    return {"players": players, "command": " ".join(["gloria", *words]), "seconds": seconds} | found


def chosen_players(args: argparse.Namespace) -> int | None:
    """The number of players, if it is among the options."""
    named = dict(option.split("=", 1) for option in args.set or [] if "=" in option)
    return int(named["players"]) if "players" in named else None


def measured(args: argparse.Namespace) -> list[dict]:
    """All games, each with all its numbers of players."""
    listed = json.loads(subprocess.run([args.gloria, "games", "--json"], check=True, capture_output=True).stdout)
    known = {each["name"]: each for each in listed}
    found = []
    for game in args.game:
        if game not in known:
            sys.exit(f"reliability: there is no game '{game}': expected one of {', '.join(known)}")
        net = args.net or NETS / game / "nets" / f"{game}.net"
        only = chosen_players(args)
        counts = [only] if only else range(known[game]["players"]["min"], known[game]["players"]["max"] + 1)
        rows = []
        for players in counts:
            rows.append(measure(args, game, players, net.resolve()))
            print(f"{game}, {players}: {short(rows[-1])} {json.dumps(rows[-1]['seconds'])}", flush=True)
        found.append({"game": game, "title": known[game]["title"], "sha256": hashlib.sha256(net.read_bytes()).hexdigest(), "by_players": rows})
    return found


def short(row: dict) -> str:
    return f"log loss {row['log_loss']:.3f}, AUC {row['auc']:.3f}, gap {row['mean_gap']:.3f} / {row['largest_gap']:.3f}"


def count(players: int) -> str:
    return f"{players} player{'s' if players > 1 else ''}"


def page(args: argparse.Namespace, found: list[dict], command: str) -> str:
    """The table for people."""
    lines = [
        "# Chances held against how games ended",
        "",
        f"`{command}` wrote this. {args.games:,} games for each game and number of players, of which every seat's view at one of {args.every} decisions was judged"
        " by the net in the repository. A point of the picture is a twentieth of the chances: what was judged across, what was won upwards, with two standard"
        " errors up and down (views of one game end alike, so games are counted, not views); columns are the share of views. Gaps are between judged and won: the"
        " mean over views, and the largest of the twentieths that have a thousandth of the views, with its standard error; last, how many of those twentieths are"
        " more than three standard errors apart. Who knows only how many play says what is won on average; alone, how often the goal is reached.",
        "",
        f"![Judged and won, for each game and number of players]({args.name}.svg)",
        "",
        "| | players | views | log loss | – of deciders, of the others | by the number of players alone | AUC | mean gap | largest gap | apart |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for each in found:
        for row in each["by_players"]:
            area = "–" if np.isnan(row["auc"]) else f"{row['auc']:.3f}"
            by = [row["log_loss_of_deciders"], row["log_loss_of_others"]]
            lines.append(
                f"| {each['title']} | {row['players']} | {row['views']:,} | **{row['log_loss']:.3f}** | {', '.join(f'{one:.3f}' for one in by if one is not None)} | {row['log_loss_of_seats_alone']:.3f} | {area} |"
                f" {row['mean_gap']:.3f} | {row['largest_gap']:.3f} ± {row['largest_gap_error']:.3f} | {row['apart']} of {row['looked_at']} |"
            )
    lines += ["", "The games, and the nets that judged them:", ""]
    for each in found:
        lines += [f"- {each['title']}, net `{each['sha256'][:16]}…`: `{each['by_players'][0]['command']}`" + (" and so on" if len(each["by_players"]) > 1 else "")]
    return "\n".join(lines) + "\n"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("game", nargs="+")
    asked.add_argument("--gloria", required=True, help="the program that plays")
    asked.add_argument("--out", type=Path, required=True, help="the folder to write to")
    asked.add_argument("--name", default="nets-reliability", help="what the files are called")
    asked.add_argument("--net", type=Path, help="the net that judges; crates/GAME/nets/GAME.net if not said")
    asked.add_argument("--players", help="who plays; the net's policy if not said")
    asked.add_argument("--set", action="append", metavar="OPTION=VALUE", help="choose a variant")
    asked.add_argument("--games", type=int, default=5000, help="for each number of players")
    asked.add_argument("--every", type=int, default=20, help="look at one of so many decisions")
    asked.add_argument("--seed", type=int, default=20_000)
    asked.add_argument("--threads", type=int, default=os.cpu_count() or 2, help="to play on")
    asked.add_argument("--work", type=Path, help="a folder for the games of one number of players at a time: up to a gigabyte")
    args = asked.parse_args()
    if args.net and len(args.game) > 1:
        sys.exit("reliability: a net is of one game: expected no other")
    shown = [Path(word).name if at and sys.argv[at - 1] in ("--gloria", "--work") else word for at, word in enumerate(sys.argv)]
    command = " ".join(["python3", f"training/{Path(shown[0]).name}", *shown[1:]])
    try:
        found = measured(args)
    except (gloria_data.DataError, net_file.NetError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"reliability: {error}")
    args.out.mkdir(parents=True, exist_ok=True)
    panels = [
        [{"title": f"{each['title']}, {count(row['players'])}", "below": f"judged: {short(row)}"} | row for row in each["by_players"]]
        for each in found
    ]
    (args.out / f"{args.name}.svg").write_text(draw_reliability(panels))
    (args.out / f"{args.name}.md").write_text(page(args, found, command))
    everything = {"command": command, "revision": revision(), "games": args.games, "every": args.every, "seed": args.seed, "found": found}
    (args.out / f"{args.name}.json").write_text(json.dumps(everything, indent=1) + "\n")


if __name__ == "__main__":
    main()
