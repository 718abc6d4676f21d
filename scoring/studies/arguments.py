"""The arguments of the command `study`, with and without a database."""

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from collections.abc import Mapping
from functools import partial
from typing import Any

from scoring.rules import RuleError, parse_rule
from scoring.studies.options import BINNINGS, RESAMPLES, SAMPLES, SEEDS, TRIALS, Options


def add_options(parser: ArgumentParser) -> None:
    """Everything that a study can be asked."""
    known = Options()
    parser.add_argument(
        "--rule",
        type=_rule,
        default=known.rule,
        help="judgments that other sets are compared with (adjudicated)",
    )
    parser.add_argument(
        "--samples",
        type=partial(_number, ends=SAMPLES),
        default=known.samples,
        help=f"random one-judge judgment sets ({known.samples})",
    )
    parser.add_argument(
        "--seed",
        type=partial(_number, ends=SEEDS),
        default=known.seed,
        help=f"of all random numbers ({known.seed})",
    )
    parser.add_argument(
        "--exclude", default="", metavar="RUN,…", help="runs to leave out, such as clear outliers"
    )
    parser.add_argument(
        "--trials",
        type=partial(_number, ends=TRIALS),
        default=known.trials,
        help=f"of each set size of the error rates ({known.trials})",
    )
    parser.add_argument(
        "--resamples",
        type=partial(_number, ends=RESAMPLES),
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


def _rule(text: str) -> str:
    try:
        return str(parse_rule(text))
    except RuleError as error:
        raise ArgumentTypeError(str(error)) from None


def _number(text: str, ends: tuple[int, int]) -> int:
    low, high = ends
    short = len(text) <= len(str(high))
    if not (short and text.isascii() and text.isdecimal() and low <= int(text) <= high):
        raise ArgumentTypeError(f"{text!r} is not a whole number between {low:,} and {high:,}")
    return int(text)
