"""The frame of our management commands: one line on success, every error listed on failure, either as JSON too.

With --json standard output holds one JSON object and nothing else:
{"ok": true, "sentence", …} or {"ok": false, "message", "code", "hint", "problems": [{file, line, rule, message, remedy}]}.
"""

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.core.serializers.json import DjangoJSONEncoder

from assessment.shared import problems as reports
from assessment.shared.errors import FILE_REFUSED, AssizeError, FileRefused, ProblemLike
from assessment.shared.problems import problem_line

__all__ = ["AssizeCommand", "Outcome", "problem_line"]


@dataclass(frozen=True)
class Outcome:
    """What a command did: the line that it prints, and what --json adds to it. `lines` come before the sentence."""

    sentence: str
    fields: dict[str, Any] = field(default_factory=dict)
    lines: Sequence[str] = ()


class AssizeCommand(BaseCommand):
    """A command whose `do` returns the line to print, or an `Outcome`; an AssizeError becomes a listed failure, exit code 1.

    A command that writes a JSON file of its own sets `json_file` to what is in it: --json FILE writes that file (and
    --json - prints it), while --json without a FILE prints the outcome, as with every command.
    """

    # They examine the code, not what an installation chose, and load all pages for it: a third of what a command took.
    # `manage.py check` does it, and the tests call that.
    requires_system_checks: tuple[str, ...] = ()

    json_file = ""
    every = False  # whether reports list all problems
    warnings: tuple[dict[str, Any], ...] = ()  # what `warn` was given

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """The command's own arguments, and those that all commands have."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        outcome = "print what was done, or what is wrong, as one JSON object"
        if self.json_file:
            parser.add_argument(
                "--json",
                nargs="?",
                const=True,
                metavar="FILE",
                help=f"write {self.json_file} here as JSON; - for standard output. Without a FILE: {outcome}",
            )
        else:
            parser.add_argument("--json", action="store_true", help=outcome)
        parser.add_argument(
            "--all-problems", action="store_true", help=f"list all problems, not the first {reports.SHOWN}"
        )
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        if options.get("json") is True:
            self._handle_as_json(options)
            return
        self.every = bool(options.get("all_problems"))
        try:
            outcome = _outcome(self.do(**options))
        except AssizeError as error:
            for line in self._report(error):
                self.stderr.write(line)
            raise _failure(error) from error
        for line in (*outcome.lines, outcome.sentence):
            self.stdout.write(line)

    def do(self, **options: Any) -> str | Outcome:
        """Carry the command out and say in one line what was done."""
        raise NotImplementedError

    def warn(self, problems: Sequence[ProblemLike]) -> None:
        """Print what is doubtful in a file and did not stop the command; in the outcome of --json as `warnings`."""
        self.warnings = (*self.warnings, *reports.as_data(problems))
        for line in reports.report_lines(problems, every=self.every, what="warning"):
            self.stderr.write(line)

    def progress(self, done: int, total: int, what: str = "") -> None:
        """Show how far it is, on a terminal only."""
        if sys.stderr.isatty():
            end = "\n" if done >= total else ""
            self.stderr.write(f"\r{what} {done:,} of {total:,}", ending=end)
            self.stderr.flush()

    def _report(self, error: AssizeError) -> list[str]:
        """What is listed before the line that says how it ended."""
        if isinstance(error, FileRefused):
            return reports.report_lines(error.problems, every=self.every, more=error.more)
        summary = error.summary if len(error.details) > reports.FEW else ()
        return [*summary, *reports.cut(error.details, every=self.every)]

    def _handle_as_json(self, options: dict[str, Any]) -> None:
        """Do it with standard output kept back, so that the object is all that stands there."""
        out, kept = self.stdout, io.StringIO()
        self.stdout = OutputWrapper(kept)
        try:
            outcome = _outcome(self.do(**options))
        except AssizeError as error:
            _print(out, failure_data(error))
            raise _failure(error) from error
        except CommandError as error:
            _print(out, {"ok": False, "message": str(error), "code": "usage", "hint": "", "problems": []})
            raise
        finally:
            self.stdout = out
        lines = [*kept.getvalue().splitlines(), *outcome.lines]
        extra: dict[str, Any] = {"lines": lines} if lines else {}
        extra |= {"warnings": self.warnings} if self.warnings else {}
        _print(out, {"ok": True, "sentence": outcome.sentence} | extra | outcome.fields)


def failure_data(error: AssizeError) -> dict[str, Any]:
    """A failure in values that JSON has: with every problem, and how many there are of each rule."""
    data: dict[str, Any] = {
        "ok": False,
        "message": error.message,
        "code": error.code,
        "hint": error.hint,
        "problems": [],
    }
    if isinstance(error, FileRefused):
        rules = [asdict(one) for one in reports.by_rule(error.problems)]
        data |= {"problems": reports.as_data(error.problems), "rules": rules}
        data |= {"more": error.more} if error.more else {}
    if error.details:
        data["details"] = list(error.details)
    return data


def _outcome(done: str | Outcome) -> Outcome:
    return done if isinstance(done, Outcome) else Outcome(done)


def _failure(error: AssizeError) -> CommandError:
    """How the command ends: the sentence, with the code where the listed problems have not said it."""
    sentence = f"{error.headline if error.details else error.message} {error.hint}".strip()
    code = "" if error.code == FILE_REFUSED else f"{error.code}: "
    return CommandError(code + sentence, returncode=1)


def _print(out: OutputWrapper, data: dict[str, Any]) -> None:
    out.write(json.dumps(data, ensure_ascii=False, allow_nan=False, cls=DjangoJSONEncoder))
