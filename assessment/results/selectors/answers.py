"""What people and runs say of some questions with their pages, as it is now."""

from collections.abc import Iterable, Mapping, Sequence

from assessment.judging.selectors.annotation_records import counting_annotations
from assessment.results.selectors.chosen import Chosen
from assessment.shared.grades import grade_name
from assessment.shared.say import say, sentence
from assessment.submissions.models import Response
from scoring.annotations import (
    AnnotatedExample,
    Annotation,
    Label,
    Part,
    Prediction,
)
from scoring.spans.codec import decoded
from scoring.spans.labels import place_of
from scoring.spans.scores import has_answer, is_right_long, is_right_short

NO_REASON = sentence("no reason given")  # why a question is bad, where nobody said
KINDS = {
    "paragraph": sentence("paragraph"),
    "table": sentence("table"),
    "row": sentence("row"),
    "list": sentence("list"),
    "item": sentence("item"),
}


def kind_of(kind: str) -> str:
    """The kind of a long answer, in words."""
    if not kind:
        return say("kind not known")
    return say(KINDS[kind]) if kind in KINDS else kind


def counting_examples(chosen: Chosen, qids: Mapping[int, str]) -> list[AnnotatedExample]:
    """The annotations that count for scores, by question and annotator (one query)."""
    said = counting_annotations(chosen.of("assignment__question"))
    return [AnnotatedExample(qids[pk], tuple(given)) for pk, given in said.items()]


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
        return say("none")
    if part == "long":
        return place_of(label.long)
    if label.yes_no != "NONE":
        return grade_name(label.yes_no.lower(), None)
    return ", ".join(map(place_of, label.short))
