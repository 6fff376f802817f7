"""What every training begins and ends with: its settings, and the files that it writes."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path

import torch

from figures import revision


def asked(about: str) -> argparse.ArgumentParser:
    """What every training can be told."""
    words = argparse.ArgumentParser(description=about.split("\n")[0])
    words.add_argument("game")
    words.add_argument("config", type=Path, help="a JSON file; what it does not say is as in DEFAULTS")
    words.add_argument("--out", type=Path, required=True, help="the folder to write to")
    words.add_argument("--seconds", type=float, help="learn no longer than this")
    words.add_argument("--device", help="cpu or cuda; a GPU if there is one")
    return words


def settings(name: str, file: Path, defaults: dict) -> dict:
    """The settings of a file and, where it is silent, the usual ones."""
    config = json.loads(file.read_text())
    for key in config:
        if key not in defaults:
            sys.exit(f"{name}: {file} says '{key}': expected one of {', '.join(defaults)}")
    return defaults | config


def device(args: argparse.Namespace) -> torch.device:
    """Where it learns."""
    return torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))


BRIEF = ("sha256", "command", "revision", "torch", "device", "config", "data", "seconds")
"""What a card says of each training before the last."""


def brief(card: dict) -> dict:
    """What later cards say of this training: what made it, what it learned from, and how well it judged."""
    figures = {key: card["figures"][key] for key in ("views", "log_loss", "auc")}
    return {key: card[key] for key in BRIEF} | {"figures": figures}


def before(start: Path | None) -> list[dict]:
    """The trainings that a training goes on from, the last first; none where it begins anew, or where no card lies beside what it goes on from."""
    card = start.with_suffix(".json") if start else None
    if card is None or not card.exists():
        return []
    told = json.loads(card.read_text())
    return [brief(told), *told.get("before", [])]


def write(args: argparse.Namespace, config: dict, where: torch.device, net: torch.nn.Module, weights: bytes, told: dict, picture: str) -> None:
    """Writes the net, its checkpoint, its picture and its card; `told` has what this training alone can say: `data`, `began`, `figures` and `curve`."""
    # Before anything is written: it may lie where the new one will.
    earlier = before(getattr(args, "start", None))
    card = {
        "game": args.game,
        "sha256": hashlib.sha256(weights).hexdigest(),
        "bytes": len(weights),
        "command": " ".join(["python3", *sys.argv]),
        "revision": revision(),
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name(0) if where.type == "cuda" else "cpu",
        "config": config,
        "score_scale": config["score_scale"],
        "left_scale": config["left_scale"],
        "data": told["data"],
        "seconds": round(time.time() - told["began"], 1),
        "figures": told["figures"],
        "before": earlier,
        "curve": told["curve"],
    }
    args.out.mkdir(parents=True, exist_ok=True)
    file = lambda kind: args.out / f"{args.game}.{kind}"  # noqa: E731
    file("net").write_bytes(weights)
    torch.save(net.state_dict(), file("pt"))
    file("json").write_text(json.dumps(card, indent=2) + "\n")
    file("svg").write_text(picture)
