"""Starts server processes for the tests, ends them with the test run, and sweeps up after crashed ones."""

import atexit
import contextlib
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

START_SECONDS = 30
PREFIX = "assize-service-"
PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def new_folder(kind: str, user: dict[str, Any]) -> Path:
    """A folder for one server; its subfolder `run` belongs to the user that the server runs as."""
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{kind}-"))
    folder.chmod(0o755)
    inner = folder / "run"
    inner.mkdir()
    if user:
        os.chown(inner, user["user"], user["group"])
    return folder


def spawn(
    folder: Path, command: list[str], user: dict[str, Any], ending: signal.Signals
) -> subprocess.Popen[bytes]:
    """Starts a server that gets the signal `ending` when this process ends, and notes it in its folder."""

    def die_with_parent() -> None:
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, int(ending))

    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder / "run",
            preexec_fn=die_with_parent,  # noqa: PLW1509 -- one system call, made before tests start threads
            start_new_session=True,
            **user,
        )
    note = {"pid": process.pid, "parent": os.getpid()}
    (folder / "started.json").write_text(json.dumps(note), encoding="utf-8")
    atexit.register(_stop, process, folder, ending, os.getpid())
    return process


def _stop(process: subprocess.Popen[bytes], folder: Path, ending: signal.Signals, owner: int) -> None:
    if os.getpid() != owner:
        return
    if process.poll() is None:
        process.send_signal(ending)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    shutil.rmtree(folder, ignore_errors=True)


def wait_until(
    answers: Callable[[], object], refusal: type[Exception], process: subprocess.Popen[bytes], folder: Path
) -> None:
    """Returns as soon as `answers` no longer raises `refusal`; raises with the log of a server that never does."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            answers()
            return
        except refusal as error:
            if process.poll() is not None or time.monotonic() > deadline:
                log = (folder / "log").read_text(encoding="utf-8", errors="replace")
                raise RuntimeError(f"The test server in {folder} did not start: {error}\n{log}") from error
        time.sleep(0.02)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _command_line(pid: int) -> str:
    answer = subprocess.run(
        ["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return answer.stdout


def _abandoned() -> Iterator[tuple[Path, int]]:
    """Folders of this user whose starter is gone, each with the number of its server."""
    for note in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/started.json"):
        with contextlib.suppress(OSError, ValueError):
            if note.stat().st_uid == os.geteuid():
                numbers = json.loads(note.read_text(encoding="utf-8"))
                if not _is_alive(numbers["parent"]):
                    yield note.parent, numbers["pid"]


def sweep() -> list[Path]:
    """Ends servers whose starter crashed, removes their folders, and returns those."""
    swept = []
    for folder, pid in _abandoned():
        # The number may belong to another program by now: only one that names the folder is ours.
        if str(folder) in _command_line(pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
        swept.append(folder)
    return swept
