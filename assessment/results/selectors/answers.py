"""What people and runs say of some questions with their pages, as it is now."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from assessment.judging.models import PageAnnotation
from assessment.results.selectors.chosen import Chosen, in_chunks
from assessment.submissions.models import Response
from scoring.annotations import (
    NOWHERE,
    AnnotatedExample,
    Annotation,
    Label,
    PageSpan,
    Part,
    Prediction,
    YesNo,
)
from scoring.spans.codec import decoded
from scoring.spans.labels import place_of
from scoring.spans.scores import has_answer, is_right_long, is_right_short


def counting_examples(chosen: Chosen, qids: Mapping[int, str]) -> list[AnnotatedExample]:
    """The annotations that count for scores, by question and annotator: complete, and not handed over (one query)."""
    counting = PageAnnotation.objects.complete().filter(assignment__handed_over_at__isnull=True)
    rows = counting.filter(chosen.of("assignment__question")).order_by("assignment__member__name")
    said: defaultdict[str, list[Annotation]] = defaultdict(list)
    for question, *columns in in_chunks(rows.values_list("assignment__question_id", *COLUMNS)):
        said[qids[question]].append(_record(*columns))
    return [AnnotatedExample(qid, tuple(given)) for qid, given in said.items()]


COLUMNS = (
    "assignment__member__name", "annotation_id", "question", "reason", "candidate", "long", "kind", "short", "yes_no",
    "seconds_question", "seconds_long", "seconds_short",
)  # fmt: skip  # in the order in which they are read


def _record(
    name: str,
    annotation_id: str,
    question: str,
    reason: str,
    candidate: int | None,
    long: list[int] | None,
    kind: str,
    short: list[list[int]] | None,
    yes_no: YesNo,
    *seconds: int,
) -> Annotation:
    """A row's columns as a record: making objects of tens of thousands of rows takes seconds."""
    spans = tuple(PageSpan(*span) for span in short or ())
    label = Label(PageSpan(*long) if long else NOWHERE, spans, yes_no)
    number = -1 if candidate is None else candidate
    return Annotation(annotation_id, label, kind, name, number, question, reason, seconds)


def predictions(runs: Iterable[int], qids: Mapping[int, str]) -> dict[tuple[int, str], Prediction]:
    """What runs predict of some questions, by run and question; the last line of several counts (one query)."""
    rows = Response.objects.filter(run__in=list(runs), question__in=list(qids)).exclude(prediction="")
    columns = rows.order_by("line").values_list("run_id", "question_id", "prediction")
    return {(run, qids[pk]): decoded(qids[pk], text) for run, pk, text in columns}


def same_as(part: Part, label: Label, annotations: Sequence[Annotation]) -> int:
    """How many annotations give this answer."""
    is_right = is_right_long if part == "long" else is_right_short
    return sum(is_right(label, [one]) for one in annotations)


def votes(part: Part, annotations: Sequence[Annotation]) -> int:
    """How many annotations give any answer."""
    return sum(has_answer(part, one.label) for one in annotations)


def in_words(part: Part, label: Label) -> str:
    """An answer as its places; "none" where there is none."""
    if not has_answer(part, label):
        return "none"
    if part == "long":
        return place_of(label.long)
    if label.yes_no != "NONE":
        return label.yes_no.lower()
    return ", ".join(map(place_of, label.short))
