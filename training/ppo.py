#!/usr/bin/env python3
"""Makes a net stronger by the games it plays against itself: proximal policy optimisation over `gloria rollouts`.

    python3 training/ppo.py glory-to-rome training/configs/glory-to-rome.ppo.json --gloria target/release/gloria --out nets --work /dev/shm/ppo --seconds 500

The net's policy is added to the one written by hand (docs/nets.md), so it begins as strong as that one is. While one round of games is played on the
processor by the last net but one, the GPU learns from the round before. Every round's games are looked at before anything is learned from them: the
log loss is of games not seen before. Writes GAME.net, GAME.json (the card), GAME.svg and GAME.pt, and `GAME.NN.net` now and then on the way.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import card
import gloria_data
import net_file
import rollout_data
from curves import draw_rounds
from figures import foretold

DEFAULTS = {
    "width": 128,
    "hidden": 32,
    "policy": 32,
    "rounds": 200,
    "decisions": 3_000_000,
    "epochs": 2,
    "batch": 32_768,
    "rate": 0.001,
    "rate_end": 0.05,
    "decay": 0.0,
    "clip": 0.2,
    "entropy": 0.01,
    "entropy_end": 0.001,
    "lambda": 0.95,
    "value_weight": 0.5,
    "result_share": 0.5,
    "score_weight": 0.02,
    "left_weight": 0.02,
    "score_scale": 20.0,
    "left_scale": 100.0,
    "by_hand": 3.0,
    "warm": 3,
    "tables": "players=2,players=2,players=4,mixed",
    "others": [],
    "others_games": 1000,
    "others_every": 32,
    "others_turns": 8,
    "others_strays": [0.0],
    "others_weight": 0.5,
    "seed": 1,
    "keep": 3,
}
"""`by_hand`: how much of the policy written by hand is added at first (it is learned too). `warm`: so many rounds teach only the values.
`result_share`: how much of a value's target is how the game ended, and not what was expected later. `keep`: so many nets on the way are kept. `others`: who plays `others_games` games a round besides, from which only values are
learned, by every seat's view at one of `others_every` decisions and one of `others_turns` beginnings of turns (`gloria selfplay`): those who decide see other things
than those who wait, and nets are asked by both. Each is what `--players` says, and takes its turn on every table; `net` in it is the net as it is, as in
`["greedy@net", "greedy"]`. `others_strays`: in how many of their decisions they stray, some games so and some so; a search asks what positions are worth that good play does not lead to."""


class Net(nn.Module):
    """The arithmetic of docs/nets.md, over whole rows."""

    def __init__(self, inputs: int, features: int, width: int, hidden: int, policy: int, by_hand: float):
        super().__init__()
        self.first = nn.Parameter(torch.randn(inputs, width) * 0.05)
        self.first_bias = nn.Parameter(torch.full((width,), 0.25))
        self.second = nn.Linear(width, hidden)
        self.values = nn.Linear(hidden, 3)
        self.query = nn.Linear(width, policy)
        self.keys = nn.Parameter(torch.randn(features, policy) * 0.1)
        self.keys_bias = nn.Parameter(torch.zeros(features))
        self.by_hand = nn.Parameter(torch.tensor(float(by_hand)))
        nn.init.constant_(self.second.bias, 0.25)
        # It begins as the policy by hand is, and without an opinion.
        nn.init.normal_(self.query.weight, std=0.01)
        nn.init.zeros_(self.query.bias)
        nn.init.normal_(self.values.weight, std=0.1)
        nn.init.zeros_(self.values.bias)

    def layers(self) -> tuple:
        """All weights in the order of a file, and in its shapes."""
        return (
            self.first,
            self.first_bias,
            self.second.weight.T,
            self.second.bias,
            self.values.weight.T,
            self.values.bias,
            self.query.weight.T,
            self.query.bias,
            self.keys,
            self.keys_bias,
        )

    @torch.no_grad()
    def fill(self, weights: net_file.Weights) -> None:
        """Takes over the weights of a file."""
        for own, stored in zip(self.layers(), weights.layers):
            own.copy_(torch.from_numpy(stored.copy()))
        self.by_hand.fill_(weights.by_hand)

    def wide(self, rows):
        return (rows @ self.first + self.first_bias).clamp(0.0, 1.0)

    def judge(self, wide):
        return self.values(self.second(wide).clamp(0.0, 1.0))

    def logits(self, wide, table, legal, owner, by_hand):
        """The logit of each legal action. `table` says which features each action has."""
        actions = table @ self.keys
        bias = table @ self.keys_bias
        meets = (actions.index_select(0, legal) * self.query(wide).index_select(0, owner)).sum(1)
        return meets + bias.index_select(0, legal) + self.by_hand * by_hand


class Round:
    """The games of a round on the device."""

    COLUMNS = {
        "flags": torch.int32, "flag_counts": torch.int64, "shares": torch.int32, "share_counts": torch.int64, "share_values": torch.float32,
        "legal": torch.int64, "legal_counts": torch.int64, "by_hand": torch.float32, "chosen": torch.int64, "log_chance": torch.float32,
        "value": torch.float32, "advantage": torch.float32, "result": torch.float32, "score": torch.float32, "left": torch.float32, "players": torch.int64,
    }  # fmt: skip

    def __init__(self, folder: Path, game: str, device: torch.device, pool: ThreadPoolExecutor):
        def put(file: Path):
            header, columns = rollout_data.read(file)
            return header, {name: self._put(columns[name], kind, device) for name, kind in self.COLUMNS.items()}

        parts = list(pool.map(put, rollout_data.files(folder, game)))
        self.header = parts[0][0]
        self.games = sum(header["games"] for header, _ in parts)
        # A batch is cut out in one piece, so files are cut into slices that take turns: games of all tables come together.
        for name in self.COLUMNS:
            setattr(self, name, torch.cat([columns[name] for _, columns in parts]))
        self.share_values /= 32767.0
        begin = lambda counts: functional.pad(counts.cumsum(0), (1, 0))  # noqa: E731
        self.flag_first, self.share_first, self.legal_first = begin(self.flag_counts), begin(self.share_counts), begin(self.legal_counts)

    @staticmethod
    def _put(column: np.ndarray, kind: torch.dtype, device: torch.device):
        if column.dtype == np.uint16:
            return (torch.from_numpy(column.view(np.int16)).to(device).to(torch.int32) & 0xFFFF).to(kind)
        return torch.from_numpy(column).to(device).to(kind)

    def __len__(self) -> int:
        return len(self.chosen)

    def batch(self, begin: int, end: int, inputs: int) -> dict:
        """Decisions from `begin` to `end`, in whole rows."""
        device, many = self.chosen.device, end - begin
        rows = torch.zeros(many * inputs, device=device)
        at = torch.arange(many, device=device) * inputs
        ends = torch.stack([first[[begin, end]] for first in (self.flag_first, self.share_first, self.legal_first)]).tolist()
        cut = lambda which: slice(*ends[which])  # noqa: E731
        spread = lambda counts, size: torch.repeat_interleave(at, counts[begin:end], output_size=size)  # noqa: E731
        rows[spread(self.flag_counts, ends[0][1] - ends[0][0]) + self.flags[cut(0)]] = 1.0
        rows[spread(self.share_counts, ends[1][1] - ends[1][0]) + self.shares[cut(1)]] = self.share_values[cut(1)]
        some = slice(begin, end)
        owner = torch.repeat_interleave(torch.arange(many, device=device), self.legal_counts[some], output_size=ends[2][1] - ends[2][0])
        return {
            "rows": rows.view(many, inputs),
            "legal": self.legal[cut(2)],
            "by_hand": self.by_hand[cut(2)],
            "owner": owner,
            "chosen": self.legal_first[begin:end] - ends[2][0] + self.chosen[some],
            **{name: getattr(self, name)[some] for name in ("log_chance", "value", "advantage", "result", "score", "left", "players")},
        }


class Views:
    """Every seat's views of games that others played, on the device."""

    def __init__(self, data: gloria_data.Data, device: torch.device):
        put = lambda column, kind: torch.from_numpy(np.ascontiguousarray(column)).to(device).to(kind)  # noqa: E731
        self.first, self.places, self.values = put(data.first, torch.int64), put(data.places.astype(np.int32), torch.int32), put(data.values, torch.float32)
        self.result, self.left = put(data.reward, torch.float32), put(np.repeat(data.left, data.players).astype(np.float32), torch.float32)
        means = np.add.reduceat(data.score, data.view_of) / data.players
        self.score = put(data.score - np.repeat(means, data.players), torch.float32)
        self.players = put(np.repeat(data.players, data.players), torch.int64)

    def __len__(self) -> int:
        return len(self.result)

    def batch(self, some, inputs: int) -> dict:
        """These views, in whole rows."""
        counts = self.first[some + 1] - self.first[some]
        total = int(counts.sum())
        spread = lambda numbers: torch.repeat_interleave(numbers, counts, output_size=total)  # noqa: E731
        at = spread(self.first[some] - counts.cumsum(0) + counts) + torch.arange(total, device=some.device)
        rows = torch.zeros(len(some) * inputs, device=some.device)
        rows[spread(torch.arange(len(some), device=some.device) * inputs) + self.places[at]] = self.values[at]
        return {"rows": rows.view(len(some), inputs)} | {name: getattr(self, name)[some] for name in ("result", "score", "left", "players")}


def chances(logits, owner, many: int):
    """The logarithm of each action's chance."""
    most = torch.full((many,), -torch.inf, device=logits.device).scatter_reduce_(0, owner, logits.detach(), "amax")
    lifted = logits - most.index_select(0, owner)
    sums = torch.zeros(many, device=logits.device).index_add(0, owner, lifted.exp())
    return lifted - sums.log().index_select(0, owner)


def judging(judged, aim, batch: dict, config: dict) -> tuple:
    """The loss of all values, and that of the chance to win alone."""
    win = functional.binary_cross_entropy_with_logits(judged[:, 0], aim)
    score = functional.smooth_l1_loss(judged[:, 1], batch["score"] / config["score_scale"])
    left = functional.smooth_l1_loss(judged[:, 2], batch["left"] / config["left_scale"])
    return config["value_weight"] * win + config["score_weight"] * score + config["left_weight"] * left, win.detach()


def losses(net: Net, table, batch: dict, config: dict, entropy: float, teach: bool) -> dict:
    many = len(batch["value"])
    wide = net.wide(batch["rows"])
    judged = net.judge(wide)
    share = config["result_share"]
    aim = (batch["value"] + batch["advantage"]).clamp(0.0, 1.0) * (1 - share) + batch["result"] * share
    total, win = judging(judged, aim, batch, config)
    found = {"win": win}
    if teach:
        log = chances(net.logits(wide, table, batch["legal"], batch["owner"], batch["by_hand"]), batch["owner"], many)
        now = log.index_select(0, batch["chosen"])
        ratio = (now - batch["log_chance"]).clamp(-4, 4).exp()
        gain = batch["gain"]
        step = torch.minimum(ratio * gain, ratio.clamp(1 - config["clip"], 1 + config["clip"]) * gain).mean()
        spread = torch.zeros(many, device=log.device).index_add(0, batch["owner"], -log.exp() * log).mean()
        total = total - step - entropy * spread
        with torch.no_grad():
            found |= {"policy": -step.detach(), "entropy": spread.detach(), "moved": (batch["log_chance"] - now).mean(), "cut": ((ratio - 1).abs() > config["clip"]).float().mean()}
    return found | {"total": total}


@torch.no_grad()
def examine(net: Net, batches) -> dict:
    """How well games not seen before are foretold."""
    told, results, seats = [], [], []
    for batch in batches:
        told.append(torch.sigmoid(net.judge(net.wide(batch["rows"]))[:, 0]).cpu().numpy())
        results.append(batch["result"].cpu().numpy())
        seats.append(batch["players"].cpu().numpy())
    return foretold(np.concatenate(told), np.concatenate(results), np.concatenate(seats))


class Learner:
    """A net, the games it plays and what it learns from them."""

    def __init__(self, args: argparse.Namespace, config: dict):
        self.args, self.config = args, config
        self.device = card.device(args)
        torch.manual_seed(config["seed"])
        torch.set_float32_matmul_precision("high")
        self.pool = ThreadPoolExecutor(8)
        self.work = args.work
        self.work.mkdir(parents=True, exist_ok=True)
        self.header = self.describe()
        features, count = gloria_data.action_features(self.work / "shape", args.game)
        table = torch.zeros(len(features), count)
        rows = torch.arange(len(features)).repeat_interleave(features.shape[1])
        columns = torch.from_numpy(features.astype(np.int64)).flatten()
        has = columns != gloria_data.NONE
        table.index_put_((rows[has], columns[has]), torch.ones(()), accumulate=True)
        self.table = table.to(self.device)
        self.net = Net(self.header["observation"], count, config["width"], config["hidden"], config["policy"], config["by_hand"]).to(self.device)
        if args.start:
            self.start(args.start)
        # In one go on a GPU; older versions of PyTorch do not know the word.
        faster = {"fused": True} if self.device.type == "cuda" else {}
        self.maker = torch.optim.AdamW(self.net.parameters(), lr=config["rate"], weight_decay=config["decay"], **faster)
        self.began, self.curve, self.decisions, self.games = time.time(), [], 0, 0

    def start(self, file: Path) -> None:
        """Goes on from a net or a checkpoint."""
        if file.suffix == ".net":
            weights = net_file.read(file)
            weights.check(file.name, self.args.game, net_file.shape_of(self.header, self.config))
            self.net.fill(weights)
        else:
            self.net.load_state_dict(torch.load(file, map_location=self.device))

    def describe(self) -> dict:
        """What the numbers of the game are."""
        shape = self.work / "shape"
        shape.mkdir(exist_ok=True)
        command = [self.args.gloria, "selfplay", self.args.game, "--out", str(shape), "--players", "random", "--games", "1", "--per-file", "1"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return json.loads((shape / f"{self.args.game}.encoding.json").read_text())

    def written(self) -> bytes:
        """The bytes of a file of weights."""
        return net_file.written(self.args.game, self.header, self.config, float(self.net.by_hand.detach()), self.net.layers())

    def done(self, at: int) -> float:
        """How much of the whole is over."""
        spent = (time.time() - self.began) / self.args.seconds if self.args.seconds else 0.0
        return min(max(at / self.config["rounds"], spent), 1.0)

    def play_others(self, at: int, net: Path) -> Views | None:
        """Lets others play, at every table, and looks at every seat's views."""
        config, folder = self.config, self.work / f"others{at % 4}"
        shutil.rmtree(folder, ignore_errors=True)
        tables = config["tables"].split(",")
        kinds = [(players, table, stray) for players in config["others"] for table in tables for stray in config["others_strays"]]
        for which, (players, table, stray) in enumerate(kinds):
            options = ["--mixed"] if table == "mixed" else [word for option in table.split("+") for word in ("--set", option)]
            command = [
                "nice", self.args.gloria, "selfplay", self.args.game, "--players", players.replace("@net", f"@{net}"), *options, "--out", str(folder),
                "--games", str(-(-config["others_games"] // len(kinds))), "--per-file", "10", "--stray", str(stray), "--every", str(config["others_every"]), "--turns", str(config["others_turns"]),
                "--seed", str((config["seed"] * 1_000_003 + at) * 100 + which), "--threads", str(self.args.threads),
            ]  # fmt: skip
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return Views(gloria_data.load(folder, self.args.game), self.device) if kinds else None

    def play(self, at: int) -> tuple[subprocess.Popen, Path, Future]:
        """Begins a round of games by the net as it is now."""
        file, folder = self.work / f"{at % 4}.net", self.work / f"games{at % 4}"
        file.write_bytes(self.written())
        shutil.rmtree(folder, ignore_errors=True)
        config = self.config
        # Who plays gives way to who learns: a GPU that waits for its orders costs more than a core.
        command = [
            "nice", self.args.gloria, "rollouts", self.args.game, "--net", str(file), "--out", str(folder), "--decisions", str(config["decisions"]),
            "--seed", str(config["seed"] * 1_000_003 + at), "--tables", config["tables"], "--lambda", str(config["lambda"]), "--threads", str(self.args.threads),
        ]  # fmt: skip
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True), folder, self.pool.submit(self.play_others, at, file)

    def learn(self, games: Round, others: Views | None, at: int) -> dict:
        config, inputs = self.config, self.header["observation"]
        done, teach = self.done(at), at >= config["warm"]
        fall = config["rate_end"] + (1 - config["rate_end"]) * (1 - done)
        for group in self.maker.param_groups:
            group["lr"] = config["rate"] * fall
        entropy = config["entropy"] + (config["entropy_end"] - config["entropy"]) * done
        spread = games.advantage.std().clamp(min=1e-6)
        gain = (games.advantage - games.advantage.mean()) / spread
        sums, steps = {}, 0
        starts = list(range(0, len(games) - config["batch"] // 2, config["batch"]))
        for epoch in range(config["epochs"]):
            order = torch.randperm(len(starts)).tolist()
            beside = torch.randperm(len(others)).to(self.device).chunk(len(order)) if others else []
            for step, which in enumerate(order):
                begin, end = starts[which], min(starts[which] + config["batch"], len(games))
                batch = games.batch(begin, end, inputs)
                batch["gain"] = gain[begin:end]
                found = losses(self.net, self.table, batch, config, entropy, teach)
                if step < len(beside):
                    batch = others.batch(beside[step], inputs)
                    loss, found["win_others"] = judging(self.net.judge(self.net.wide(batch["rows"])), batch["result"], batch, config)
                    found["total"] = found["total"] + config["others_weight"] * loss
                self.maker.zero_grad(set_to_none=True)
                found.pop("total").backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.maker.step()
                steps += 1
                for name, value in found.items():
                    sums[name] = sums.get(name, 0.0) + value
        self.decisions += len(games)
        self.games += games.games
        return {name: float(value) / steps for name, value in sums.items()} | {"steps": steps, "spread": float(spread)}

    def look(self, games: Round, others: Views | None) -> dict:
        """How well the net foretells games that it has not learned from yet: its own by those who decide, those of others by all who sit there."""
        inputs, many = self.header["observation"], self.config["batch"]
        figures = examine(self.net, (games.batch(at, min(at + many, len(games)), inputs) for at in range(0, min(len(games), 400_000), many)))
        if others:
            figures["others"] = examine(self.net, (others.batch(some, inputs) for some in torch.arange(len(others), device=self.device).split(many)))
        return figures

    def run(self) -> dict:
        args, config = self.args, self.config
        args.out.mkdir(parents=True, exist_ok=True)
        playing, at, kept, figures = self.play(0), 0, 0, {}
        while True:
            process, folder, others = playing
            text, _ = process.communicate()
            if process.returncode:
                sys.exit("ppo: gloria rollouts failed")
            last = self.done(at + 1) >= 1.0
            playing = None if last else self.play(at + 1)
            started = time.time()
            games, others = Round(folder, args.game, self.device, self.pool), others.result()
            looked = time.time()
            row = {"round": at, "seconds": round(looked - self.began, 1)}
            if at % 10 == 0 or last:
                figures = self.look(games, others)
                row |= {"log_loss": figures["log_loss"], "auc": figures["auc"], "two": figures["by_players"].get("2", {}).get("log_loss")}
            if others and (at % 10 == 0 or last):
                row["log_loss_others"] = figures["others"]["log_loss"]
            row |= self.learn(games, others, at)
            row |= {"by_hand": float(self.net.by_hand.detach()), "read": round(looked - started, 2), "learned": round(time.time() - looked, 2), "decisions": self.decisions}
            self.curve.append(row)
            if at % 5 == 0 or last:
                print(json.dumps({name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()}), text.strip().split("; ")[-1], flush=True)
            del games, others
            while kept < config["keep"] and self.done(at + 1) * (config["keep"] + 1) >= kept + 1:
                kept += 1
                (args.out / f"{args.game}.{kept:02}.net").write_bytes(self.written())
            if last:
                return figures
            at += 1

    def write(self, figures: dict) -> None:
        args, config = self.args, self.config
        weights = self.written()
        told = {
            "data": {"rounds": len(self.curve), "games": self.games, "decisions": self.decisions, "encoding": self.header["encoding"]},
            "began": self.began,
            "figures": figures,
            "curve": self.curve[:: max(len(self.curve) // 40, 1)],
        }
        card.write(args, config, self.device, self.net, weights, told, draw_rounds(args.game, self.curve, figures["calibration"]))
        print(f"{args.game}.net: {len(weights)} bytes; {self.decisions} decisions of {self.games} games; log loss {figures['log_loss']:.4f}, AUC {figures['auc']:.4f}")


def main() -> None:
    asked = card.asked(__doc__)
    asked.add_argument("--gloria", required=True, help="the program that plays")
    asked.add_argument("--work", type=Path, required=True, help="a folder for games under way, best in memory: some gigabytes")
    asked.add_argument("--threads", type=int, default=max((os.cpu_count() or 2) - 1, 1), help="to play on")
    asked.add_argument("--start", type=Path, help="what to go on from: a net (GAME.net) or a checkpoint (GAME.pt)")
    args = asked.parse_args()
    config = card.settings("ppo", args.config, DEFAULTS)
    try:
        learner = Learner(args, config)
        learner.write(learner.run())
    except (gloria_data.DataError, net_file.NetError, rollout_data.RolloutError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"ppo: {error}")


if __name__ == "__main__":
    main()
