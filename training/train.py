#!/usr/bin/env python3
"""Trains a net on self-play files and writes it for `encode::Net` (docs/nets.md).

    python3 training/train.py glory-to-rome training/configs/glory-to-rome.json --data data --out nets

Writes GAME.net (weights), GAME.json (the card: commands, data, figures) and GAME.svg (curves and calibration) into the folder.
Value: every seat's chance to win from that seat's own view; beside it the final score and the decisions left. Policy: the
search's visits where it searched, what was played where it did not. Needs PyTorch; a GPU is used if there is one.
"""

from __future__ import annotations

import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import card
import gloria_data
import net_file
from curves import draw
from figures import foretold

DEFAULTS = {
    "width": 128,
    "hidden": 32,
    "policy": 32,
    "epochs": 6,
    "batch": 4096,
    "rate": 0.003,
    "decay": 1e-6,
    "seed": 1,
    "validation": 20,
    "search_share": 0.3,
    "policy_weight": 0.5,
    "score_weight": 0.05,
    "left_weight": 0.05,
    "score_scale": 20.0,
    "left_scale": 100.0,
    "games": None,
}
"""`validation`: one game in so many is held back. `search_share`: how much of the decider's target is what the search found."""


class Net(nn.Module):
    """The arithmetic of docs/nets.md."""

    def __init__(self, inputs: int, features: int, width: int, hidden: int, policy: int):
        super().__init__()
        self.first = nn.EmbeddingBag(inputs, width, mode="sum")
        self.first_bias = nn.Parameter(torch.full((width,), 0.25))
        self.second = nn.Linear(width, hidden)
        self.values = nn.Linear(hidden, 3)
        self.query = nn.Linear(width, policy)
        # One row more than there are features: nothing, for actions with fewer parts.
        self.keys = nn.Embedding(features + 1, policy, padding_idx=features)
        self.keys_bias = nn.Embedding(features + 1, 1, padding_idx=features)
        nn.init.normal_(self.first.weight, std=0.05)
        nn.init.constant_(self.second.bias, 0.25)
        nn.init.normal_(self.keys.weight, std=0.1)
        nn.init.zeros_(self.keys_bias.weight)
        with torch.no_grad():
            self.keys.weight[features] = 0.0

    def wide(self, places, offsets, values):
        return (self.first(places, offsets, per_sample_weights=values) + self.first_bias).clamp(0.0, 1.0)

    def judge(self, wide):
        return self.values(self.second(wide).clamp(0.0, 1.0))

    def logits(self, wide, features, owner):
        """The logit of each legal action: `features` by action, `owner` the row of `wide` it belongs to."""
        query = self.query(wide)[owner]
        keys = self.keys(features).sum(1)
        return (keys * query).sum(1) + self.keys_bias(features).sum(1).squeeze(1)


class Table:
    """All data on the device, and batches cut out of it."""

    def __init__(self, data: gloria_data.Data, features: np.ndarray, count: int, config: dict, device: torch.device):
        put = lambda array, kind: torch.as_tensor(np.ascontiguousarray(array)).to(device, kind)  # noqa: E731
        self.device, self.config = device, config
        # 16 bits are enough on the device too, but indices must be signed: moved up only in batches.
        self.places = put(data.places.view(np.int16), torch.int16)
        self.values = put(data.values, torch.float16 if device.type == "cuda" else torch.float32)
        self.first = put(data.first, torch.int64)
        self.view_of = put(data.view_of, torch.int64)
        self.players = put(data.players, torch.int64)
        self.decider = put(data.decider, torch.int64)
        self.kept = put(data.kept, torch.int64)
        self.value = put(data.value, torch.float32)
        self.left = put(data.left.astype(np.float32), torch.float32)
        self.reward = put(data.reward, torch.float32)
        self.score = put(data.score.astype(np.float32), torch.float32)
        self.legal_first = put(data.legal_first, torch.int64)
        self.legal = put(data.legal.astype(np.int32), torch.int64)
        self.visits = put(data.visits.astype(np.float32), torch.float32)
        self.chosen = put(data.chosen.astype(np.int32), torch.int64)
        table = features.astype(np.int64)
        table[table == gloria_data.NONE] = count
        self.features = put(table, torch.int64)

    @staticmethod
    def slices(first, rows):
        """All indices of the slices of these rows, and how many each row has."""
        begin, many = first[rows], first[rows + 1] - first[rows]
        before = many.cumsum(0) - many
        total = int(many.sum())
        at = torch.repeat_interleave(begin - before, many) + torch.arange(total, device=rows.device)
        return at, many

    def batch(self, positions):
        """Everything of these positions: bags of places by view, targets by view, legal actions of deciders."""
        seats = self.players[positions]
        owner = torch.repeat_interleave(torch.arange(len(positions), device=self.device), seats)
        before = seats.cumsum(0) - seats
        seat = torch.arange(len(owner), device=self.device) - before[owner]
        views = self.view_of[positions][owner] + seat
        at, many = self.slices(self.first, views)
        win = self.reward[views]
        decides = seat == self.decider[positions][owner]
        found = self.value[positions][owner]
        # With two players what is good for one is bad for the other; with more only the decider's chance was found.
        found = torch.where(decides, found, 1 - found)
        share = self.config["search_share"]
        searched = (decides | (seats[owner] == 2)) & ~torch.isnan(found)
        win = torch.where(searched, (1 - share) * win + share * torch.nan_to_num(found), win)
        sums = torch.zeros(len(positions), device=self.device).index_add_(0, owner, self.score[views])
        mean = (sums / seats)[owner]
        legal, choices = self.slices(self.legal_first, positions)
        return {
            "places": self.places[at].to(torch.int64) & 0xFFFF,
            "values": self.values[at].float(),
            "offsets": many.cumsum(0) - many,
            "win": win,
            "result": self.reward[views],
            "score": (self.score[views] - mean) / self.config["score_scale"],
            "left": self.left[positions][owner] / self.config["left_scale"],
            "decider": before + self.decider[positions],
            "legal": self.legal[legal],
            "visits": self.visits[legal],
            "choices": choices,
            "chosen": self.chosen[positions],
            "kept": self.kept[positions],
        }


def policy_loss(net: Net, wide, table: Table, batch: dict):
    """The cross entropy of the policy, and how often its first choice is the target's, over decisions that have a target."""
    rows = len(batch["choices"])
    owner = torch.repeat_interleave(torch.arange(rows, device=wide.device), batch["choices"])
    logits = net.logits(wide[batch["decider"]], table.features[batch["legal"]], owner)
    tried = torch.zeros(rows, device=wide.device).index_add_(0, owner, batch["visits"])
    played = (batch["legal"] == batch["chosen"][owner]).float()
    target = torch.where(tried[owner] > 0, batch["visits"] / tried[owner].clamp(min=1), played)
    # What was played astray says nothing, unless a search was made there.
    counts = ((tried > 0) | (batch["kept"] != 2)) & (batch["choices"] > 1)
    most = torch.full((rows,), -torch.inf, device=wide.device).scatter_reduce_(0, owner, logits.detach(), "amax")
    sums = torch.zeros(rows, device=wide.device).index_add_(0, owner, (logits - most[owner]).exp())
    log = logits - most[owner] - sums.log()[owner]
    each = torch.zeros(rows, device=wide.device).index_add_(0, owner, -target * log)
    best = torch.zeros(rows, device=wide.device).scatter_reduce_(0, owner, target, "amax")
    hit = ((logits.detach() >= most[owner]) & (target >= best[owner]) & (best[owner] > 0)).float()
    agrees = torch.zeros(rows, device=wide.device).scatter_reduce_(0, owner, hit, "amax")
    number = counts.float().sum().clamp(min=1)
    return (each * counts).sum() / number, (agrees * counts).sum() / number


def losses(net: Net, table: Table, batch: dict, config: dict) -> dict:
    wide = net.wide(batch["places"], batch["offsets"], batch["values"])
    judged = net.judge(wide)
    win = functional.binary_cross_entropy_with_logits(judged[:, 0], batch["win"])
    score = functional.smooth_l1_loss(judged[:, 1], batch["score"])
    left = functional.smooth_l1_loss(judged[:, 2], batch["left"])
    policy, agrees = policy_loss(net, wide, table, batch)
    total = (
        win + config["policy_weight"] * policy + config["score_weight"] * score + config["left_weight"] * left
    )
    return {"total": total, "win": win, "policy": policy, "score": score, "left": left, "agrees": agrees, "judged": judged}


@torch.no_grad()
def examine(net: Net, table: Table, positions, config: dict) -> dict:
    """Figures of the games held back, against how they ended."""
    net.eval()
    chances, results, seats, sums, number = [], [], [], {"policy": 0.0, "agrees": 0.0}, 0
    for part in positions.split(config["batch"]):
        batch = table.batch(part)
        found = losses(net, table, batch, config)
        chances.append(torch.sigmoid(found["judged"][:, 0]).cpu().numpy())
        results.append(batch["result"].cpu().numpy())
        seats.append(torch.repeat_interleave(table.players[part], table.players[part]).cpu().numpy())
        for key in sums:
            sums[key] += float(found[key]) * len(part)
        number += len(part)
    net.train()
    chance, result, seats = np.concatenate(chances), np.concatenate(results), np.concatenate(seats)
    figures = {"positions": number} | foretold(chance, result, seats)
    figures |= {"policy_log_loss": sums["policy"] / max(number, 1), "policy_agrees": sums["agrees"] / max(number, 1)}
    return figures


def written(net: Net, header: dict, config: dict) -> bytes:
    """The bytes of a file of weights."""
    features = header["features"]
    layers = (
        net.first.weight,
        net.first_bias,
        net.second.weight.T,
        net.second.bias,
        net.values.weight.T,
        net.values.bias,
        net.query.weight.T,
        net.query.bias,
        net.keys.weight[:features],
        net.keys_bias.weight[:features, 0],
    )
    return net_file.written(header["game"], header, config, 1.0, layers)


def train(net: Net, table: Table, train_on, check_on, config: dict, seconds: float | None) -> list[dict]:
    """Trains and tells how it went, epoch by epoch."""
    maker = torch.optim.AdamW(net.parameters(), lr=config["rate"], weight_decay=config["decay"])
    order = torch.Generator().manual_seed(config["seed"])
    steps = config["epochs"] * math.ceil(len(train_on) / config["batch"])
    started, step, curve = time.time(), 0, []
    for epoch in range(config["epochs"]):
        sums, number = {"total": 0.0, "win": 0.0, "policy": 0.0}, 0
        shuffled = train_on[torch.randperm(len(train_on), generator=order).to(train_on.device)]
        late = False
        for part in shuffled.split(config["batch"]):
            spent = (time.time() - started) / seconds if seconds else 0.0
            done = min(max(step / steps, spent), 1.0)
            for group in maker.param_groups:
                group["lr"] = config["rate"] * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
            found = losses(net, table, table.batch(part), config)
            maker.zero_grad(set_to_none=True)
            found["total"].backward()
            maker.step()
            step += 1
            for key in sums:
                sums[key] += float(found[key].detach())
            number += 1
            late = spent >= 1.0
            if late:
                break
        figures = examine(net, table, check_on, config)
        row = {"epoch": epoch + 1, "steps": step, "seconds": round(time.time() - started, 1)}
        row |= {f"train_{key}": total / number for key, total in sums.items()}
        row |= {key: figures[key] for key in ("log_loss", "auc", "policy_log_loss", "policy_agrees")}
        curve.append(row)
        print(json.dumps(row), flush=True)
        if late:
            break
    return curve


def main() -> None:
    asked = card.asked(__doc__)
    asked.add_argument("--data", type=Path, required=True, help="a folder of self-play files")
    asked.add_argument("--start", type=Path, help="a checkpoint (GAME.pt) to go on from")
    args = asked.parse_args()
    config, device = card.settings("train", args.config, DEFAULTS), card.device(args)
    torch.manual_seed(config["seed"])
    np.random.seed(config["seed"])
    try:
        data = gloria_data.load(args.data, args.game, config["games"])
        features, count = gloria_data.action_features(args.data, args.game)
    except (gloria_data.DataError, OSError) as error:
        sys.exit(f"train: {error}")
    print(f"{len(data)} positions of {data.games} games on {device}", flush=True)
    held = data.game % config["validation"] == 0
    if held.all() or not held.any():
        sys.exit("train: there are too few games to hold some back")
    table = Table(data, features, count, config, device)
    everything = torch.arange(len(data), device=device)
    held_back = torch.as_tensor(held, device=device)
    net = Net(data.header["observation"], count, config["width"], config["hidden"], config["policy"]).to(device)
    if args.start:
        net.load_state_dict(torch.load(args.start, map_location=device))
    started = time.time()
    curve = train(net, table, everything[~held_back], everything[held_back], config, args.seconds)
    figures = examine(net, table, everything[held_back], config)
    weights = written(net, data.header, config)
    about = {"games": data.games, "positions": len(data), "header": data.header}
    told = {"data": about, "began": started, "figures": figures, "curve": curve}
    card.write(args, config, device, net, weights, told, draw(args.game, curve, figures["calibration"]))
    short = {key: round(figures[key], 4) for key in ("log_loss", "log_loss_of_seats_alone", "auc", "policy_log_loss", "policy_agrees")}
    print(f"{args.game}.net: {len(weights)} bytes; {json.dumps(short)}")


if __name__ == "__main__":
    main()
