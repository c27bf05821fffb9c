"""`python -m assistant.vision.train detector|scenes|export|reader …`: training, with the extra `train` installed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m assistant.vision.train", description=__doc__)
    tasks = parser.add_subparsers(dest="task", required=True)
    scenes = tasks.add_parser("scenes", help="draw training scenes, chunk by chunk")
    scenes.add_argument("--out", type=Path, default=Path("datasets/detector"))
    scenes.add_argument("--chunks", type=int, default=600)
    scenes.add_argument("--seed", type=int, default=0)
    scenes.add_argument("--pace", type=float, default=0.0, help="seconds to wait between two chunks")
    scenes.add_argument("--no-packaged-decks", action="store_true")
    detector = tasks.add_parser("detector", help="train the card detector")
    detector.add_argument("--scenes", type=Path, default=Path("datasets/detector"))
    detector.add_argument("--out", type=Path, default=Path("runs/detector"))
    detector.add_argument("--minutes", type=float, default=95.0)
    detector.add_argument("--size", type=int, default=416)
    detector.add_argument("--batch", type=int, default=16)
    detector.add_argument("--rate", type=float, default=2e-3)
    detector.add_argument("--seed", type=int, default=7)
    detector.add_argument("--threads", type=int, default=0)
    detector.add_argument("--resume", type=Path)
    head = tasks.add_parser("head", help="go on with the detector's scores alone: hours less work, boxes as they were")
    head.add_argument("start", type=Path)
    head.add_argument("--scenes", type=Path, default=Path("datasets/detector"))
    head.add_argument("--out", type=Path, default=Path("runs/head"))
    head.add_argument("--minutes", type=float, default=40.0)
    head.add_argument("--rate", type=float, default=1e-3)
    head.add_argument("--seed", type=int, default=11)
    head.add_argument("--threads", type=int, default=0)
    export = tasks.add_parser("export", help="a checkpoint to models/detector.onnx, .pt and .json")
    export.add_argument("checkpoint", type=Path)
    export.add_argument("--to", type=Path, default=Path("models"))
    return parser


def main(argv: list[str]) -> int:
    """Run one training task; the reader's arguments are its own."""
    if argv[:1] == ["reader"]:
        from assistant.vision.train import reader  # type: ignore[attr-defined, unused-ignore]

        return int(reader.main(argv[1:]))
    args = _parser().parse_args(argv)
    if args.task == "scenes":
        from assistant.vision.synth.svg_decks import packaged_decks
        from assistant.vision.train.store import keep_drawing

        extra = () if args.no_packaged_decks else packaged_decks(args.out.parent / "decks")
        keep_drawing(args.out, args.seed, args.chunks, args.pace, extra)
        return 0
    if args.task == "export":
        from assistant.vision.train.export import export

        export(args.checkpoint, args.to)
        return 0
    import torch

    from assistant.vision.train.detector import Recipe, train

    if args.threads:
        torch.set_num_threads(args.threads)
    if args.task == "head":
        from assistant.vision.train.head import HeadRecipe, train_head

        learned = HeadRecipe(minutes=args.minutes, rate=args.rate, seed=args.seed)
        print(train_head(args.scenes, args.out, learned, args.start))
        return 0
    recipe = Recipe(minutes=args.minutes, size=args.size, batch=args.batch, rate=args.rate, seed=args.seed)
    print(train(args.scenes, args.out, recipe, args.resume))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
