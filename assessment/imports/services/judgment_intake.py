"""Tables of judgments: checked before they are stored by a job, all of it or nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from assessment.campaigns.models import Campaign
from assessment.campaigns.models.imports import JUDGMENTS
from assessment.campaigns.services.examples import FileExample, register_example, table_example
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, store_by_job
from assessment.campaigns.services.source_files import SourceFile
from assessment.imports.selectors import IMPORT
from assessment.imports.services.files import JudgmentsFile, refuse_changes
from assessment.imports.services.machines import (
    MachineRow,
    facts_of,
    machine_columns,
    machine_entries,
    machine_table,
    review_of,
)
from assessment.imports.services.review import people_of, refuse_unknown
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_file
from assessment.judging.selectors.example_rows import SOMEBODY, graded
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from scoring.formats.columns import Columns, judged_columns
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor

OF_PROGRAMS = "machine-judgments"  # the kind of their tables, where it is shown how they look
CHECKED_AT_ONCE = 4 * 1024 * 1024  # bytes: some 40,000 judgments


def check(sent: Sent) -> Taken:
    """What the table would do; nothing is stored."""
    found = _table(sent).check()
    return Taken(found.sentence, review=found.as_data() | {"notes": list(found.warnings)})


def store(sent: Sent) -> Taken:
    """Have the table stored by a job, which raises everything that is wrong."""
    refuse_released(sent.campaign, "judgments")
    table = _table(sent)
    arguments: dict[str, Any] = {
        "machine": table.machine,
        "newcomers": table.newcomers,
        "replace": sent.replace,
    }
    if table.facts:
        arguments["facts"] = table.facts._asdict()
    return store_by_job(sent, IMPORT, **arguments)


def refuse(sent: Sent, review: Mapping[str, Any]) -> None:
    """Refuse what nobody asked for: people whom the campaign does not know, and judgments that become others."""
    if not (sent.newcomers or sent.facts):
        refuse_unknown(sent.file.name, people_of(review))
    if not sent.replace:
        refuse_changes(review["changed"])


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


def _table(sent: Sent) -> JudgmentsFile:
    """The table; a program joins with its own."""
    facts = facts_of(sent.facts) if sent.facts else None
    return JudgmentsFile(
        sent.campaign,
        sent.file,
        machine=facts.version if facts else sent.machine,
        newcomers=sent.newcomers or facts is not None,
        facts=facts,
        replace=sent.replace,
    )


def _columns(sent: Sent) -> Columns:
    track = sent.campaign.track
    if sent.facts:
        return machine_columns(documents=track.documents)
    return judged_columns(documents=track.documents, answers=track.answers)


def example(campaign: Campaign) -> SourceFile:
    """Grades of somebody for answers of the pool."""
    rows = [{**row, "assessor": SOMEBODY, "grade": grade} for row, grade in graded(campaign)]
    return table_example("judgments.csv", rows)


def example_of_programs(campaign: Campaign) -> SourceFile:
    """The same as a program gives them."""
    said = {"confidence": "0.9", "explanation": "the document says so"}
    rows = [{**row, "grade": grade, **said} for row, grade in graded(campaign)]
    return table_example("judgments.csv", rows)


register_example(FileExample(OF_PROGRAMS, example_of_programs, "machine-assessors#import", Permission.ASSIGN))
register_intake(
    Intake(
        JUDGMENTS,
        Permission.ASSIGN,
        check,
        store,
        example,
        "bundle#judgments-and-decisions-alone",
        frozenset({"machine", "newcomers", "replace", "facts"}),
        page="judging:judgments",
        columns=_columns,
        by_job=True,
        checked_at_once=CHECKED_AT_ONCE,
        refuse=refuse,
    )
)
