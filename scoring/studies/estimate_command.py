"""The command `estimate` on a bundle, with no database."""

import argparse
import sys
from pathlib import Path

from scoring import bundle
from scoring.studies.designs import CannotDraw
from scoring.studies.estimates import estimated, table_of
from scoring.studies.machines import UnknownMachine
from scoring.studies.numbers import text_of


def add_estimate(parser: argparse.ArgumentParser) -> None:
    """The arguments of `estimate`."""
    parser.set_defaults(command=estimate_bundle)
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="a folder that export wrote")
    parser.add_argument(
        "--json", metavar="FILE", help="write the estimates here as JSON; - for standard output"
    )


def estimate_bundle(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Estimate the scores of a bundle's runs; the numbers are those of the site."""
    evaluation, problems = bundle.read(options.bundle)
    if evaluation is None:
        for problem in problems:
            print(problem, file=sys.stderr)
        return 1
    try:
        found = estimated(evaluation)
    except (CannotDraw, UnknownMachine) as error:
        print(str(error), file=sys.stderr)
        return 1
    if options.json == "-":
        sys.stdout.write(text_of(found.as_json()))
        return 0
    if options.json:
        Path(options.json).write_bytes(text_of(found.as_json()).encode())
    print("\n".join([*table_of(found), *found.sentences]))
    return 0
