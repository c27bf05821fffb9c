"""Running a script on a disk that is too small: a tmpfs of its own where this account may mount one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path


def on_a_small_disk(source: str, tmp_path: Path, size: str, ballast: int, otherwise: str) -> str:
    """Run a script with a folder on a tmpfs of ``size`` that holds a file "ballast", and "disk"; returns its output.

    Where nothing may be mounted, the folder is an ordinary one and the script gets ``otherwise`` instead of "disk":
    another door to the same refusal.
    """
    script, folder = tmp_path / "script.py", tmp_path / "small"
    script.write_text(textwrap.dedent(source))
    folder.mkdir()
    rights = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    mount = f"mount -t tmpfs -o size={size} tmpfs {folder} && head -c {ballast} /dev/zero > {folder}/ballast"
    can_mount = shutil.which("unshare") is not None and (
        subprocess.run([*rights, "sh", "-c", mount], capture_output=True).returncode == 0
    )
    run = [sys.executable, str(script), str(folder)]
    run = [*rights, "sh", "-c", f'{mount} && exec "$@"', "sh", *run, "disk"] if can_mount else [*run, otherwise]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    print(done.stdout)
    return done.stdout
