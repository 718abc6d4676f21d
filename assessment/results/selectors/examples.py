"""One question with its page in a version of the scores: what people said of it, and what the runs answered."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.http import Http404

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import PageAnnotation
from assessment.judging.selectors.annotation_records import annotation_record
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.answers import NO_REASON, in_words, kind_of, predictions, votes
from assessment.results.selectors.report import verdicts_on
from assessment.results.selectors.spans import LABELS, AnswerCell, beside, cell_of
from assessment.shared.say import say, sentence
from documents.errors import DocumentsError
from documents.layouts import word_texts
from documents.nq import address_of
from documents.remote.setting import setting_named
from scoring.annotations import BAD_QUESTION, Annotation, PageSpan, Part
from scoring.spans.experts import passages
from scoring.spans.people import Answer, answer_of, popular
from scoring.spans.scores import PARTS

NO_COLLECTION = sentence(
    "This campaign has no document collection, so the page cannot be shown: choose one in its settings."
)
OF_PEOPLE: Mapping[Part, str] = {
    "long": sentence("Long answers of people"),
    "short": sentence("Short answers of people"),
}


class GivenAnswer(NamedTuple):
    """A distinct answer with how many gave it."""

    votes: int
    kind: str  # of a long one
    places: str
    text: str  # empty where the page is not held
    address: str  # of the page with this answer marked alone; empty where it cannot be shown


class PartSaid(NamedTuple):
    """What people said of the long or the short answer."""

    label: str
    of_people: str  # heads its answers
    votes: int
    people: int
    needed: int
    answers: Sequence[GivenAnswer]

    @property
    def share(self) -> float | None:
        """Mu: the share of those who gave any answer."""
        return self.votes / self.people if self.people else None

    @property
    def has_answer(self) -> bool:
        """Whether the question has an answer."""
        return self.votes >= self.needed


class AnnotatorSaid(NamedTuple):
    """One annotator's word; `state` says why it does not count, where it does not."""

    name: str
    state: str
    said: Annotation
    long: str
    short: str
    seconds: Sequence[int]

    @property
    def reason(self) -> str:
        """Why the question is bad, in words."""
        return say(BAD_QUESTION.get(self.said.reason, ""))

    @property
    def kind(self) -> str:
        """Of a long answer."""
        return kind_of(self.said.kind)


class RunSaid(NamedTuple):
    """One run's answers."""

    run_id: str
    team: str
    cells: Sequence[AnswerCell]


class ExamplePage(NamedTuple):
    """The page of a question."""

    question: Question
    parts: Sequence[PartSaid]
    people: Sequence[AnnotatorSaid]
    good: int
    bad: Mapping[str, int]  # by reason, in words
    runs: Sequence[RunSaid]
    address: str  # of the page with all answers marked
    notice: str  # why the page is not shown


class _OpenPage(NamedTuple):
    """The document of a question, for one reader; `texts` by place."""

    campaign: Campaign
    qid: str
    reader: str
    texts: Mapping[PageSpan, str]
    notice: str

    def text(self, spans: Iterable[PageSpan]) -> str:
        """The words of some places."""
        return " · ".join(filter(None, (self.texts.get(span, "") for span in spans)))

    def address(self, passages: Sequence[str]) -> str:
        """Where the page is with these places marked, at the first; empty where it is not held."""
        if self.notice:
            return ""
        remote = setting_named(self.campaign.remote_resources)
        return address_of(
            self.campaign.collection_slug, self.qid, passages, reader=self.reader, remote=remote
        )


def scored_question(score_set: ScoreSet, qid: str) -> Question:
    """A question of the version; Http404 where it was dropped or came later."""
    campaign = score_set.qrels.campaign
    question = Question.objects.filter(campaign=campaign, qid=qid).select_related("campaign").first()
    dropped = {one["id"] for one in score_set.report["dropped"]}
    if question is None or qid in dropped:
        raise Http404
    return question


def example_page(score_set: ScoreSet, question: Question, reader: str, needed: int) -> ExamplePage:
    """Everything on the page of a question; `reader` is the `as_reader` of the account that it is shown to."""
    rows = PageAnnotation.objects.filter(assignment__question=question).exclude(question="")
    said = [
        _annotator(row)
        for row in rows.select_related("assignment__member").order_by("assignment__member__name")
    ]
    counting = [one.said for one in said if not one.state]
    page = _opened(question, reader, counting)
    parts = [_part(part, counting, page, needed) for part in PARTS]
    bad = [one for one in counting if one.question == "bad"]
    reasons = [say(BAD_QUESTION.get(one.reason, NO_REASON)) for one in bad]
    return ExamplePage(
        question=question,
        parts=parts,
        people=said,
        good=len(counting) - len(bad),
        bad={reason: reasons.count(reason) for reason in dict.fromkeys(reasons)},
        runs=_runs(score_set, question, counting, needed),
        address=page.address(_passages(counting)),
        notice=page.notice,
    )


def _annotator(row: PageAnnotation) -> AnnotatorSaid:
    said, state = annotation_record(row), ""
    if row.assignment.handed_over_at is not None:
        state = say("handed over")
    elif not row.is_complete:
        state = say("not complete")
    long, short = (in_words(part, said.label) for part in PARTS)
    return AnnotatorSaid(said.annotator, state, said, long, short, said.seconds)


def _opened(question: Question, reader: str, said: Sequence[Annotation]) -> _OpenPage:
    """The page of a question with the words of all places that people named."""
    campaign = question.campaign
    spans = list(dict.fromkeys(span for one in said for span in (one.label.long, *one.label.short)))
    if not campaign.collection_slug:
        return _OpenPage(campaign, question.qid, reader, {}, say(NO_COLLECTION))
    try:
        places = [(span.start_token, span.end_token) for span in spans]
        texts = dict(zip(spans, word_texts(campaign.collection_slug, question.qid, places), strict=True))
    except DocumentsError as error:
        return _OpenPage(
            campaign, question.qid, reader, {}, say("The page cannot be shown. {why}", why=error)
        )
    return _OpenPage(campaign, question.qid, str(reader), texts, "")


def _part(part: Part, said: Sequence[Annotation], page: _OpenPage, needed: int) -> PartSaid:
    answers = [_given(part, answer, count, said, page) for answer, count in popular(part, said)]
    return PartSaid(say(LABELS[part]), say(OF_PEOPLE[part]), votes(part, said), len(said), needed, answers)


def _given(
    part: Part, answer: Answer, count: int, said: Sequence[Annotation], page: _OpenPage
) -> GivenAnswer:
    one = next(one for one in said if answer_of(part, one.label) == answer)
    spans = [one.label.long] if part == "long" else list(one.label.short)
    places = passages(part, one.label)
    return GivenAnswer(
        count,
        kind_of(one.kind) if part == "long" and one.kind else "",
        in_words(part, one.label),
        page.text(spans),
        page.address(places) if places else "",
    )


def _passages(said: Sequence[Annotation]) -> list[str]:
    """All answers as passages: long ones first, the most popular of them first."""
    found = []
    for part in PARTS:
        for answer, _ in popular(part, said):
            one = next(one for one in said if answer_of(part, one.label) == answer)
            found += passages(part, one.label)
    return list(dict.fromkeys(found))


def _runs(score_set: ScoreSet, question: Question, said: Sequence[Annotation], needed: int) -> list[RunSaid]:
    rows = (
        RunScore.objects.filter(score_set=score_set)
        .select_related("run__team")
        .only("more", "run__run_id", "run__team__name")
    )
    given = predictions([row.run_id for row in rows], {question.pk: question.qid})
    found = []
    for row in sorted(rows, key=lambda row: row.run.run_id):
        verdicts = verdicts_on(row, question.qid)
        prediction = given.get((row.run_id, question.qid))
        cells = []
        for part in PARTS:
            score = getattr(prediction, f"{part}_score") if prediction else None
            verdict = verdicts.get(part)
            if verdict:
                cells.append(
                    beside(cell_of(part, verdict, score, prediction), part, prediction, said, needed)
                )
        found.append(RunSaid(row.run.run_id, row.run.team.name, cells))
    return found
