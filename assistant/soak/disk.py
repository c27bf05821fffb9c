"""A disk that can be filled: a tmpfs of its own in a mount namespace that outlives the table's process."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

SIZE = 400_000_000  # bytes
LOW_FREE = 120_000_000  # bytes left on a disk that is nearly full: below what `fala play` warns of
STEP = 1 << 20


class SmallDisk:
    """A folder on a tmpfs; ``command`` comes before a program that shall see it, ``there`` is its path from here."""

    def __init__(self, folder: Path, holder: subprocess.Popen[bytes], command: tuple[str, ...]) -> None:
        self.folder, self.command = folder, command
        self._holder = holder
        self.there = Path(f"/proc/{holder.pid}/root{folder}")

    @classmethod
    def mount(cls, folder: Path) -> SmallDisk | None:
        """Mount one over ``folder``, which exists; None where this account or this system cannot."""
        if shutil.which("unshare") is None or shutil.which("nsenter") is None:
            return None
        root = os.geteuid() == 0
        rights = ("unshare", "-m") if root else ("unshare", "-rm")
        script = 'mount -t tmpfs -o "size=$1" tmpfs "$2" && echo ready && exec cat'
        holder = subprocess.Popen(
            (*rights, "sh", "-c", script, "sh", str(SIZE), str(folder)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert holder.stdout is not None
        if holder.stdout.readline().strip() != b"ready":
            holder.wait()
            return None
        enter = ("nsenter", "-t", str(holder.pid), "-m")
        disk = cls(folder, holder, enter if root else (*enter, "-U", "--preserve-credentials"))
        tried = subprocess.run((*disk.command, "test", "-d", str(folder)), check=False, capture_output=True)
        if tried.returncode or not disk.there.is_dir():
            disk.close()
            return None
        return disk

    @property
    def free(self) -> int:
        """Bytes left."""
        return shutil.disk_usage(self.there).free

    def fill(self, leave: int) -> None:
        """Write ballast until no more than ``leave`` bytes are free."""
        with (self.there / "ballast").open("ab", buffering=0) as ballast:
            while (left := self.free - leave) > 0:
                try:
                    ballast.write(bytes(min(STEP, left)))
                except OSError:  # full to the last block
                    return

    def clear(self) -> None:
        """Take the ballast away."""
        (self.there / "ballast").unlink(missing_ok=True)

    def close(self) -> None:
        """Give the disk up, with all that is on it."""
        assert self._holder.stdin is not None and self._holder.stdout is not None
        self._holder.stdin.close()
        self._holder.wait()
        self._holder.stdout.close()
