"""What the campaign's board shows: its steps, judging so far, and alerts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, F, Q
from django.urls import reverse

from assessment.assignments.selectors.assign import AssignPage, UnitRow, assign_page
from assessment.assignments.selectors.progress import Progress, progress_of
from assessment.campaigns.models import Campaign, State
from assessment.judging.selectors.rulings import waiting_of_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.results.models import OFFICIAL_RULE, PARTS, RunScore, ScoreSet
from assessment.results.selectors.access import leading, release_in_force, score_sets
from assessment.results.selectors.alerts import Alert, alerts_of
from assessment.results.selectors.drift import difference
from assessment.results.selectors.flags import QuestionDoubt, doubts, flags_of
from assessment.results.selectors.next_step import NextStep, Situation, next_step
from assessment.results.selectors.partial import partial_sentence
from assessment.results.selectors.silence import divisions
from assessment.shared.say import say, say_n, sentence
from assessment.shared.templatetags.assize import days
from assessment.submissions.models import RunState
from documents.models import Collection
from scoring.stages import ANSWER

UNITS_SHOWN = 12
LEADERS_SHOWN = 10
LEADERS_OF_A_DIVISION = 3
OF_POOLS = ("Pool", "Adjudicate")  # steps that campaigns do not have whose pages are annotated


class BoardStep(NamedTuple):
    """One of the steps; `state` is done, now or todo."""

    name: str
    state: str
    detail: str
    address: str  # of the page where it is done; empty for those who may not open it


class Disputes(NamedTuple):
    """Items judged differently, and those of them without a decision."""

    disputed: int = 0
    undecided: int = 0


class QuestionCounts(NamedTuple):
    """All questions, how many of them were dropped, and the items of all pools."""

    questions: int
    dropped: int
    items: int


class Leaders(NamedTuple):
    """The best of those runs that can be compared; `label` says which these are, where not all can."""

    label: str
    rows: Sequence[RunScore]


class Board(NamedTuple):
    """Everything on the board."""

    steps: Sequence[BoardStep]
    matrix: AssignPage
    units: Sequence[tuple[UnitRow, Disputes]]
    more_units: int
    disputes: Disputes
    items: int
    alerts: Sequence[Alert]
    scores: ScoreSet | None
    partial: str  # what the release says of unjudged answers
    differs: str  # how what there is now differs from what was released
    leaders: Sequence[Leaders]
    progress: Progress
    next: NextStep

    @property
    def other_rule(self) -> str:
        """The rule of the scores shown, where it is not the official one."""
        rule = self.scores.qrels.rule if self.scores else OFFICIAL_RULE
        return "" if rule == OFFICIAL_RULE else rule


def board(access: Access) -> Board:
    """Read the board with a fixed number of queries, whatever the campaign's size."""
    campaign = access.campaign
    matrix = assign_page(campaign, assigned_only=True)
    progress = progress_of(campaign, matrix)
    released = release_in_force(campaign) if campaign.state == State.RELEASED else None
    scores = leading(score_sets(campaign), released)
    flagged = [flag.qid for flag in flags_of(scores.report).unscorable] if scores else []
    doubtful = doubts(campaign, matrix.assigned, flagged)
    by_unit = _disputes(doubtful)
    disputes = Disputes(sum(one.disputed for one in doubtful), sum(one.undecided for one in doubtful))
    asked = _asked(matrix)
    counted = _counted(campaign)
    shown = _unfinished_first(matrix.rows)[:UNITS_SHOWN]
    return Board(
        steps=_steps(access, matrix, asked, counted, progress, disputes.undecided, scores),
        matrix=matrix,
        units=[(row, by_unit.get(_unit(row), Disputes())) for row in shown],
        more_units=len(matrix.rows) - len(shown),
        disputes=disputes,
        items=asked.items,
        alerts=[*_asking(access, counted["asking"]), *alerts_of(campaign, scores, doubtful)],
        scores=scores,
        partial=partial_sentence(released.unjudged) if released else "",
        differs=difference(campaign, released) if released else "",
        leaders=_leaders(campaign, scores),
        progress=progress,
        next=next_step(
            access,
            matrix,
            progress,
            Situation(
                asked.questions,
                counted["n"],
                counted["waiting"],
                asked.items,
                disputes.undecided,
                scores is not None,
            ),
        ),
    )


def _asking(access: Access, count: int) -> list[Alert]:
    """What assessors asked and nobody answered, for those who answer it."""
    if not (count and access.may(Permission.ASSIGN)):
        return []
    sentence = say_n(
        "{n} question of an assessor waits for a ruling.",
        "{n} questions of assessors wait for a ruling.",
        count,
    )
    return [Alert(say("Questions to you"), sentence, reverse("judging:rulings", args=[access.campaign.slug]))]


def _disputes(doubtful: Iterable[QuestionDoubt]) -> Mapping[str, Disputes]:
    """Disputed items by unit."""
    found: dict[str, Disputes] = {}
    for one in doubtful:
        before = found.get(one.unit, Disputes())
        found[one.unit] = Disputes(before.disputed + one.disputed, before.undecided + one.undecided)
    return found


def _unit(row: UnitRow) -> str:
    return row.first.series.key if row.first.series else row.first.qid


def _unfinished_first(rows: Sequence[UnitRow]) -> Sequence[UnitRow]:
    """The rows that somebody still works on, or all where nobody does."""
    return [row for row in rows if any(cell.state == "open" for cell in row.cells)] or rows


def _steps(
    access: Access,
    matrix: AssignPage,
    asked: QuestionCounts,
    runs: Mapping[str, int],
    progress: Progress,
    undecided: int,
    scores: ScoreSet | None,
) -> list[BoardStep]:
    """Each step says how far it is; the first that is not done is the one to do now."""
    campaign = access.campaign
    pools = ANSWER in campaign.track.item_kinds
    assignable = sum(row.questions for row in matrix.rows)
    staffed = assignable - matrix.understaffed.total
    released = campaign.state == State.RELEASED
    collection = Collection.visible.filter(slug=campaign.collection_slug).first()
    questions, dropped, items = asked
    parts = [
        (sentence("Questions"), questions > 0, _questions_detail(questions, dropped), "campaigns:questions", Permission.SEE_QUESTIONS),
        (sentence("Collection"), collection is not None, _collection_detail(campaign, collection), "campaigns:settings", Permission.SEE_BOARD),
        (sentence("Runs"), runs["n"] > 0, _runs_detail(runs), "submissions:runs", Permission.SUBMIT_RUN),
        (sentence("Pool"), items > 0 and not runs["waiting"], _pool_detail(items, runs["waiting"]), "submissions:pool", Permission.MAKE_POOL),
        (sentence("Assign"), 0 < assignable == staffed, _assign_detail(staffed, assignable, matrix.judges), "judging:assign", Permission.ASSIGN),
        (sentence("Annotate") if campaign.track.marks_places else sentence("Judge"), progress.is_done, _judge_detail(progress), "judging:progress", Permission.SEE_BOARD),
        (sentence("Adjudicate"), progress.is_done and not undecided, say("{n} open", n=undecided), "judging:adjudicate", Permission.ADJUDICATE),
        (sentence("Score"), released and scores is not None, _score_detail(scores), "results:results", Permission.SEE_SCORES),
        (sentence("Release"), released, say("released") if released else say("not yet"), "results:results", Permission.SEE_SCORES),
    ]  # fmt: skip  # a step a line
    parts = [part for part in parts if pools or part[0] not in OF_POOLS]
    first_open = next((n for n, part in enumerate(parts) if not part[1]), len(parts))
    states = ["done" if part[1] else "now" if n == first_open else "todo" for n, part in enumerate(parts)]
    return [
        BoardStep(
            say(name), state, detail, reverse(address, args=[campaign.slug]) if access.may(permission) else ""
        )
        for (name, _, detail, address, permission), state in zip(parts, states, strict=True)
    ]


def _asked(matrix: AssignPage) -> QuestionCounts:
    dropped = sum(bool(question.left_because) for question in matrix.questions)
    items = sum(question.pool.items for question in matrix.questions if question.is_pooled)
    return QuestionCounts(len(matrix.questions), dropped, items)


def _counted(campaign: Campaign) -> dict[str, int]:
    """The runs that stand, those of them that are not pooled, their teams, and questions of assessors that wait (one query)."""
    current = Q(runs__state=RunState.SUBMITTED)
    rows = Campaign.objects.filter(pk=campaign.pk).annotate(
        waiting_questions=waiting_of_campaign(),
        current_runs=Count("runs", filter=current),
        unpooled_runs=Count("runs", filter=current & Q(runs__pooled=False)),
        running_teams=Count("runs__team", filter=current, distinct=True),
    )
    asking, runs, unpooled, teams = rows.values_list(
        "waiting_questions", "current_runs", "unpooled_runs", "running_teams"
    ).get()
    return {"asking": asking, "n": runs, "waiting": unpooled, "teams": teams}


def _questions_detail(questions: int, dropped: int) -> str:
    return say("{n}, {dropped} dropped", n=questions, dropped=dropped) if dropped else str(questions)


def _runs_detail(runs: Mapping[str, int]) -> str:
    if not runs["n"]:
        return say("none yet")
    return say_n("{runs} from {n} team", "{runs} from {n} teams", runs["teams"], runs=runs["n"])


def _assign_detail(staffed: int, assignable: int, judges: int) -> str:
    if not assignable:
        return say("nothing to assign")
    return say_n(
        "{staffed} of {all} with {n} assessor",
        "{staffed} of {all} with {n} assessors",
        judges,
        staffed=staffed,
        all=assignable,
    )


def _collection_detail(campaign: Campaign, collection: Collection | None) -> str:
    if collection is None:
        slug = campaign.collection_slug
        return say("{name} is not loaded", name=slug) if slug else say("none chosen")
    if collection.held:
        return say_n("{n} document", "{n} documents", collection.documents)
    return say_n("{n} id, no texts", "{n} ids, no texts", collection.documents)


def _pool_detail(items: int, waiting: int) -> str:
    said = say_n("{n} item", "{n} items", items)
    left = say_n("{n} run not pooled", "{n} runs not pooled", waiting)
    return f"{said}, {left}" if waiting else said


def _judge_detail(progress: Progress) -> str:
    if not progress.due:
        return say("nothing assigned")
    if progress.is_judged:
        return say("all judged") if progress.is_done else say("all judged, not all finished")
    ahead = progress.forecast
    percent = str(progress.percent)
    if ahead and ahead.done_by:
        return say("{percent} %, done by {days}", percent=percent, days=days(ahead.done_by))
    return say("{percent} %", percent=percent)


def _score_detail(scores: ScoreSet | None) -> str:
    if scores is None:
        return say("not yet")
    return say("{rule}, version {n}", rule=scores.qrels.rule, n=str(scores.qrels.version))


def _leaders(campaign: Campaign, scores: ScoreSet | None) -> list[Leaders]:
    if scores is None:
        return []
    rows = RunScore.objects.filter(score_set=scores).select_related("run__team").defer(*PARTS)
    ordered = rows.order_by(F("score").desc(nulls_last=True), "run__run_id")
    parts = divisions(campaign.track, ordered)
    if not parts:
        best = list(ordered[:LEADERS_SHOWN])
        return [Leaders("", best)] if best else []
    return [
        Leaders(part.label, [row for row in ordered if row.run_id in part.runs][:LEADERS_OF_A_DIVISION])
        for part in parts
    ]
