#!/usr/bin/env python3
"""How well could games be foretold? A net far larger than those that play learns from nothing but such games, as long as it gets better.

    gloria selfplay glory --players greedy --set players=2 --games 400000 --every 20 --seed 1 --shard 1/8 --out data/1    # … 8/8 into data/8
    gloria selfplay glory --players greedy --set players=2 --games 5000 --every 10 --seed 20000 --out other
    python3 training/limit.py glory --data data/* --other other --seconds 200

A log loss below what this one reaches is not to be expected of a net that plays. One game in twenty of `--data` is held back: it says which of the nets on
the way is kept, and how much the next thousands of games still help; `--other` are games that decide nothing, for the figure. Needs PyTorch.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import gloria_data
from figures import auc, log_loss

HELD_BACK = 20

COLUMNS = ("first", "places", "values", "result", "game", "inputs")


def views(folder: Path, game: str) -> Path:
    """Writes all views of a folder's games into a file beside them, if it is not there: where each begins, its places and values, what it won, of which game it is, and how many places there are."""
    file = folder / "views.npz"
    played = [games.stat().st_mtime for games in folder.glob("*.games*")]
    if file.exists() and file.stat().st_mtime >= max(played, default=0.0):
        return file
    data = gloria_data.load(folder, game)
    found = (data.first, data.places.view(np.int16), data.values.astype(np.float16), data.reward, np.repeat(data.game, data.players), data.header["observation"])
    np.savez(file, **dict(zip(COLUMNS, found)))
    return file


class Views:
    """Views of many folders on the device."""

    def __init__(self, files: list[Path], device: torch.device):
        parts = [np.load(file) for file in files]
        firsts = [part["first"] for part in parts]
        steps = np.cumsum([0] + [int(first[-1]) for first in firsts])
        first = np.concatenate([first[:-1] + step for first, step in zip(firsts, steps)] + [steps[-1:]])
        put = lambda column: torch.cat([torch.from_numpy(part[column]).to(device) for part in parts])  # noqa: E731
        self.first, self.inputs = torch.from_numpy(first).to(device), int(parts[0]["inputs"])
        self.places, self.values, self.result, self.game = (put(column) for column in COLUMNS[1:5])

    def __len__(self) -> int:
        return len(self.result)

    def lists(self, some) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Places and values of these views, one after the other, and where each begins."""
        begin, many = self.first[some], self.first[some + 1] - self.first[some]
        before = many.cumsum(0) - many
        at = torch.repeat_interleave(begin - before, many) + torch.arange(int(many.sum()), device=some.device)
        return self.places[at].long() & 0xFFFF, before, self.values[at].float()


class Net(nn.Module):
    """A net of four layers; the first takes the few places that are not 0."""

    def __init__(self, inputs: int, width: int):
        super().__init__()
        self.first, self.bias = nn.EmbeddingBag(inputs, width, mode="sum"), nn.Parameter(torch.zeros(width))
        nn.init.uniform_(self.first.weight, -0.05, 0.05)
        self.rest = nn.Sequential(
            nn.GELU(), nn.LayerNorm(width), nn.Dropout(0.2),
            nn.Linear(width, width // 2), nn.GELU(), nn.LayerNorm(width // 2), nn.Dropout(0.2),
            nn.Linear(width // 2, width // 4), nn.GELU(), nn.Linear(width // 4, 1),
        )  # fmt: skip

    def forward(self, places: torch.Tensor, begin: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        wide = self.first(places, begin, per_sample_weights=values) + self.bias
        if not wide.is_cuda:
            # A processor is no faster with short numbers.
            return self.rest(wide)[:, 0]
        with torch.autocast("cuda", torch.bfloat16):
            return self.rest(wide).float()[:, 0]


@torch.no_grad()
def judged(net: nn.Module, of: Views, some, batch: int) -> tuple[float, float]:
    """Log loss and AUC of these views."""
    net.eval()
    chance = torch.cat([torch.sigmoid(net(*of.lists(part))) for part in some.split(batch)])
    net.train()
    chance, result = chance.cpu().numpy(), of.result[some].cpu().numpy()
    return log_loss(chance, result), auc(chance, result > 0.5)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("game")
    words.add_argument("--data", type=Path, nargs="+", required=True, help="folders of self-play files to learn from")
    words.add_argument("--other", type=Path, required=True, help="a folder of other games, for the figure")
    words.add_argument("--seconds", type=float, default=200.0)
    words.add_argument("--epochs", type=int, default=6, help="how often each view is learned from, at the most")
    words.add_argument("--width", type=int, default=1024)
    words.add_argument("--batch", type=int, default=8192)
    words.add_argument("--rate", type=float, default=0.0007)
    words.add_argument("--share", type=float, default=1.0, help="learn from this share of the games")
    words.add_argument("--seed", type=int, default=1)
    args = words.parse_args()
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        with ProcessPoolExecutor() as pool:
            files = list(pool.map(partial(views, game=args.game), [*args.data, args.other]))
    except (gloria_data.DataError, OSError) as error:
        sys.exit(f"limit: {error}")
    of, other = Views(files[:-1], device), Views(files[-1:], device)
    held = of.game % HELD_BACK == 0
    used = ~held & (of.game % 1009 < 1009 * args.share)
    learn, check = used.nonzero()[:, 0], held.nonzero()[:, 0]
    if not len(check) or not len(learn):
        sys.exit(f"limit: of {len(of)} views {len(learn)} are there to learn from and {len(check)} to check by; expected more games")
    every = torch.arange(len(other), device=device)
    games = len(torch.unique(of.game[learn]))
    print(f"{len(learn)} views of {games} games on {device}", flush=True)
    net = Net(of.inputs, args.width).to(device)
    maker = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.05)
    began, step, steps, best = time.time(), 0, args.epochs * math.ceil(len(learn) / args.batch), (math.inf,)
    for epoch in range(args.epochs):
        order, total = learn[torch.randperm(len(learn), device=device)], 0.0
        for part in order.split(args.batch):
            done = min(max(step / steps, (time.time() - began) / args.seconds), 1.0)
            for group in maker.param_groups:
                group["lr"] = args.rate * min(1.0, step / 200) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
            loss = functional.binary_cross_entropy_with_logits(net(*of.lists(part)), of.result[part])
            maker.zero_grad(set_to_none=True)
            loss.backward()
            maker.step()
            step += 1
            if step % 50 == 0:
                total = 0.9 * total + 0.1 * loss.item() if total else loss.item()
            if done >= 1.0:
                break
        (mine, _), (loss, area) = judged(net, of, check, args.batch), judged(net, other, every, args.batch)
        best = min(best, (mine, loss, area, epoch + 1))
        print(json.dumps({"epoch": epoch + 1, "seconds": round(time.time() - began), "train": round(total, 4), "held_back": round(mine, 4), "other": round(loss, 4), "auc": round(area, 4)}), flush=True)
        if time.time() - began >= args.seconds:
            break
    print(f"of {games} games, {args.width} wide: log loss {best[1]:.4f}, AUC {best[2]:.4f} of {len(other)} views of other games (after epoch {best[3]})")


if __name__ == "__main__":
    main()
