"""Qrels worked out from the judgments as they are now, part by part, for files and exports."""

from collections.abc import Iterator
from pathlib import Path

from assessment.campaigns.models import Campaign
from assessment.results.selectors.bundle import parts
from assessment.results.selectors.evaluation import load_judgments_of
from scoring.formats import qrels as qrels_format
from scoring.index import Index
from scoring.rules import RuleError, derive


def write_qrels(campaign: Campaign, paths: dict[str, Path]) -> dict[str, RuleError]:
    """Write the qrels of several rules (rule -> file). A rule that fails leaves no file, and its first error is returned."""
    failed: dict[str, RuleError] = {}
    files = {rule: path.open("wb") for rule, path in paths.items()}
    try:
        for index in indexes(campaign):
            for rule in files.keys() - failed.keys():
                try:
                    files[rule].writelines(qrels_format.write(derive(index, rule)))
                except RuleError as error:
                    failed[rule] = error
    finally:
        for file in files.values():
            file.close()
    for rule in failed:
        paths[rule].unlink()
    return failed


def indexes(campaign: Campaign) -> Iterator[Index]:
    """The judgments of the campaign, some questions at a time, in the order of qids."""
    for part in parts(campaign):
        yield Index(load_judgments_of(campaign, part))
