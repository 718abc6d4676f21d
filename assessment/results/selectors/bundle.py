"""The files of a bundle (contract: The bundle), streamed from the database in code-point order.

Nothing here holds the time of export, and rows sort as Python compares strings, so the same state gives
the same bytes on every database. Big tables are read some thousand pool items at a time.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, Judgment
from assessment.results.selectors.evaluation import (
    Chosen,
    load_assignments,
    load_dropped,
    load_items,
    load_known_answers,
    load_topics,
    run_record,
    standing_runs,
)
from assessment.submissions.models import RunFile
from scoring import records
from scoring.evaluate import SOFTWARE
from scoring.formats import rows
from scoring.formats.tables import TABLES, write_table

ITEMS_AT_A_TIME = 5_000
# What stands in the database for the time of a judgment that came without one.
UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)

Pieces = Iterator[bytes]
Part = dict[int, str]  # some questions: primary key -> qid


def campaign_json(campaign: Campaign) -> bytes:
    """What the campaign is."""
    told: dict[str, object] = {
        "slug": campaign.slug,
        "track": campaign.track_slug,
        "title": campaign.title,
        "settings": bundle_settings(campaign),
        "software": SOFTWARE,
    }
    if campaign.collection_slug:
        told["collection"] = campaign.collection_slug
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def bundle_settings(campaign: Campaign) -> dict[str, str]:
    """All settings as campaign.json holds them, so that no later default changes what they mean."""
    settings = {rule.setting.name: rule.spelled for rule in campaign.settings_in_force}
    return settings | ({"deadline": campaign.deadline_text} if campaign.deadline else {})


def table(campaign: Campaign, name: str) -> Pieces:
    """One table of the bundle as CSV; nothing where it has no rows."""
    return write_table(name, READERS[name](campaign))


def question_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    topics, dropped = load_topics(campaign), load_dropped(campaign)
    target_types = {series.series_id: series.target_type for series in topics.series}
    return sorted(
        rows.question_row(
            question,
            target_types.get(question.series, ""),
            question.qid in dropped or question.series in dropped,
        )
        for question in topics.questions
    )


def run_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    return (rows.run_row(run_record(run)) for run in standing_runs(campaign))


def pool_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    for part in parts(campaign):
        yield from sorted(load_items(Chosen(campaign, part.keys()), part).values())


def assignment_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    return (rows.assignment_row(assignment) for assignment in load_assignments(Chosen(campaign), qids))


def judgment_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    columns = ("item_id", "member__name", "grade", "note", "judged_at", "kind", "version")
    for part in parts(campaign):
        chosen = Chosen(campaign, part.keys())
        items = load_items(chosen, part)
        found = Judgment.objects.filter(chosen.of("item__question")).exclude(grade="").values_list(*columns)
        yield from sorted(
            (*items[item], name, grade, "", note, spell_time(judged_at), kind, version)
            for item, name, grade, note, judged_at, kind, version in found.iterator(
                chunk_size=ITEMS_AT_A_TIME
            )
        )


def adjudication_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    columns = ("item_id", "grade", "ground", "overruled", "member__name", "note")
    for part in parts(campaign):
        chosen = Chosen(campaign, part.keys())
        items = load_items(chosen, part)
        found = (
            Adjudication.objects.filter(chosen.of("item__question")).exclude(grade="").values_list(*columns)
        )
        yield from sorted(
            rows.adjudication_row(
                records.Adjudication(items[item], grade, ground, overruled, name or "", note)
            )
            for item, grade, ground, overruled, name, note in found
        )


def class_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    return (rows.known_answer_row(known) for known in load_known_answers(Chosen(campaign), qids))


def dropped_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    return load_dropped(campaign).items()


READERS = {
    "questions": question_rows,
    "runs": run_rows,
    "pool": pool_rows,
    "assignments": assignment_rows,
    "judgments": judgment_rows,
    "adjudications": adjudication_rows,
    "classes": class_rows,
    "dropped": dropped_rows,
}
assert READERS.keys() == TABLES.keys()


def run_files(campaign: Campaign) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each standing run, as it was submitted."""
    suffix = campaign.track.run_suffix
    found = RunFile.objects.filter(run__in=standing_runs(campaign)).order_by("run__run_id")
    for run_id, packed in found.values_list("run__run_id", "compressed").iterator(chunk_size=1):
        yield f"{run_id}{suffix}", zlib.decompress(packed)


def parts(campaign: Campaign) -> Iterator[Part]:
    """All questions by qid, in lots whose pools together fit in memory."""
    counts = (
        Question.objects.filter(campaign=campaign).order_by("qid").values_list("pk", "qid", "pool__items")
    )
    part: Part = {}
    items = 0
    for pk, qid, pooled in counts:
        part[pk] = qid
        items += pooled or 0
        if items >= ITEMS_AT_A_TIME:
            yield part
            part, items = {}, 0
    if part:
        yield part


def spell_time(at: datetime) -> str:
    """A time as tables hold it: ISO 8601, UTC; empty where it is not known."""
    return "" if at == UNKNOWN_TIME else at.astimezone(UTC).isoformat().replace("+00:00", "Z")
