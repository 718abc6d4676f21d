"""An Assize in a folder of its own, driven by command."""

import json
import os
import random
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.users import users_python

ROOT = Path(__file__).resolve().parents[2]


class Site:
    """An empty Assize in a folder of its own, driven by command.

    A `database` given has its tables already. Each command is a process of its own; within `warm()` a fork.
    """

    def __init__(self, folder: Path, data: Path, database: str = "") -> None:
        self.folder, self.data = folder, data
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "assize.settings",  # those of the tests would name one database for all
            "ASSIZE_DATA_DIR": str(folder / "var"),
            "ASSIZE_DATABASE_URL": database
            or os.environ.get("ASSIZE_JOURNEY_DATABASE_URL", f"sqlite:///{folder}/journey.sqlite3"),
            "ASSIZE_SECRET_KEY": "a journey needs no secret",
        }
        self._give = self._give_anew
        (folder / "var").mkdir()
        if not database:
            self.command("migrate", "--verbosity", "0")

    @contextmanager
    def warm(self) -> Iterator["Site"]:
        """Give commands without starting Python for each: tests.real.warm."""
        command = [str(users_python()), "-m", "tests.real.warm"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, env=self.environment, cwd=ROOT, stdin=pipe, stdout=pipe, text=True
        ) as process:
            commands, answers = process.stdin, process.stdout
            assert commands
            assert answers

            def give(arguments: Sequence[str]) -> tuple[int, str]:
                print(json.dumps(arguments), file=commands, flush=True)
                code, said = json.loads(answers.readline())
                return code, said

            self._give = give
            yield self
            self._give = self._give_anew

    def _give_anew(self, arguments: Sequence[str]) -> tuple[int, str]:
        done = subprocess.run(
            [str(users_python()), str(ROOT / "manage.py"), *arguments],
            env=self.environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def command(self, *arguments: str, fails: bool = False) -> str:
        """Give a management command, print what it says, and hold it to its exit code."""
        shown = " ".join(
            argument.replace(f"{self.folder}/", "").replace(f"{self.data}/", "") for argument in arguments
        )
        print(f"$ manage.py {shown}", flush=True)
        code, said = self._give(arguments)
        said = said.strip()
        if (code != 0) is not fails:
            raise SystemExit(f"{said}\nThe command ended with {code}.")
        if said:
            print("  " + shortened(said).replace("\n", "\n  "), flush=True)
        return said

    def create(self, slug: str, track: str, collection: str, *settings: str) -> None:
        """Make a campaign with settings."""
        options = [part for setting in settings for part in ("--set", setting)]
        self.command("create_campaign", slug, "--track", track, "--collection", collection, *options)

    def export(self, slug: str) -> Path:
        """Export the campaign anew, and say where."""
        folder = self.folder / f"{slug}-{random.randrange(10**9)}"
        self.command("export", slug, str(folder))
        return folder

    def score(self, slug: str, rule: str) -> dict[str, dict[str, object]]:
        """Score by a rule; the runs of the report."""
        file = self.folder / f"{slug}.json"
        self.command("score", slug, "--rule", rule, "--json", str(file))
        runs: dict[str, dict[str, object]] = json.loads(file.read_text())["runs"]
        return runs


def shortened(text: str, most: int = 14) -> str:
    """The beginning and the end of what a command says."""
    lines = text.splitlines()
    if len(lines) <= most:
        return text
    return "\n".join([*lines[: most - 4], f"… {len(lines) - most + 1} more lines …", *lines[-3:]])
