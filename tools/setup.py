#!/usr/bin/env python3
"""Sets the project up: checks Python and system packages, makes .venv, installs, and says what it is doing.

usage: setup.py check|deps|install [play|test|all|train]

Runs on the system's own Python with nothing installed, so it uses the standard library alone.
"""

import ctypes
import glob
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCOPES = {
    "play": ("play",),
    "test": ("play", "test"),
    "all": ("play", "test", "all"),
    "train": ("play", "test", "train"),
}
EXTRAS = {"play": "", "test": "[dev]", "all": "[dev]", "train": "[dev,train]"}
FETCHED = ("axe", "pix")  # folders of tools with a lock file of npm packages that only the tests use


def words():
    """The sentences of this program in the user's language, read from the same catalogues as all others."""
    if sys.version_info < (3, 11):  # the catalogues are TOML, and this very thing is what we must say
        sys.exit(
            "Fala o Ás: Python 3.11+ — este é / this is "
            + sys.version.split()[0]
            + ". Debian 12, Ubuntu 24.04, Raspberry Pi OS 12: sudo apt install python3"
        )
    import tomllib

    lang = next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), "")
    folder = "pt-BR" if lang.lower().startswith("pt") else "en"
    with open(os.path.join(ROOT, "assistant", "phrases", folder, "setup.toml"), "rb") as f:
        return tomllib.load(f)["setup"]


def listed(scope):
    """The packages of packages.txt for a scope, as (alternatives, probe, why)."""
    with open(os.path.join(ROOT, "packages.txt"), encoding="utf-8") as f:
        for line in f:
            line = line.split("#")[0].strip()
            if line:
                names, probe, when, why = (part.strip() for part in line.split("|"))
                if when in SCOPES[scope]:
                    yield names.split(), probe, why


def present(probe):
    """Whether the thing a package brings is on this machine, whoever brought it."""
    kind, _, what = probe.partition(":")
    if kind == "py":
        return importlib.util.find_spec(what) is not None
    if kind == "lib":
        try:
            ctypes.CDLL(what)
        except OSError:
            return False
        return True
    if kind == "cmd":
        return any(shutil.which(name) for name in what.split())
    if kind == "glob":
        return bool(glob.glob(what))
    raise SystemExit("packages.txt: unknown probe " + probe)


def missing(scope):
    """The packages of this scope that are not there."""
    return [(names, why) for names, probe, why in listed(scope) if not present(probe)]


def run(command):
    """Run a command that the user sees; ends the program with its status when it fails."""
    print("  $ " + " ".join(command), flush=True)
    status = subprocess.call(command)
    if status:
        sys.exit(status)


def deps(scope):
    """Install the missing packages: the command is shown and sudo asked once; root is asked nothing."""
    say = words()
    lack = missing(scope)
    if not lack:
        print(say["deps_none"])
        return
    for names, why in lack:
        print(say["lacks"].format(name=names[0], why=why))
    if not shutil.which("apt-get"):
        sys.exit(say["no_apt"].format(names=" ".join(names[0] for names, _ in lack)))
    root = os.geteuid() == 0
    if not root and not shutil.which("sudo"):
        sys.exit(say["no_sudo"].format(names=" ".join(names[0] for names, _ in lack)))
    prefix = [] if root else ["sudo"]
    if not root:
        print(say["sudo"])
    run([*prefix, "apt-get", "update", "-qq"])
    run(
        [
            *prefix,
            "env",
            "DEBIAN_FRONTEND=noninteractive",
            "apt-get",
            "install",
            "-y",
            "-qq",
            "--no-install-recommends",
            *[known(names) for names, _ in lack],
        ]
    )
    still = missing(scope)
    if still:
        sys.exit(say["deps_still"].format(names=" ".join(names[0] for names, _ in still)))
    print(say["deps_done"])


def known(names):
    """The first of the alternatives that this release of the distribution can install."""
    for name in names:
        out = subprocess.run(["apt-cache", "policy", name], capture_output=True, text=True, check=False).stdout
        candidate = [line.split(":", 1)[1].strip() for line in out.splitlines() if "Candidate:" in line]
        if candidate and candidate[0] != "(none)":
            return name
    return names[0]


def stamp(scope):
    """A digest of everything that decides what an environment holds."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as f:
        return hashlib.sha256(f.read() + scope.encode() + sys.version.encode()).hexdigest()


def install(scope):
    """Make the environment and install the project in it, unless it is already so."""
    say = words()
    env = os.path.join(ROOT, ".venv-train" if scope == "train" else ".venv")
    if scope == "all":  # the same environment as the tests', and the packages that only the long ones need
        install("test")
        check(scope)
        return
    mark = os.path.join(env, ".installed-" + scope)
    want = stamp(scope)
    python = os.path.join(env, "bin", "python")
    if missing(scope):
        deps(scope)
    if os.path.exists(python) and os.path.exists(mark):
        with open(mark, encoding="utf-8") as f:
            if f.read() == want:
                return
    began = time.monotonic()
    if not os.path.exists(python):
        print(say["venv"].format(env=os.path.basename(env)), flush=True)
        run([sys.executable, "-m", "venv", env])
    print(say["install_train" if scope == "train" else "install"], flush=True)
    seen = ["--progress-bar", "on"] if sys.stdout.isatty() else ["--progress-bar", "off", "-q"]
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", *seen]
    if scope == "train":  # a processor-only torch where the index has one; nothing else here needs a GPU
        run([*pip, "-c", os.path.join(ROOT, "tools", "train-constraints.txt"), "-e", ROOT + EXTRAS[scope]])
    else:
        run([*pip, "-e", ROOT + EXTRAS[scope]])
    with open(mark, "w", encoding="utf-8") as f:
        f.write(want)
    print(say["ready"].format(seconds=round(time.monotonic() - began)), flush=True)


def fetch(name):
    """Fetch what a lock file of npm packages lists, unless it is there already; a registry that hangs is given up."""
    folder = os.path.join(ROOT, "tools", name)
    mark = os.path.join(folder, "node_modules", ".installed")
    with open(os.path.join(folder, "package-lock.json"), "rb") as f:
        want = hashlib.sha256(f.read()).hexdigest()
    if os.path.exists(mark):
        with open(mark, encoding="utf-8") as f:
            if f.read() == want:
                return
    print(words()[name], flush=True)
    patience = ["--fetch-timeout=30000", "--fetch-retries=3"]
    quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    run(["npm", "ci", "--prefix", folder, *quiet, *patience])
    with open(mark, "w", encoding="utf-8") as f:
        f.write(want)


def check(scope):
    """Say which package is missing and why, and install it (deps)."""
    words()
    if missing(scope):
        deps(scope)


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in ("check", "deps", "install"):
        sys.exit(__doc__)
    words()
    scope = sys.argv[2] if len(sys.argv) > 2 else "play"
    {"check": check, "deps": deps, "install": install}[sys.argv[1]](scope)
    if sys.argv[1] == "install" and scope in ("test", "all"):
        for name in FETCHED:
            fetch(name)


main()
