"""Arguments that commands of this app share."""

from argparse import ArgumentParser


def add_rule(parser: ArgumentParser) -> None:
    """--rule and --partial."""
    parser.add_argument(
        "--rule",
        default="adjudicated",
        help="adjudicated (default), majority, union, intersection, assessor:NAME, random:SEED",
    )
    parser.add_argument(
        "--partial", action="store_true", help="take assessor:NAME with the questions that NAME judged"
    )
