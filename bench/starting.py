"""What a process costs before its first act: a command, and the checker that needs no database."""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

from bench.site import Figures
from tests.users import users_python

# Django itself with the applications of others that the site has.
DJANGO = """
import django
from django.conf import settings
others = [name for name in {installed} if not name.startswith(("assessment", "assize", "documents"))]
settings.configure(INSTALLED_APPS=others, USE_TZ=True)
django.setup()
"""


def starting() -> Figures:
    """A command that finds nothing to export, and `python -m scoring --help` (processor seconds; target: under 1 s; limit: Django with the other applications that the site uses)."""
    from django.conf import settings

    os.environ.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # where byte code is not kept, its making is all that counts
    limit = _seconds("-c", DJANGO.format(installed=settings.INSTALLED_APPS))
    command, scoring = (
        _seconds("manage.py", "export", "missing", "anywhere"),
        _seconds("-m", "scoring", "--help"),
    )
    return {
        "command_cpu_seconds": command,
        "scoring_cpu_seconds": scoring,
        "limit_cpu_seconds": limit,
        "times_the_limit": command / limit,
    }


def idle() -> Figures:
    """What the site keeps of memory once it serves and nobody has asked for a page (MB in use; target: 120)."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {"ASSIZE_DATA_DIR": folder, "PORT": "8697", "DJANGO_SETTINGS_MODULE": "assize.settings"}
        process = subprocess.Popen(
            [str(users_python()), "-u", "-m", "assize.serve", "--without-demo"],
            env=os.environ | variables,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        next(line for line in process.stdout if "Assize is ready" in line)
        with urlopen("http://127.0.0.1:8697/healthz", timeout=60):
            pass
        figures = {"site_mb": _megabytes(process.pid)}
        process.terminate()
        process.communicate()
    return figures


def _megabytes(pid: int) -> float:
    """The memory in use of a process, on Linux."""
    (line,) = (
        line
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
        if line.startswith("VmRSS:")
    )
    return int(line.split()[1]) / 1024


def _seconds(*arguments: str) -> float:
    """Processor seconds of the second run: the first may compile."""
    for _ in range(2):
        before = _used()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
    return _used() - before


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
