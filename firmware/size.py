#!/usr/bin/env python3
"""Prints how much of the ATmega328P's flash and memory a firmware uses; fails at 70 % of either."""

import subprocess
import sys

LIMIT = 70
out = subprocess.run(["avr-size", "-A", sys.argv[1]], capture_output=True, text=True, check=True).stdout
sections = {row[0]: int(row[1]) for row in map(str.split, out.splitlines()) if len(row) == 3 and row[1].isdigit()}
flash = sections.get(".text", 0) + sections.get(".data", 0)
memory = sections.get(".data", 0) + sections.get(".bss", 0) + sections.get(".noinit", 0)
print(f"flash {flash} of 32768 bytes ({flash * 100 / 32768:.1f} %), ", end="")
print(f"memory {memory} of 2048 bytes ({memory * 100 / 2048:.1f} %)")
sys.exit(flash * 100 > LIMIT * 32768 or memory * 100 > LIMIT * 2048)
