"""A campaign of Natural Questions whose pages are held, with annotations and a run."""

from pathlib import Path

from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import PageAnnotation
from assessment.submissions.models import Response, Run, Team
from documents.layouts import layout_of
from scoring.annotations import Label, PageSpan, Prediction
from scoring.spans.codec import encoded
from tests import factory
from tests.judging.annotating import LIST, PARAGRAPH, QIDS, import_pages

NAMES = ("ada", "ben", "cleo", "dag", "eve")


def box(qid: str, candidate: int) -> list[int]:
    """The place of a candidate of a page."""
    return list(layout_of("pages", qid).candidates[candidate][:4])


def words(qid: str, candidate: int, first: int, last: int) -> list[int]:
    """The place of some words of a candidate, by their numbers in it."""
    layout = layout_of("pages", qid)
    one = layout.candidates[candidate]
    tokens = layout.words_of(one.start_token, one.end_token)
    start, end = tokens[first], tokens[last - 1] + 1
    return [*layout.bytes_of(start, end), start, end]


def held_campaign(folder: Path) -> Campaign:
    """Three questions; of the first, three people give the paragraph, one the list and one nothing."""
    import_pages(folder)
    campaign = factory.make_campaign("comets", "nq", collection_slug="pages", state="closed")
    first, *_ = factory.make_questions(campaign, *QIDS, type="question")
    for name, candidate in zip(NAMES, (PARAGRAPH, PARAGRAPH, PARAGRAPH, LIST, None), strict=True):
        annotate(first, name, candidate)
    run_of(campaign, first)
    return campaign


def annotate(question: Question, name: str, candidate: int | None) -> None:
    """A complete annotation, with the first two words of the box as the short answer."""
    assignment = factory.make_assignment(question, factory.make_account(name))
    assignment.judged, assignment.finished_at = 1, timezone.now()
    assignment.save()
    PageAnnotation.objects.create(
        assignment=assignment,
        question="good",
        candidate=-1 if candidate is None else candidate,
        long=[] if candidate is None else box(question.qid, candidate),
        kind={PARAGRAPH: "paragraph", LIST: "list", None: ""}[candidate],
        short=None if candidate is None else [words(question.qid, candidate, 0, 2)],
        seconds_question=5,
        seconds_long=40,
        seconds_short=0 if candidate is None else 9,
    )


def run_of(campaign: Campaign, question: Question) -> Run:
    """A run that answers one question as most people do."""
    team = Team.objects.create(campaign=campaign, name="alpha")
    run = Run.objects.create(
        campaign=campaign, team=team, run_id="alpha1", run_key="alpha1", sha256="0" * 64, responses_count=1
    )
    label = Label(PageSpan(*box(question.qid, PARAGRAPH)), (PageSpan(*words(question.qid, PARAGRAPH, 0, 2)),))
    said = encoded(Prediction(question.qid, label, 2.5, 1.5))
    Response.objects.create(run=run, question=question, line=1, docid=question.qid, rank=1, prediction=said)
    return run
