"""One run's page where answers are places on pages: its figures, its curves, and its answers question by question."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator

from assessment.campaigns.models import Question
from assessment.results.models import RunScore
from assessment.results.selectors.answers import counting_examples, in_words, predictions, same_as, votes
from assessment.results.selectors.chosen import Chosen
from assessment.results.selectors.curves import Curves, curves
from assessment.results.selectors.report import more_of
from assessment.shared.say import say, sentence
from scoring.annotations import Annotation, Part, Prediction
from scoring.spans.kept import OUTCOMES, outcome_of
from scoring.spans.scores import PARTS, has_answer

A_PAGE = 100
MISSING_SHOWN = 100
LABELS: Mapping[Part, str] = {"long": sentence("Long answer"), "short": sentence("Short answer")}
MANY: Mapping[Part, str] = {"long": sentence("Long answers"), "short": sentence("Short answers")}
KINDS = {
    "paragraph": sentence("Paragraph"),
    "table": sentence("Table or row"),
    "list": sentence("List or item"),
}


class PartFigures(NamedTuple):
    """What a run comes to in long or short answers."""

    part: Part
    label: str
    many: str
    all: Mapping[str, Any]
    best: Mapping[str, Any] | None
    recall_at: Mapping[str, Mapping[str, Any] | None]
    by_kind: Sequence[tuple[str, Mapping[str, Any]]]


class Choice(NamedTuple):
    """An outcome that the list can be narrowed to."""

    label: str
    number: int
    query: str
    is_on: bool


class AnswerCell(NamedTuple):
    """A run's answer to one part of a question, and how people answered it; `people` is 0 where that is not told."""

    outcome: str  # its name in OUTCOMES
    label: str
    gold: bool
    score: float | None
    words: str  # the answer; empty where the run left the question out
    given: bool
    votes: int = 0
    people: int = 0
    same: int = 0
    is_changed: bool = False  # since the version was made


class ExampleLine(NamedTuple):
    """A question with a run's answers to it."""

    qid: str
    text: str
    cells: Sequence[AnswerCell]


class SpansPage(NamedTuple):
    """A run's page."""

    parts: Sequence[PartFigures]
    curves: Curves
    missing: Sequence[str]
    questions: int
    choices: Sequence[tuple[str, Sequence[Choice]]]
    page: Page[str]
    lines: Sequence[ExampleLine]

    @property
    def precisions(self) -> Sequence[str]:
        """Those at which recall is given."""
        return list(self.parts[0].recall_at)

    @property
    def missing_shown(self) -> Sequence[str]:
        """Those that are named."""
        return self.missing[:MISSING_SHOWN]

    @property
    def more_missing(self) -> int:
        """How many are not named."""
        return len(self.missing) - len(self.missing_shown)

    @property
    def is_changed(self) -> bool:
        """Whether people say otherwise now of some question than when the version was made."""
        return any(cell.is_changed for line in self.lines for cell in line.cells)


Wanted = Mapping[Part, str]  # the outcome to narrow the list to, "" for all


def spans_page(
    row: RunScore,
    spans: Mapping[str, Any],
    wanted: Wanted,
    number: str,
    *,
    sees_people: bool,
    votes_needed: int,
) -> SpansPage:
    """The page of a run (three queries, one less for those who may not see what people said)."""
    outcomes: dict[Part, dict[str, str]] = {
        part: {qid: outcome_of(*verdict) for qid, verdict in spans[part]["verdicts"].items()}
        for part in PARTS
    }
    chosen = [
        qid
        for qid in outcomes["long"]
        if all(not wanted[part] or outcomes[part][qid] == wanted[part] for part in PARTS)
    ]
    page = Paginator(chosen, A_PAGE).get_page(number)
    return SpansPage(
        parts=[_figures(part, spans[part]) for part in PARTS],
        curves=curves(spans),
        missing=spans["missing"],
        questions=len(outcomes["long"]),
        choices=[(say(LABELS[part]), _choices(part, outcomes[part], wanted)) for part in PARTS],
        page=page,
        lines=_lines(row, list(page), spans, sees_people, votes_needed),
    )


def spans_of(row: RunScore) -> Mapping[str, Any] | None:
    """What a version keeps of a run's places; None where answers are none."""
    found: Mapping[str, Any] | None = more_of(row).get("spans")
    return found


def _figures(part: Part, kept: Mapping[str, Any]) -> PartFigures:
    kinds = kept.get("by_kind", {})
    by_kind = [(say(label), kinds[name]) for name, label in KINDS.items() if name in kinds]
    return PartFigures(
        part, say(LABELS[part]), say(MANY[part]), kept["all"], kept["best"], kept["recall_at"], by_kind
    )


def _choices(part: Part, outcomes: Mapping[str, str], wanted: Wanted) -> list[Choice]:
    counts = Counter(outcomes.values())
    all_of_them = Choice(say("all"), len(outcomes), _query({**wanted, part: ""}), not wanted[part])
    return [
        all_of_them,
        *(
            Choice(say(label), counts[name], _query({**wanted, part: name}), wanted[part] == name)
            for name, label in OUTCOMES.items()
        ),
    ]


def _query(wanted: Wanted) -> str:
    return urlencode([(str(part), name) for part, name in wanted.items() if name])


def _lines(
    row: RunScore, qids: Sequence[str], spans: Mapping[str, Any], sees_people: bool, needed: int
) -> list[ExampleLine]:
    campaign = row.run.campaign
    asked = {
        one.qid: one for one in Question.objects.filter(campaign=campaign, qid__in=qids).only("qid", "text")
    }
    names = {one.pk: qid for qid, one in asked.items()}
    given = predictions([row.run_id], names)
    said = counting_examples(Chosen(campaign, list(names)), names) if sees_people else []
    people = {one.example_id: one.annotations for one in said}

    def cell(part: Part, qid: str) -> AnswerCell:
        verdict, score = spans[part]["verdicts"][qid], spans[part]["scores"][qid]
        found = cell_of(part, verdict, score, given.get((row.run_id, qid)))
        return (
            beside(found, part, given.get((row.run_id, qid)), people.get(qid, ()), needed)
            if sees_people
            else found
        )

    return [
        ExampleLine(qid, asked[qid].text, [cell(part, qid) for part in PARTS]) for qid in qids if qid in asked
    ]


def cell_of(
    part: Part, verdict: Sequence[int], score: float | None, prediction: Prediction | None
) -> AnswerCell:
    """A run's answer to one part of a question, as a version has judged it."""
    outcome = outcome_of(*verdict)
    words = in_words(part, prediction.label) if prediction else ""
    return AnswerCell(outcome, say(OUTCOMES[outcome]), bool(verdict[0]), score, words, bool(verdict[1]))


def beside(
    cell: AnswerCell, part: Part, prediction: Prediction | None, people: Sequence[Annotation], needed: int
) -> AnswerCell:
    """The same beside what people say now."""
    count = votes(part, people)
    has_given = prediction is not None and has_answer(part, prediction.label)
    same = same_as(part, prediction.label, people) if prediction and has_given else 0
    right = bool(same and count >= needed)
    is_changed = (count >= needed) != cell.gold or (cell.given and right != (cell.outcome == "right"))
    return cell._replace(votes=count, people=len(people), same=same, is_changed=is_changed)
