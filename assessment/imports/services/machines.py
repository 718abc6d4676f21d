"""Judgments of a program: what is known of it, the table of what it says, and what it leaves unsaid.

One version of a program is one machine assessor of the campaign, named NAME@VERSION, so that several stand side by side.
Its judgments are stored, undone and kept apart from people's as those of any machine (docs/decisions/0036).
"""

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from io import StringIO
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.imports.services.checks import Scene
from assessment.imports.services.reading import JudgmentEntry
from assessment.imports.services.review import Review, review
from assessment.judging.models import (
    Assignment,
    Change,
    DraftedNugget,
    Judgment,
    Machine,
)
from assessment.judging.selectors.marks import holds_marks, said_by_program
from assessment.people.models import Account, Member
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from scoring import records
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems, shown
from scoring.records import Item, MachineAssessor
from scoring.rules import some_of
from scoring.stages import PROGRAMS

COLUMNS = Columns(
    ("qid", "docid", "passage", "answer", "grade", "answer_class", "confidence", "explanation"),
    frozenset({"passage", "answer_class", "confidence", "explanation"}),
)
MOST = {"name": 64, "version": 64, "model": 200, "family": 100, "team": 100, "parameters": 4000}
LABELS = {
    "name": sentence("name"),
    "version": sentence("version"),
    "model": sentence("model"),
    "family": sentence("model family"),
    "team": sentence("team"),
    "prompt_sha256": sentence("prompt hash"),
    "parameters": sentence("parameters"),
    "made_on": sentence("date"),
}
MachineRow = Mapping[str, str]  # what a program says of one answer, by COLUMNS
NUMBER = r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?"  # as programs write one that is not negative


def facts_of(given: Mapping[str, str]) -> MachineAssessor:
    """What is known of a program, out of what was given: blanks at the ends are none of it. Raises Refused."""
    said = {name: " ".join(given.get(name, "").split()) for name in LABELS if name != "parameters"}
    said["parameters"] = given.get("parameters", "").strip()
    said["prompt_sha256"] = said["prompt_sha256"].lower()
    facts = MachineAssessor(assessor=f"{said['name']}@{said['version']}", **said)
    if message := _wrong(facts):
        message = say("{message} No judgment was stored.", message=message)
        raise Refused(message, "machine", say("Correct what is said of the program."))
    return facts


def _wrong(facts: MachineAssessor) -> str:
    """What cannot be so; "" where all can."""
    for name in ("name", "version", "model"):
        if not getattr(facts, name):
            return say("The program has no {fact}.", fact=say(LABELS[name]))
    for name, most in MOST.items():
        if len(getattr(facts, name)) > most:
            return say("The {fact} has more than {most} characters.", fact=say(LABELS[name]), most=most)
    if "@" in facts.name:
        return say("The name of a program has no “@”: its version follows one.")
    if facts.prompt_sha256 and not re.fullmatch("[0-9a-f]{64}", facts.prompt_sha256):
        return say("The prompt hash is no SHA-256 of 64 hexadecimal digits.")
    if facts.made_on and not _is_day(facts.made_on):
        return say("{date} is no date such as 2026-11-23.", date=shown(facts.made_on))
    return ""


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def refuse_other(campaign: Campaign, facts: MachineAssessor) -> None:
    """Refuse a name that a person has, and a version of which something else is known already."""
    members = Member.objects.filter(campaign=campaign, name=facts.assessor)
    judging = Assignment.objects.of_people().filter(member__in=members)
    if members.exclude(account=None).exists() or judging.exists():
        raise Refused(
            say("{name} is a person of this campaign. No judgment was stored.", name=facts.assessor),
            "assessor_is_a_person",
            say("Give the program another name."),
        )
    known = Machine.objects.filter(member__in=members).select_related("member").first()
    if known and known.facts != facts:
        pairs = zip(facts._fields, facts, known.facts, strict=True)
        other = [say(LABELS[name]) for name, new, old in pairs if name in LABELS and new != old]
        message = say(
            "{name} is here already with another {facts}. No judgment was stored.",
            name=facts.assessor,
            facts=", ".join(other),
        )
        raise Refused(message, "machine_differs", say("What changes makes another version: give it one."))


def machine_columns(*, documents: bool) -> Columns:
    """The columns of a program's table, where answers name documents or stand alone."""
    return COLUMNS if documents else COLUMNS._replace(optional=COLUMNS.optional | {"docid"})


def read_machine_entries(
    data: bytes, facts: MachineAssessor, problems: Problems, *, documents: bool
) -> list[JudgmentEntry]:
    """The rows of a program's table in the order of the file; what is wrong with them is noted."""
    rows = read_columns(data, machine_columns(documents=documents), problems)
    return machine_entries(rows, facts, problems)


def machine_entries(
    rows: Iterable[tuple[int, MachineRow]], facts: MachineAssessor, problems: Problems
) -> list[JudgmentEntry]:
    """What a program says as entries of judgments, each with its line; what is wrong with them is noted."""
    entries = []
    for line, row in rows:
        item = item_of(row)
        if (note := noted(row, line, problems)) is None:
            continue
        judgment = records.Judgment(
            item,
            facts.assessor,
            row["grade"],
            row.get("answer_class", ""),
            note,
            f"{facts.made_on}T00:00:00Z" if facts.made_on else "",
            "machine",
            facts.version,
        )
        entries.append(JudgmentEntry(line, judgment, item.key))
    return entries


def note_of(confidence: str, explanation: str) -> str:
    """The note of a judgment: "confidence 0.8: why". Raises ValueError where the confidence is not from 0 to 1."""
    if not confidence.strip():
        return explanation
    if not re.fullmatch(NUMBER, confidence.strip()) or Decimal(confidence.strip()) > 1:
        message = say("The confidence {text} is no number from 0 to 1.", text=shown(confidence))
        raise ValueError(message)
    head = f"confidence {confidence.strip()}"
    return f"{head}: {explanation}" if explanation else head


def item_of(cells: MachineRow) -> Item:
    """The answer of which a row speaks."""
    return Item(cells["qid"], cells.get("docid", ""), cells.get("passage", ""), cells["answer"])


def noted(cells: MachineRow, line: int, problems: Problems) -> str | None:
    """The note of what a program said; None where its confidence is none, which is noted as a problem."""
    try:
        return note_of(cells.get("confidence", ""), cells.get("explanation", ""))
    except ValueError as error:
        problems.add(line, "confidence", str(error))
        return None


def machine_table(rows: Iterable[MachineRow]) -> bytes:
    """The table of what a program says, as `read_machine_entries` reads it."""
    return table_of(COLUMNS, ([row.get(name, "") for name in COLUMNS.names] for row in rows))


def table_of(columns: Columns, rows: Iterable[Sequence[str]]) -> bytes:
    """A table with these columns, as a program's own file would have it."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns.names)
    writer.writerows(rows)
    return text.getvalue().encode()


def review_of(
    campaign: Campaign, entries: Sequence[JudgmentEntry], problems: Problems, facts: MachineAssessor | None
) -> tuple[Review, Scene]:
    """Compare a table with a campaign; of a program's with `facts` also who it is, and what it leaves unsaid."""
    if facts:
        refuse_other(campaign, facts)
    result, scene = review(campaign, entries, problems, newcomers=facts is not None)
    missing = _missing(campaign, entries, facts) if facts else ""
    return result._replace(warnings=[*filter(None, [missing]), *result.warnings]), scene


def _missing(campaign: Campaign, entries: Sequence[JudgmentEntry], facts: MachineAssessor) -> str:
    """That answers of the pool are judged neither here nor earlier by the program; "" where all are."""
    said = Judgment.programs.filter(member__name=facts.assessor, item=OuterRef("pk")).exclude(grade="")
    kinds = campaign.track.question_types
    graded = [name for name, kind in kinds.items() if kind.judged and kind.scale]
    left, questions = left_in_pool(campaign, graded, said, {entry.key for entry in entries})
    said_of_it = say_n(
        "{n} answer of the pool has no judgment by {name}; the questions are {questions}.",
        "{n} answers of the pool have no judgment by {name}; the questions are {questions}.",
        left,
        name=facts.assessor,
        questions=questions,
    )
    return said_of_it if left else ""


def left_in_pool(
    campaign: Campaign, types: Sequence[str], said: "QuerySet[Any]", keys: Collection[str]
) -> tuple[int, str]:
    """How many answers to questions of these types are neither among the said ones nor among these keys; and where."""
    questions = campaign.questions.retained().filter(type__in=types)
    pool = PoolItem.objects.filter(~Exists(said), question__in=questions).order_by("question__position", "pk")
    left = (qid for qid, key in pool.values_list("question__qid", "key").iterator() if key not in keys)
    by_question = Counter(left)
    return by_question.total(), some_of([f"{qid} ({count})" for qid, count in by_question.items()])


def note_machine(campaign: Campaign, facts: MachineAssessor, by: Account | None) -> None:
    """Keep what is known of a program, in the step in which its import begins."""
    refuse_other(campaign, facts)
    member = Member.objects.get(campaign=campaign, name=facts.assessor)
    known = {name: value for name, value in facts._asdict().items() if name != "assessor"}
    Machine.objects.get_or_create(member=member, defaults={**known, "brought_by": by})


def tie_to_questions(member: Member, questions: Iterable[Question]) -> None:
    """Give a program assignments, by which the site knows it as a machine."""
    rows = (Assignment(question=one, member=member, stage=PROGRAMS.name) for one in questions)
    Assignment.objects.bulk_create(rows, ignore_conflicts=True)


def leave_questions(campaign: Campaign) -> None:
    """Untie programs from questions of which they never said anything that stays, when an import is undone."""
    of_both = {"member": OuterRef("member")}
    drafted = DraftedNugget.objects.filter(**of_both, question=OuterRef("question"))
    tied = Assignment.objects.of_programs().filter(question__campaign=campaign)
    changed = Change.objects.filter(assignment=OuterRef("pk"))  # as when what it said was taken back
    tied.filter(~holds_marks(), ~Exists(drafted), ~Exists(changed)).delete()


def forget_machines(campaign: Campaign) -> None:
    """Forget what is known of programs of which no judgment, match or draft is left, when an import is undone."""
    said = Assignment.objects.filter(said_by_program(), member=OuterRef("member"))
    drafted = DraftedNugget.objects.filter(member=OuterRef("member"))
    Machine.objects.filter(~Exists(said), ~Exists(drafted), member__campaign=campaign).delete()
