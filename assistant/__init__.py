"""Fala o Ás: the dealer over a home poker table."""

import os

# Before numpy is loaded anywhere: its products here are small, and its idle threads, which wait awake, would take the
# cores from the networks that read the cards (a frame of thirteen cards: 240 ms instead of 335 on two cores).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
