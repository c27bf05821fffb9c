"""Which arithmetic trains fast on this machine."""

from __future__ import annotations

import torch


def half_is_fast(device: torch.device) -> bool:
    """Whether bfloat16 saves time here: a processor without it emulates it, twenty times slower than float32."""
    capable = torch.cpu.get_capabilities()
    return device.type != "cpu" or bool(capable.get("avx512_bf16") or capable.get("amx_bf16"))
