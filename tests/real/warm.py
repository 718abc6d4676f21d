"""Gives commands as `manage.py` does, each in a fork of one process that has the site loaded already.

For tests that give dozens of them: `python -m tests.real.warm` reads a JSON list of arguments a line, and answers
with a JSON list of exit code and what was said; arguments that begin with `-m` run a module. `python -m tests.real.warm
SOCKET` does so for whoever connects there: for a shell, the little program of `program_for` is `python manage.py`. With
`--to-kill` the number of the fork comes first, in a line of its own.
"""

import gc
import json
import os
import runpy
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NoReturn

import django

import manage
from assize.garbage import look_seldom


def answer(arguments: list[str], began: Callable[[int], None]) -> tuple[int, str]:
    """Give one command; its exit code, and what it said, errors last. Its process is told as soon as it is there."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _become(arguments, out, err)
        began(child)
        _, status = os.waitpid(child, 0)
        for file in (out, err):
            file.seek(0)
        return os.waitstatus_to_exitcode(status), (out.read() + err.read()).decode()


def _tell(child: int) -> None:
    print(child, flush=True)


def _tell_nobody(child: int) -> None:
    pass


def _become(arguments: list[str], out: BinaryIO, err: BinaryIO) -> NoReturn:
    os.dup2(out.fileno(), sys.stdout.fileno())
    os.dup2(err.fileno(), sys.stderr.fileno())
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = ["manage.py", *arguments]
        manage.main()
    sys.exit()


PROGRAM = """#!{python} -SE
import json, socket, sys
with socket.socket(socket.AF_UNIX) as site:
    site.connect({address!r})
    with site.makefile("rw") as lines:
        print(json.dumps(sys.argv[1:]), file=lines, flush=True)
        code, said = json.loads(lines.readline())
sys.stdout.write(said)
sys.exit(code)
"""


def program_for(address: Path) -> Path:
    """Beside a socket, a program that has commands given there."""
    program = address.with_suffix(".py")
    program.write_text(PROGRAM.format(python=sys.executable, address=str(address)), encoding="utf-8")
    program.chmod(0o700)
    return program


def serve(address: str) -> None:
    """Give the commands of whoever connects, one after another, until this process is ended."""
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        while True:
            visitor, _ = door.accept()
            with visitor, visitor.makefile("rw") as lines:
                print(json.dumps(answer(json.loads(lines.readline()), _tell_nobody)), file=lines, flush=True)


def main() -> None:
    """Load all that most commands look at, then answer line by line."""
    look_seldom()
    django.setup()
    gc.freeze()  # a fork that ends would otherwise go through all of it, and copy it
    if sys.argv[1:] == ["--to-kill"]:
        _answer_lines(_tell)
    elif sys.argv[1:]:
        serve(sys.argv[1])
    else:
        _answer_lines(_tell_nobody)


def _answer_lines(began: Callable[[int], None]) -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), began)), flush=True)


if __name__ == "__main__":
    main()
