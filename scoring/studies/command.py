"""The command `study` on a bundle, with no database."""

import argparse
import sys
from pathlib import Path

from scoring import bundle
from scoring.evaluate import Scorer
from scoring.rules import RuleError
from scoring.studies.arguments import add_options, options_of
from scoring.studies.study import Studied, UnknownRuns, study


def add_study(parser: argparse.ArgumentParser) -> None:
    """The arguments of `study`."""
    parser.set_defaults(command=study_bundle)
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="a folder that export wrote")
    add_options(parser)
    parser.add_argument("--json", metavar="FILE", help="write the study here as JSON; - for standard output")


def study_bundle(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Study a bundle; print what it says in short."""
    evaluation, problems = bundle.read(options.bundle)
    if evaluation is None:
        for problem in problems:
            print(problem, file=sys.stderr)
        return 1
    try:
        found = study(Scorer(evaluation), options_of(vars(options)), _shown if sys.stderr.isatty() else None)
    except UnknownRuns as error:
        parser.error(str(error))
    except RuleError as error:
        for line in (*error.lines, f"{options.rule}: {error.code}: {error}"):
            print(line, file=sys.stderr)
        return 1
    if options.json == "-":
        sys.stdout.write(found.as_text())
        return 0
    if options.json:
        Path(options.json).write_bytes(found.as_text().encode())
    print("\n".join(_in_short(found)))
    return 0


def _shown(done: int, total: int, name: str) -> None:
    end = "\n" if done >= total else ""
    print(f"\r{name:<40} {100 * done // total:3} %", end=end, file=sys.stderr, flush=True)


def _in_short(found: Studied) -> list[str]:
    head = found.head
    lines = [f"{head['campaign']}: {found.sentence} Inputs {head['inputs_sha256']}"]
    for board in head["boards"]:
        label = f"{board['label']}: " if board["label"] else ""
        lines += [f"{label}{sentence}" for sentence in board["sentences"]]
    return lines
