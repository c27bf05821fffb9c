"""A real PostgreSQL server of the tests' own: on a socket in a temporary folder, never the machine's."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path


class NoPostgreSQL(RuntimeError):
    """The server's programs are not on this machine; the text names the Debian package."""


def programs() -> Path:
    """The folder with initdb and postgres; raises NoPostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        raise NoPostgreSQL("PostgreSQL's initdb is missing: apt-get install postgresql")
    return Path(on_path).resolve().parent


class Server:
    """One server process with its data folder; ``url`` names a database in it."""

    def __init__(self, *options: str) -> None:
        self._options = options
        self.bin = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="fala-pg-"))
        self.data = self.folder / "data"
        self._user = "postgres" if os.geteuid() == 0 else None
        self.role = self._user or pwd.getpwuid(os.geteuid()).pw_name
        if self._user is not None:
            owner = pwd.getpwnam(self._user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self._made = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", self.role, "-E", "UTF8", "--locale=C", "-N")

    def _run(self, program: str, *args: str) -> None:
        done = subprocess.run(
            [str(self.bin / program), *args], user=self._user, cwd=self.folder, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr or done.stdout}")

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        settings = ("listen_addresses=", "max_connections=60", "shared_buffers=16MB", *self._options)
        options = ["-k", str(self.folder), *(word for setting in settings for word in ("-c", setting))]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data), *options],
                user=self._user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        for _ in range(600):
            ready = subprocess.run([str(self.bin / "pg_isready"), "-h", str(self.folder), "-q"], capture_output=True)
            if ready.returncode == 0:
                return
            if self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text(errors="replace")[-2000:])
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL does not answer")

    def kill(self) -> None:
        """SIGKILL to the server and every process of it, as when the power fails."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End the server and remove its data."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str = "postgres") -> str:
        """SQLAlchemy URL of a database of this server."""
        return f"postgresql+psycopg://{self.role}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """URL of a fresh, empty database."""
        self._made += 1
        name = f"fala{self._made}"
        self._run("createdb", "-h", str(self.folder), "-U", self.role, name)
        return self.url(name)
