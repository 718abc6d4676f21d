"""Writing files that a command line names: whole or not at all, and never over something."""

from argparse import ArgumentParser
from collections.abc import Callable, Collection
from pathlib import Path
from secrets import token_hex
from typing import IO

from assessment.campaigns.models import Campaign
from assessment.results.services.errors import RuleRefused
from assessment.shared.errors import Refused
from scoring.rules import PLAIN, RuleError

UNWRITTEN = "Nothing was written."


def write_new(campaign: Campaign, path: Path, write: Callable[[Campaign, IO[bytes]], None]) -> None:
    """Write a new file under its name when it is whole."""
    if path.exists():
        raise Refused(f"{path} exists. {UNWRITTEN}", "file_exists", "Name a new file.")
    part = path.with_name(f"{path.name}.{token_hex(4)}")
    try:
        with part.open("wb") as file:
            write(campaign, file)
        part.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from None
    except RuleError as error:
        raise refused_rule(campaign, error) from None
    finally:
        part.unlink(missing_ok=True)


def add_version(parser: ArgumentParser) -> None:
    """The version of the scores that files are written of; not --version, which is Django's own."""
    parser.add_argument(
        "--of-version",
        type=int,
        dest="scores",
        metavar="N",
        help="version of the scores (default the released one, else the newest adjudicated one)",
    )


def new_folder(path: Path) -> Path:
    """A folder for new files: made, or there and empty."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise Refused(f"{path} is not empty. {UNWRITTEN}", "folder_not_empty", "Name a new folder.")
    except OSError as error:
        raise _unwritable(path, error) from None
    return path


def refused_rule(campaign: Campaign, error: RuleError) -> RuleRefused:
    """Why a rule gives no grades, with each question."""
    return RuleRefused(error, campaign.questions.in_order().values_list("qid", flat=True))


def plain_rule(rule: str, known: Collection[str] = PLAIN) -> str:
    """A rule that downloads go by."""
    if rule not in known:
        raise Refused(
            f'There is no rule "{rule}" for this file. {UNWRITTEN}', "rule", f"One of: {', '.join(known)}."
        )
    return rule


def _unwritable(path: Path, error: OSError) -> Refused:
    return Refused(
        f"{path} cannot be written: {error.strerror or error}. {UNWRITTEN}",
        "file_unwritable",
        "Name another place.",
    )
