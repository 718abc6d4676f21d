"""What has no word: grades, votes, marks and scores of others, numbers, orders. A page must be the same whatever they are.

The walk is gone once, everything that others said is turned into its opposite (or there are more of them, or their runs
exchange their names), and it is gone again.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Value, When
from django.utils import timezone

from assessment.judging.models import (
    Adjudication,
    Judgment,
    NuggetMatch,
    NuggetVote,
    PageAnnotation,
)
from assessment.people.models import Member
from assessment.results.models import Release, RunScore
from assessment.submissions.models import PoolItem, Response, Run
from tests.blindness.scene import Scene
from tests.blindness.walk import MOST_QUERIES, Walk
from tests.factory import give

TAKEN = "POST /campaigns/hall/teams/ "  # that a name is taken is told to whoever wants it


def differing(
    scene: Scene,
    who: str,
    only: Sequence[str] = (),
    most: int = MOST_QUERIES,
    turns: Sequence[str] = ("said",),
) -> list[str]:
    """The requests of somebody whose answers depend on what others said, or on what else one of the turns changes."""
    first = Walk(scene, who, only, most).go().said
    wrong = sorted({request for turn in turns for request in _turned(scene, who, only, most, turn, first)})
    if not wrong:
        return []
    again = Walk(scene, who, only, most).go().said  # what changes by itself, as a clock does, tells nothing
    by_itself = {request for request in first if first[request] != again.get(request)}
    assert len(by_itself) * 10 < len(first), f"too much changes by itself to compare: {sorted(by_itself)[:5]}"
    return [request for request in wrong if request not in by_itself and not request.startswith(TAKEN)]


def _turned(
    scene: Scene, who: str, only: Sequence[str], most: int, turn: str, first: Mapping[str, str]
) -> list[str]:
    """The requests that are answered otherwise than at first once something was turned, which is taken back."""
    with transaction.atomic():
        TURNS[turn](scene, who)
        second = Walk(scene, who, only, most).go().said
        transaction.set_rollback(True)
    asked = first.keys() | second.keys() if turn == "said" else first.keys() & second.keys()
    return [request for request in asked if first.get(request) != second.get(request)]


def turn_others_round(scene: Scene, who: str) -> None:
    """Change every grade, vote, mark, annotation, decision and score that is not this person's."""
    account = scene.accounts[who]
    judgments = Judgment.ever.filter(item__question__campaign=scene.campaign)
    scales = [kind.scale.grades for kind in scene.campaign.track.question_types.values() if kind.scale]
    opposite = {
        grade: grades[-1] if grade == grades[0] else grades[0] for grades in scales for grade in grades
    }
    turned = Case(
        *(When(grade=grade, then=Value(other)) for grade, other in opposite.items()), default=F("grade")
    )
    judgments.exclude(member__account=account).update(grade=turned)
    votes = NuggetVote.objects.filter(nugget__question__campaign=scene.campaign).exclude(
        member__account=account
    )
    votes.update(vote=Case(When(vote="vital", then=Value("okay")), default=Value("vital")))
    NuggetMatch.objects.filter(nugget__question__campaign=scene.campaign, member__isnull=False).exclude(
        member__account=account
    ).delete()
    annotations = PageAnnotation.objects.filter(assignment__question__campaign=scene.campaign)
    annotations.exclude(assignment__member__account=account).update(
        question="bad", reason="opinion", long=[], short=[]
    )
    decided = Adjudication.objects.filter(item__question__campaign=scene.campaign)
    decided.update(overruled=Case(When(overruled=True, then=Value(False)), default=Value(True)))
    scores = RunScore.objects.filter(score_set__qrels__campaign=scene.campaign)
    scores.exclude(run__team__members__account=account).update(score=0.111, measures={}, judged=1, unjudged=1)


def more_of_others(scene: Scene, who: str) -> None:
    """One more assessor of each question, who has judged everything; and every answer given by one more run."""
    account = scene.accounts[who]
    member = Member.objects.create(campaign=scene.campaign, name="newcomer")
    for question in scene.campaign.questions.order_by("pk"):
        assignment = give(question, member, finished_at=timezone.now())
        for item in PoolItem.objects.filter(question=question).order_by("pk"):
            judged = Judgment.objects.filter(item=item).exclude(member__account=account).first()
            Judgment.objects.create(
                item=item,
                member=member,
                assignment=assignment,
                grade=judged.grade if judged else "",
                judged_at=timezone.now(),
            )
    run = scene.campaign.runs.latest("pk")
    again = Response.objects.filter(run__campaign=scene.campaign).exclude(run=run).order_by("pk")
    for number, row in enumerate(again):
        row.pk, row.run, row.line = None, run, 100_000 + number
        row.save()


def exchange_names(scene: Scene, who: str) -> None:
    """The runs and teams of others exchange their names, from the other end of the alphabet too: what came first is last.

    Runs exchange among those of their task, which their names tell and everybody sees.
    """
    own = scene.campaign.teams.filter(members__account=scene.accounts[who])
    alike: dict[str, list[Run]] = defaultdict(list)
    for run in scene.campaign.runs.exclude(team__in=own).order_by("run_id"):
        alike[scene.campaign.track.run_kind_of(run.run_id)].append(run)
    renamed = {was: name for runs in alike.values() for was, name in _exchange(runs, "run_id").items()}
    _exchange(list(scene.campaign.teams.exclude(pk__in=own).order_by("name")), "name")
    for release in Release.objects.filter(campaign=scene.campaign):
        release.left_out = {renamed.get(name, name): why for name, why in release.left_out.items()}
        release.save()


MIRROR = str.maketrans(ascii_lowercase + ascii_uppercase, ascii_lowercase[::-1] + ascii_uppercase[::-1])
TEAM = 4  # letters; what follows tells a task and languages in some tracks


def _exchange(rows: Sequence[Any], field: str) -> dict[str, str]:
    """Give the first row the last one's name, mirrored, and so on; no two have the same at any moment."""
    names = [getattr(row, field) for row in rows]
    after = [name[:TEAM].translate(MIRROR) + name[TEAM:] for name in names[::-1]]
    for step in ([f"x{number}" for number in range(len(rows))], after):
        for row, value in zip(rows, step, strict=True):
            type(row).objects.filter(pk=row.pk).update(**{field: value})
    return dict(zip(names, after, strict=True))


TURNS: Mapping[str, Callable[[Scene, str], None]] = {
    "said": turn_others_round,
    "numbers": more_of_others,
    "names": exchange_names,
}
