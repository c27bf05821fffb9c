"""The network that reads one index crop: a small residual net with one glance for the rank and one for the suit."""

from __future__ import annotations

import torch
from torch import Tensor, nn

RANK_CLASSES = (*"23456789TJQKA", "joker", "none")
SUIT_CLASSES = (*"cdhs", "none")
WIDTHS = (32, 48, 96, 144)


class Block(nn.Module):
    """Two 3x3 convolutions around a shortcut."""

    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.one = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(outside)
        self.two = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outside)
        self.short: nn.Module = (
            nn.Identity()
            if inside == outside and stride == 1
            else nn.Sequential(nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside))
        )

    def forward(self, x: Tensor) -> Tensor:
        """Features of shape (N, outside, H / stride, W / stride)."""
        y = torch.relu(self.norm1(self.one(x)))
        return torch.relu(self.norm2(self.two(y)) + self.short(x))


class Glance(nn.Module):
    """Pools features where it wants to look, then classifies: rank and suit look at different places."""

    def __init__(self, inside: int, classes: int) -> None:
        super().__init__()
        self.look = nn.Conv2d(inside, 1, 1)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(2 * inside, classes)

    def forward(self, x: Tensor) -> Tensor:
        """Logits (N, classes) of features (N, C, H, W)."""
        flat = x.flatten(2)
        weight = torch.softmax(self.look(x).flatten(2).float(), -1).to(flat.dtype)
        seen = (flat * weight).sum(-1)
        out: Tensor = self.out(self.drop(torch.cat([seen, flat.mean(-1)], 1)))
        return out


class Reader(nn.Module):
    """(N, 3, 96, 56) BGR crops in 0..1 to logits of 15 ranks (13, joker, none) and 5 suits (4, none)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.stem = nn.Sequential(nn.Conv2d(3, a, 3, 2, 1, bias=False), nn.BatchNorm2d(a), nn.ReLU())
        self.body = nn.Sequential(Block(a, b, 2), Block(b, b, 1), Block(b, c, 2), Block(c, c, 1), Block(c, d, 2))
        self.rank = Glance(d, len(RANK_CLASSES))
        self.suit = Glance(d, len(SUIT_CLASSES))

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Rank logits (N, 15) and suit logits (N, 5)."""
        x = self.body(self.stem((crops - 0.5) * 4.0))
        return self.rank(x), self.suit(x)
