"""The steps of a campaign as its board shows them, each with how far it is and what it lacks."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.urls import reverse

from assessment.assignments.selectors.assign import AssignPage
from assessment.assignments.selectors.progress import Progress
from assessment.campaigns.models import Campaign, State
from assessment.people.selectors.access import Access, Permission
from assessment.results.models import ScoreSet
from assessment.results.selectors.facts import Facts
from assessment.shared.addresses import THEN_BOARD
from assessment.shared.say import say, say_n, sentence
from assessment.shared.templatetags.assize import days
from scoring.stages import ANSWER


class BoardStep(NamedTuple):
    """One of the steps; `state` is done, now or todo."""

    name: str
    state: str
    detail: str
    address: str  # of the page where it is done; empty for those who may not open it


class Place(NamedTuple):
    """What a step is called, and the page where it is done."""

    title: str
    page: str
    permission: Permission


PLACES: Mapping[str, Place] = {
    "questions": Place(sentence("Questions"), "campaigns:questions", Permission.SEE_QUESTIONS),
    "collection": Place(sentence("Collection"), "campaigns:settings", Permission.SEE_BOARD),
    "guidelines": Place(sentence("Guidelines"), "campaigns:guidelines", Permission.SEE_GUIDELINES),
    "people": Place(sentence("People"), "campaigns:people", Permission.MANAGE_PEOPLE),
    "runs": Place(sentence("Runs"), "submissions:runs", Permission.SUBMIT_RUN),
    "pool": Place(sentence("Pool"), "submissions:pool", Permission.MAKE_POOL),
    "assign": Place(sentence("Assign"), "judging:assign", Permission.ASSIGN),
    "judge": Place(sentence("Judge"), "judging:progress", Permission.SEE_BOARD),
    "adjudicate": Place(sentence("Adjudicate"), "judging:adjudicate", Permission.ADJUDICATE),
    "score": Place(sentence("Score"), "results:results", Permission.SEE_SCORES),
    "release": Place(sentence("Release"), "results:results", Permission.SEE_SCORES),
}
FORMS: Mapping[str, tuple[str, ...]] = {  # page and its kind of files, where a step has nothing yet
    "questions": ("campaigns:import-questions",),
    "runs": ("campaigns:import-file", "run-files"),
}
OF_POOLS = frozenset({"pool", "adjudicate"})  # steps that campaigns do not have whose pages are annotated


class Situation(NamedTuple):
    """Everything that the steps are read from."""

    access: Access
    matrix: AssignPage
    progress: Progress
    facts: Facts
    scores: ScoreSet | None

    @property
    def campaign(self) -> Campaign:
        return self.access.campaign

    @property
    def items(self) -> int:
        """The items of all pools."""
        return sum(question.pool.items for question in self.matrix.questions if question.is_pooled)


class Detail(NamedTuple):
    """Whether a step is done, and what is said of it."""

    is_done: bool
    text: str


def steps_of(situation: Situation, now: str) -> list[BoardStep]:
    """The steps in the order of the work; `now` names the one that the next act belongs to."""
    return [_shown(situation, name, detail, now) for name, detail in _details(situation).items()]


def _shown(situation: Situation, name: str, detail: Detail, now: str) -> BoardStep:
    place, access = PLACES[name], situation.access
    title = place.title
    if name == "judge" and access.campaign.track.marks_places:
        title = sentence("Annotate")
    state = "now" if name == now else "done" if detail.is_done else "todo"
    return BoardStep(say(title), state, detail.text, _address(access, name, detail))


def _address(access: Access, name: str, detail: Detail) -> str:
    """Of the page of a step; of the form itself where nothing is there yet, for those who bring it."""
    if name in FORMS and not detail.is_done and access.may(Permission.EDIT_CAMPAIGN):
        return form_of(name, access.campaign)
    place = PLACES[name]
    return reverse(place.page, args=[access.campaign.slug]) if access.may(place.permission) else ""


def form_of(name: str, campaign: Campaign) -> str:
    """The address of the form that brings what a step has none of yet; the board comes after it."""
    page, *kind = FORMS[name]
    return reverse(page, args=[campaign.slug, *kind]) + THEN_BOARD


def _details(situation: Situation) -> dict[str, Detail]:
    found = {**dict(_before(situation)), **dict(_of_judging(situation)), **dict(_of_scores(situation))}
    pools = ANSWER in situation.campaign.track.item_kinds
    return {name: step for name, step in found.items() if pools or name not in OF_POOLS}


def _before(situation: Situation) -> Iterator[tuple[str, Detail]]:
    """What is prepared before anybody judges."""
    facts, campaign, judges = situation.facts, situation.campaign, situation.matrix.judges
    yield "questions", Detail(facts.questions > 0, _questions(situation.matrix))
    if campaign.track.documents:
        yield "collection", Detail(facts.documents is not None, _collection(campaign, facts))
    version = facts.guidelines
    written = say("version {n}", n=str(version)) if version else say("not written")
    yield "guidelines", Detail(version > 0, written)
    yield "people", Detail(facts.assessors >= judges, _people(facts, judges))
    yield "runs", Detail(facts.runs > 0, _runs(facts))


def _of_judging(situation: Situation) -> Iterator[tuple[str, Detail]]:
    facts, progress, matrix, items = situation.facts, situation.progress, situation.matrix, situation.items
    assignable = sum(row.questions for row in matrix.rows)
    staffed = assignable - matrix.understaffed.total
    yield "pool", Detail(items > 0 and not facts.unpooled, _pool(items, facts.unpooled))
    yield "assign", Detail(0 < assignable == staffed, _assign(staffed, assignable, matrix.judges))
    yield "judge", Detail(progress.is_done, _judge(progress))
    undecided = facts.undecided
    waiting = say("{n} open", n=undecided) if undecided else say("none open")
    yield "adjudicate", Detail(progress.is_done and not undecided, waiting)


def _of_scores(situation: Situation) -> Iterator[tuple[str, Detail]]:
    scores, is_released = situation.scores, situation.campaign.state == State.RELEASED
    yield "score", Detail(is_released and scores is not None, _score(scores))
    yield "release", Detail(is_released, say("released") if is_released else say("not yet"))


def _questions(matrix: AssignPage) -> str:
    dropped = sum(bool(question.left_because) for question in matrix.questions)
    asked = len(matrix.questions)
    if not asked:
        return say("none yet")
    return say("{n}, {dropped} dropped", n=asked, dropped=dropped) if dropped else str(asked)


def _people(facts: Facts, judges: int) -> str:
    said = _assessors(facts.assessors, judges)
    if not facts.teamless:
        return said
    alone = say_n("{n} participant without a team", "{n} participants without a team", facts.teamless)
    return f"{said}, {alone}"


def _assessors(assessors: int, judges: int) -> str:
    if assessors >= judges:
        return say_n("{n} assessor", "{n} assessors", assessors)
    if not assessors:
        return say("no assessor yet")
    return say_n("{n} assessor of {judges}", "{n} assessors of {judges}", assessors, judges=judges)


def _runs(facts: Facts) -> str:
    if not facts.runs:
        return say("none yet")
    return say_n("{runs} from {n} team", "{runs} from {n} teams", facts.teams, runs=facts.runs)


def _assign(staffed: int, assignable: int, judges: int) -> str:
    if not assignable:
        return say("nothing to assign")
    return say_n(
        "{staffed} of {all} with {n} assessor",
        "{staffed} of {all} with {n} assessors",
        judges,
        staffed=staffed,
        all=assignable,
    )


def _collection(campaign: Campaign, facts: Facts) -> str:
    if facts.documents is None:
        slug = campaign.collection_slug
        return say("{name} is not loaded", name=slug) if slug else say("none chosen")
    if facts.held:
        return say_n("{n} document", "{n} documents", facts.documents)
    return say_n("{n} id, no texts", "{n} ids, no texts", facts.documents)


def _pool(items: int, waiting: int) -> str:
    said = say_n("{n} item", "{n} items", items) if items else say("none yet")
    left = say_n("{n} run not pooled", "{n} runs not pooled", waiting)
    return f"{said}, {left}" if waiting else said


def _judge(progress: Progress) -> str:
    if not progress.due:
        return say("nothing assigned")
    if not progress.is_begun:
        return say("not begun")
    if progress.is_judged:
        return say("all judged") if progress.is_done else say("all judged, not all finished")
    ahead = progress.forecast
    percent = str(progress.percent)
    if ahead and ahead.done_by:
        return say("{percent} %, done by {days}", percent=percent, days=days(ahead.done_by))
    return say("{percent} %", percent=percent)


def _score(scores: ScoreSet | None) -> str:
    if scores is None:
        return say("not yet")
    return say("{rule}, version {n}", rule=scores.qrels.rule, n=str(scores.qrels.version))
