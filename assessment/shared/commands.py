"""The frame of our management commands: one line on success, every error listed on failure."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from assessment.shared.errors import AssizeError, FileRefused, ProblemLike


class AssizeCommand(BaseCommand):
    """A command whose `do` returns the one line to print; an AssizeError becomes a listed failure, exit code 1."""

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            line = self.do(**options)
        except FileRefused as error:
            for problem in error.problems:
                self.stderr.write(problem_line(problem))
            raise CommandError(str(error), returncode=1) from error
        except AssizeError as error:
            for detail in error.details:
                self.stderr.write(detail)
            raise CommandError(f"{error.code}: {error}", returncode=1) from error
        self.stdout.write(line)

    def do(self, **options: Any) -> str:
        """Carry the command out and say in one line what was done."""
        raise NotImplementedError

    def progress(self, done: int, total: int, what: str = "") -> None:
        """Show how far it is, on a terminal only."""
        if sys.stderr.isatty():
            end = "\n" if done >= total else ""
            self.stderr.write(f"\r{what} {done:,} of {total:,}", ending=end)
            self.stderr.flush()


def problem_line(problem: ProblemLike) -> str:
    """A problem of a file in one line."""
    place = f"{problem.file}:{problem.line}" if problem.line else problem.file
    return f"{place}: {problem.code}: {problem.message} {problem.hint}".rstrip()
