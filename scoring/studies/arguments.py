"""The arguments of the command `study`, with and without a database."""

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from collections.abc import Mapping
from typing import Any

from scoring.studies.options import BINNINGS, MOST_SAMPLES, Options


def add_options(parser: ArgumentParser) -> None:
    """Everything that a study can be asked."""
    known = Options()
    parser.add_argument(
        "--rule", default=known.rule, help="judgments that other sets are compared with (adjudicated)"
    )
    parser.add_argument(
        "--samples",
        type=_samples,
        default=known.samples,
        help=f"random one-judge judgment sets ({known.samples})",
    )
    parser.add_argument(
        "--seed", type=_seed, default=known.seed, help=f"of all random numbers ({known.seed})"
    )
    parser.add_argument(
        "--exclude", default="", metavar="RUN,…", help="runs to leave out, such as clear outliers"
    )
    parser.add_argument(
        "--trials",
        type=_number,
        default=known.trials,
        help=f"of each set size of the error rates ({known.trials})",
    )
    parser.add_argument(
        "--resamples",
        type=_number,
        default=known.resamples,
        help=f"for tests and intervals ({known.resamples})",
    )
    parser.add_argument(
        "--binning", choices=list(BINNINGS), default=known.binning, help="which difference chooses the bin"
    )
    parser.add_argument(
        "--best-per-team",
        action=BooleanOptionalAction,
        default=known.best_per_team,
        help="only each team’s best run in the error rates",
    )


def options_of(given: Mapping[str, Any]) -> Options:
    """What the arguments say."""
    named = {name: given[name] for name in Options._fields if name != "exclude"}
    excluded = {run for run in given["exclude"].split(",") if run}
    return Options(**named, exclude=tuple(sorted(excluded)))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= 1_000_000):
        raise ArgumentTypeError(f"{text!r} is not a number between 1 and 1,000,000")
    return int(text)


def _samples(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 10 <= int(text) <= MOST_SAMPLES):
        raise ArgumentTypeError(f"{text!r} is not a number between 10 and {MOST_SAMPLES:,}")
    return int(text)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise ArgumentTypeError(f"{text!r} is not a whole number of at most 15 digits")
    return int(text)
