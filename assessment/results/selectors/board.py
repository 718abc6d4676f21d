"""What the campaign's board shows: its steps, judging so far, and alerts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import F
from django.urls import reverse

from assessment.assignments.selectors.assign import AssignPage, UnitRow, assign_page
from assessment.assignments.selectors.progress import Progress, progress_of
from assessment.campaigns.models import Campaign, State
from assessment.people.selectors.access import Access, Permission
from assessment.results.models import OFFICIAL_RULE, PARTS, RunScore, ScoreSet
from assessment.results.selectors.access import leading, release_in_force, score_sets
from assessment.results.selectors.alerts import Alert, alerts_of
from assessment.results.selectors.board_figures import board_figures
from assessment.results.selectors.drift import difference
from assessment.results.selectors.facts import facts_of
from assessment.results.selectors.flags import QuestionDoubt, doubts, flags_of
from assessment.results.selectors.lacks import lacks_of
from assessment.results.selectors.next_step import NextStep, next_step
from assessment.results.selectors.partial import partial_sentence
from assessment.results.selectors.silence import divisions
from assessment.results.selectors.steps import BoardStep, Situation, steps_of
from assessment.shared.figures import Figure
from assessment.shared.say import say, say_n

UNITS_SHOWN = 12
LEADERS_SHOWN = 10
LEADERS_OF_A_DIVISION = 3


class Disputes(NamedTuple):
    """Items judged differently, and those of them without a decision."""

    disputed: int = 0
    undecided: int = 0


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
    figures: Sequence[Figure]

    @property
    def is_begun(self) -> bool:
        """Whether anything is judged, so that there is disagreement to speak of."""
        return bool(self.progress.judged or self.disputes.disputed or self.scores)

    @property
    def other_rule(self) -> str:
        """The rule of the scores shown, where it is not the official one."""
        rule = self.scores.qrels.rule if self.scores else OFFICIAL_RULE
        return "" if rule == OFFICIAL_RULE else rule


def board(access: Access) -> Board:
    """Read the board with a fixed number of queries, whatever the campaign's size."""
    campaign = access.campaign
    matrix = assign_page(campaign, assigned_only=True)
    progress, facts = progress_of(campaign, matrix), facts_of([campaign.pk])[campaign.pk]
    released = release_in_force(campaign) if campaign.state == State.RELEASED else None
    scores = leading(score_sets(campaign), released)
    flagged = [flag.qid for flag in flags_of(scores.report).unscorable] if scores else []
    doubtful = doubts(campaign, matrix.assigned, flagged)
    by_unit = _disputes(doubtful)
    disputes = Disputes(sum(one.disputed for one in doubtful), sum(one.undecided for one in doubtful))
    situation = Situation(access, matrix, progress, facts, scores)
    step = next_step(access, matrix, progress, facts)
    shown = _unfinished_first(matrix.rows)[:UNITS_SHOWN]
    return Board(
        steps=steps_of(situation, step.of),
        matrix=matrix,
        units=[(row, by_unit.get(_unit(row), Disputes())) for row in shown],
        more_units=len(matrix.rows) - len(shown),
        disputes=disputes,
        items=situation.items,
        alerts=[
            *_asking(access, facts.asking),
            *_waiting(access, facts.waiting),
            *lacks_of(situation, step),
            *alerts_of(campaign, scores, doubtful),
        ],
        scores=scores,
        partial=partial_sentence(released.unjudged) if released else "",
        differs=difference(campaign, released) if released else "",
        leaders=_leaders(campaign, scores),
        progress=progress,
        next=step,
        figures=board_figures(campaign, progress.rows),
    )


def step_of(access: Access) -> NextStep:
    """What is to be done next, as the board says it."""
    campaign = access.campaign
    matrix = assign_page(campaign, assigned_only=True)
    return next_step(access, matrix, progress_of(campaign, matrix), facts_of([campaign.pk])[campaign.pk])


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


def _waiting(access: Access, count: int) -> list[Alert]:
    """Checked files that somebody has still to say yes to, or to discard."""
    if not (count and access.may(Permission.EDIT_CAMPAIGN)):
        return []
    sentence = say_n("{n} checked file waits for your yes.", "{n} checked files wait for your yes.", count)
    return [Alert(say("Imports"), sentence, reverse("campaigns:imports", args=[access.campaign.slug]))]


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
