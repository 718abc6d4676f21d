"""The files of a bundle (docs/bundle.md), streamed from the database in code-point order.

Nothing here holds the time of export, and rows sort as Python compares strings, so the same state gives
the same bytes on every database. Big tables are read some thousand pool items at a time.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.gold import gold_of
from assessment.judging.models import AssignedItem
from assessment.judging.selectors.designs import sampling_of
from assessment.judging.selectors.machines import machines_of
from assessment.judging.selectors.post_editing import post_editing_of
from assessment.results.selectors.annotations import load_annotations
from assessment.results.selectors.batches import QuestionBatch, batches
from assessment.results.selectors.chosen import Chosen
from assessment.results.selectors.evaluation import (
    current_runs,
    load_assignments,
    load_classes,
    load_dropped,
    load_machine_nuggets,
    load_nuggets,
    load_topics,
    load_votes,
    run_record,
)
from assessment.results.selectors.pseudonyms import Pseudonyms, renamed_annotations, renamed_rows
from assessment.results.selectors.rulings import load_rulings
from assessment.submissions.models import RunFile, in_pool
from scoring import records
from scoring.evaluate import SOFTWARE
from scoring.evaluations import OF_SOME
from scoring.formats import rows
from scoring.formats.tables import TABLES, write_table
from scoring.spans import annotations_file

Pieces = Iterator[bytes]


def campaign_json(campaign: Campaign) -> bytes:
    """What the campaign is."""
    content: dict[str, object] = {
        "slug": campaign.slug,
        "track": campaign.track_slug,
        "title": campaign.title,
        "settings": bundle_settings(campaign),
        "software": SOFTWARE,
    }
    if campaign.collection_slug:
        content["collection"] = campaign.collection_slug
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def bundle_settings(campaign: Campaign) -> dict[str, str]:
    """Settings as campaign.json holds them: all, so that no later default changes what they mean.

    A setting that came after the format is left out at its default, which therefore never changes.
    """
    stated = {setting.name for setting in campaign.track.stated(campaign.rules)}
    stated |= {rule.setting.name for rule in campaign.settings_in_force if rule.chosen}
    in_force = campaign.settings_in_force
    settings = {rule.setting.name: rule.text for rule in in_force if rule.setting.name in stated}
    deadline = {"deadline": campaign.deadline_text} if campaign.deadline else {}
    registration = {"registration": campaign.registration} if campaign.registration != "closed" else {}
    return settings | deadline | registration


def table(campaign: Campaign, name: str, people: Pseudonyms | None = None) -> Pieces:
    """One table of the bundle as CSV; nothing where it has no rows."""
    if name in BATCH_READERS:
        found = (row for batch in batches(campaign) for row in BATCH_READERS[name](batch))
        return write_table(name, found, columns_of(campaign, name))
    return write_table(name, renamed_rows(name, READERS[name](campaign), people))


def batch_of_table(batch: QuestionBatch, name: str, people: Pseudonyms | None = None) -> bytes:
    """One batch's rows of a big table, without the header."""
    rows = renamed_rows(name, BATCH_READERS[name](batch), people)
    written = write_table(name, rows, columns_of(batch.campaign, name))
    return b"".join(written).removeprefix(table_header(batch.campaign, name))


def table_header(campaign: Campaign, name: str) -> bytes:
    return (",".join(columns_of(campaign, name)) + "\r\n").encode()


def columns_of(campaign: Campaign, name: str) -> Sequence[str]:
    """The columns of a big table, the same in each of its batches: matches have labels where any type gives them."""
    has_labels = any(kind.cell_scale for kind in campaign.track.question_types.values())
    return [column for column in TABLES[name] if column != "label" or has_labels]


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
    return (rows.run_row(run_record(run)) for run in current_runs(campaign))


def assignment_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    return (rows.assignment_row(assignment) for assignment in load_assignments(Chosen(campaign), qids))


def assigned_item_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    given = AssignedItem.objects.filter(in_pool("item"), assignment__question__campaign=campaign)
    columns = (
        *(f"item__{name}" for name in ("question__qid", "docid", "passage", "answer")),
        "assignment__member__name",
    )
    thirds = given.filter(assignment__stage__in=OF_SOME).order_by().values_list(*columns)
    return sorted(
        rows.assigned_item_row(records.AssignedItem(records.Item(*item), name)) for *item, name in thirds
    )


def class_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    return (rows.known_answer_row(known) for known in load_classes(Chosen(campaign), qids))


def nugget_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    return (rows.nugget_row(nugget) for nugget in load_nuggets(Chosen(campaign), qids))


def machine_nugget_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    return map(rows.machine_nugget_row, load_machine_nuggets(Chosen(campaign), qids))


def vote_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    qids = dict(campaign.questions.values_list("pk", "qid"))
    return (rows.vote_row(vote) for vote in load_votes(Chosen(campaign), qids))


def gold_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    return sorted(gold_of(campaign.questions.values_list("pk", flat=True)))


def dropped_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    return load_dropped(campaign).items()


def machine_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    return map(rows.machine_row, machines_of(campaign))


def design_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    sampling = sampling_of(campaign)
    return [rows.design_row(sampling)] if sampling else []


def sample_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    sampling = sampling_of(campaign)
    return rows.sample_rows(sampling) if sampling else ()


def post_editing_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    declared = post_editing_of(campaign)
    return [rows.post_editing_row(declared)] if declared else []


def ruling_rows(campaign: Campaign) -> Iterable[Sequence[str]]:
    return load_rulings(campaign)


Rows = Iterable[Sequence[str]]

READERS: Mapping[str, Callable[[Campaign], Rows]] = {
    "questions": question_rows,
    "runs": run_rows,
    "assignments": assignment_rows,
    "assigned_items": assigned_item_rows,
    "classes": class_rows,
    "nuggets": nugget_rows,
    "votes": vote_rows,
    "machine_nuggets": machine_nugget_rows,
    "gold": gold_rows,
    "dropped": dropped_rows,
    "machines": machine_rows,
    "design": design_rows,
    "sample": sample_rows,
    "post_editing": post_editing_rows,
    "rulings": ruling_rows,
}
BATCH_READERS: Mapping[str, Callable[[QuestionBatch], Rows]] = {
    "pool": lambda batch: sorted(batch.items.values()),
    "judgments": lambda batch: map(rows.judgment_row, batch.judgments),
    "adjudications": lambda batch: map(rows.adjudication_row, batch.adjudications),
    "matches": lambda batch: map(rows.match_row, batch.matches),
    "machine_matches": lambda batch: map(rows.machine_match_row, batch.machine_matches),
}


def annotations(campaign: Campaign, people: Pseudonyms | None = None) -> Pieces:
    """What people said of pages, one line for each question."""
    qids = dict(campaign.questions.values_list("pk", "qid"))
    said = load_annotations(Chosen(campaign), qids)
    return annotations_file.write(
        said if people is None else renamed_annotations(said, campaign.slug, people)
    )


def run_files(campaign: Campaign) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each current run, as it was submitted."""
    suffix = campaign.track.run_suffix
    found = RunFile.objects.filter(run__in=current_runs(campaign)).order_by("run__run_id")
    for run_id, packed in found.values_list("run__run_id", "compressed").iterator(chunk_size=1):
        yield f"{run_id}{suffix}", zlib.decompress(packed)
