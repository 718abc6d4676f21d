"""Judgments that a program sends: checked before they are stored by a job, all of it or nothing."""

from collections.abc import Sequence

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.examples import FileExample, register_example, table_example
from assessment.campaigns.services.source_files import SourceFile
from assessment.imports.selectors import IMPORT
from assessment.imports.services.machines import (
    MachineRow,
    machine_entries,
    machine_table,
    review_of,
)
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_file
from assessment.judging.selectors.example_rows import graded
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor

OF_PROGRAMS = "machine-judgments"  # the kind of their tables, where it is shown how they look


def request_machine_import(
    *, campaign: Campaign, facts: MachineAssessor, rows: Sequence[MachineRow], by: Account | None
) -> Job:
    """Check what a program sent, and have it stored by a job: all of it, or nothing.

    Raises FileRefused with everything that is wrong, by the place of the row (from 1).
    """
    problems = Problems("judgments")
    review_of(campaign, machine_entries(enumerate(rows, 1), facts, problems), problems, facts)
    arguments = {
        "path": str(keep_file(f"{facts.assessor}.csv", machine_table(rows))),
        "machine": facts.version,
        "newcomers": True,
        "facts": facts._asdict(),
    }
    return enqueue(kind=IMPORT, by=by, campaign=campaign, arguments=arguments)


def example_of_programs(campaign: Campaign) -> SourceFile:
    """Grades for answers of the pool, as a program gives them."""
    said = {"confidence": "0.9", "explanation": "the document says so"}
    rows = [{**row, "grade": grade, **said} for row, grade in graded(campaign)]
    return table_example("judgments.csv", rows)


register_example(FileExample(OF_PROGRAMS, example_of_programs, "machine-assessors#import", Permission.ASSIGN))
