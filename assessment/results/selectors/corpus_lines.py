"""A campaign's annotations as lines of the corpus, which its own tools read: those that count, with pages where wanted."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Q

from assessment.campaigns.models import Campaign
from assessment.judging.selectors.annotation_records import counting_annotations
from assessment.results.selectors.annotations import with_id
from assessment.shared.errors import Refused
from assessment.shared.say import say
from documents.errors import DocumentsError
from documents.glances import record_at
from documents.store import Reading
from scoring.spans.annotations_file import as_json
from scoring.stages import PLACES

QUESTIONS = 500  # at a time


class CorpusLine(NamedTuple):
    """A line, and how many annotations it has."""

    data: bytes
    annotations: int


def corpus_lines(campaign: Campaign, with_pages: bool = False) -> Iterator[CorpusLine]:
    """A line for each question that counts and was annotated, in the order of the questions.

    What was begun and not completed, handed over or dropped counts nowhere, and the corpus has no word for that: it is
    left out. Members of a page stand as in the record that came in. Refused where a page is wanted and not held.
    """
    rows = campaign.questions.filter(type__in=campaign.track.types_with(PLACES)).in_order()
    remaining = iter(rows.values_list("pk", "qid", "text"))
    with Reading() as reading:
        while some := list(islice(remaining, QUESTIONS)):
            said = _said(campaign, {pk: qid for pk, qid, _ in some})
            for _, qid, text in some:
                if annotations := said.get(qid):
                    page = _page(campaign, qid, reading) if with_pages else {}
                    line = {**page, "annotations": annotations, "example_id": int(qid), "question_text": text}
                    yield CorpusLine(f"{json.dumps(line)}\n".encode(), len(annotations))


def _said(campaign: Campaign, qids: Mapping[int, str]) -> dict[str, list[dict[str, Any]]]:
    """The annotations of some questions that count."""
    said = counting_annotations(Q(assignment__question__in=qids))
    return {
        qids[pk]: [as_json(with_id(one, campaign.slug, qids[pk])) for one in given]
        for pk, given in said.items()
    }


def _page(campaign: Campaign, qid: str, reading: Reading) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads(record_at(campaign.collection_slug, qid, reading))
    except DocumentsError as error:
        raise Refused(
            say(
                "The page of example {qid} is not held: {why} Nothing was written.",
                qid=qid,
                why=error.message,
            ),
            "page_missing",
            say("Import it, or export without pages."),
        ) from error
    return record
