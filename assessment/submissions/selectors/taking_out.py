"""What can be taken out of a pool again, and which items would leave with it."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Case, IntegerField, Max, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.submissions.models import PooledRun, PoolItem, PoolRound, Response, RunState
from assessment.submissions.models.pools import words_of_cut
from assessment.submissions.selectors.pools import pool_depths

Given = Mapping[int | None, list[int]]  # depth of pooling -> runs


class Cut(NamedTuple):
    """What to take out: one run, a team, a round, all withdrawn and replaced runs, or all; whole or below a depth."""

    run: str = ""
    team: str = ""
    round: int | None = None
    ended: bool = False
    depth: int | None = None

    @property
    def code(self) -> str:
        """What is taken out, but for the depth, as rounds keep it."""
        if self.run:
            return f"run:{self.run}"
        if self.team:
            return f"team:{self.team}"
        if self.round is not None:
            return f"round:{self.round}"
        return "ended:" if self.ended else "all:"

    @property
    def words(self) -> str:
        """What is taken out, in a few words."""
        return words_of_cut(self.code, self.depth)


class Taken(NamedTuple):
    """What is taken out of the pools of a campaign, and what still gives items, by depth of pooling."""

    campaign: Campaign
    depths: Mapping[str, Mapping[int | None, int | None]]  # type of question -> depth of pooling -> last rank
    gone: Given
    staying: Given

    @classmethod
    def of(
        cls, campaign: Campaign, gone: Iterable[PooledRun], staying: Iterable["PooledRun | Shallower"]
    ) -> "Taken":
        """Put together by depth."""
        away, stays = _by_depth(gone), _by_depth(staying)
        deepest = {depth: pool_depths(campaign, depth) for depth in {*away, *stays}}
        kinds = pool_depths(campaign, None)
        depths = {kind: {depth: deepest[depth][kind] for depth in deepest} for kind in kinds}
        return cls(campaign, depths, away, stays)

    @classmethod
    def by_round(cls, made: PoolRound) -> "Taken":
        """What a round that takes out has marked."""
        rows = PooledRun.objects.filter(round__campaign=made.campaign)
        return cls.of(made.campaign, rows.filter(taken_out=made), rows.kept())


class Shallower(NamedTuple):
    """What stays of a pooled run to a smaller depth."""

    run_id: int
    depth: int | None


def _by_depth(rows: "Iterable[PooledRun | Shallower]") -> dict[int | None, list[int]]:
    found: dict[int | None, list[int]] = {}
    for row in rows:
        found.setdefault(row.depth, []).append(row.run_id)
    return found


def chosen_by(campaign: Campaign, cut: Cut) -> list[PooledRun]:
    """What stands of what a cut names; refused where that is nothing."""
    rows = PooledRun.objects.filter(round__campaign=campaign).kept()
    if cut.run:
        rows = rows.filter(run__run_key=cut.run.lower())
    if cut.team:
        rows = rows.filter(run__team__name=cut.team)
    if cut.round is not None:
        rows = rows.filter(round__number=cut.round)
    if cut.ended:
        rows = rows.exclude(run__state=RunState.SUBMITTED)
    if cut.depth:
        rows = rows.filter(Q(depth=None) | Q(depth__gt=cut.depth))
    found = list(rows.select_related("run", "round").order_by("pk"))
    if not found:
        raise Refused(
            say(
                "Nothing in the pool of {campaign} is {cut}. Nothing was changed.",
                campaign=campaign.slug,
                cut=cut.words,
            ),
            "nothing_to_take_out",
            say("The page Pool lists what is pooled: runs, teams, rounds and depths."),
        )
    return found


def choices_of(campaign: Campaign) -> list[tuple[str, list[tuple[str, str]]]]:
    """What can be taken out, in groups for a form: the value of each names a cut."""
    rows = list(
        PooledRun.objects.filter(round__campaign=campaign).kept().select_related("run__team", "round")
    )
    runs = sorted({row.run.run_id for row in rows})
    teams = sorted({row.run.team.name for row in rows})
    rounds = sorted({row.round.number for row in rows})
    ended = len({row.run_id for row in rows if row.run.state != RunState.SUBMITTED})
    several = [("all:", say("Of all runs, what lies below a rank"))] if rows else []
    if ended:
        several.append(("ended:", say("Withdrawn and replaced runs ({n})", n=ended)))
    groups = [
        (say("Several"), several),
        (
            say("Rounds"),
            [(f"round:{number}", say("Round {number}", number=str(number))) for number in rounds],
        ),
        (say("Teams"), [(f"team:{name}", name) for name in teams]),
        (say("Runs"), [(f"run:{run_id}", run_id) for run_id in runs]),
    ]
    return [(title, found) for title, found in groups if found]


def cut_of(value: str, depth: int | None) -> Cut:
    """The cut that a choice names."""
    kind, _, name = value.partition(":")
    if kind == "run":
        return Cut(run=name, depth=depth)
    if kind == "team":
        return Cut(team=name, depth=depth)
    if kind == "round":
        return Cut(round=int(name), depth=depth)
    return Cut(ended=kind == "ended", depth=depth)


def taken_by(campaign: Campaign, cut: Cut) -> Taken:
    """What a cut would take out, before anything is marked."""
    gone = chosen_by(campaign, cut)
    rows = PooledRun.objects.filter(round__campaign=campaign).kept()
    stays: list[PooledRun | Shallower] = [*rows.exclude(pk__in=[row.pk for row in gone])]
    if cut.depth:
        stays += [Shallower(row.run_id, cut.depth) for row in gone]
    return Taken.of(campaign, gone, stays)


def leaving_items(taken: Taken, question: int, kind: str) -> "QuerySet[PoolItem]":
    """The items of one question that would leave."""
    responses = Response.objects.filter(question=question)
    return PoolItem.objects.filter(question=question, key__in=_keys(taken, responses, taken.depths[kind]))


def all_leaving(taken: Taken) -> "list[QuerySet[PoolItem]]":
    """The same of all questions, by groups of types that are pooled alike. A key holds the question's id."""
    groups: dict[tuple[tuple[int | None, int | None], ...], list[str]] = {}
    for kind, ranks in taken.depths.items():
        groups.setdefault(tuple(ranks.items()), []).append(kind)
    found: list[QuerySet[PoolItem]] = []
    for depths, kinds in groups.items():
        pks = list(taken.campaign.questions.filter(type__in=kinds).values_list("pk", flat=True))
        keys = _keys(taken, Response.objects.filter(question__in=pks), dict(depths))
        # Not the field itself: by its index a database looks up every key in every question.
        items = PoolItem.objects.annotate(own_key=Coalesce("key", Value("")))
        found.append(items.filter(question__in=pks, own_key__in=keys))
    return found


def _keys(
    taken: Taken, responses: QuerySet[Response], ranks: Mapping[int | None, int | None]
) -> QuerySet[Response, Any]:
    """The keys that what is gone gives and what stands does not: one pass over the responses of both."""
    gone, stays = _given(taken.gone, ranks), _given(taken.staying, ranks)
    kept = Max(Case(When(stays, then=Value(1)), default=Value(0), output_field=IntegerField()))
    both = responses.filter(gone | stays).exclude(key="").order_by()
    return both.values("key").annotate(kept=kept).filter(kept=0).values("key")


def _given(runs: Given, ranks: Mapping[int | None, int | None]) -> Q:
    found = Q(pk__in=[])
    for depth, pks in runs.items():
        of_these = Q(run__in=pks)
        last = ranks[depth]
        found |= of_these if last is None else of_these & Q(rank__lte=last)
    return found
