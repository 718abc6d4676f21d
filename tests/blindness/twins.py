"""What has no word: grades, votes, marks and scores of others. A page must be the same whatever they are.

The walk is gone once, everything that others said is turned into its opposite, and it is gone again.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Case, F, Value, When

from assessment.judging.models import (
    Adjudication,
    Judgment,
    NuggetMatch,
    NuggetVote,
    PageAnnotation,
)
from assessment.results.models import RunScore
from tests.blindness.scene import Scene
from tests.blindness.walk import MOST_QUERIES, Walk


def differing(scene: Scene, who: str, only: Sequence[str] = (), most: int = MOST_QUERIES) -> list[str]:
    """The requests of somebody whose answers depend on what others said."""
    first = Walk(scene, who, only, most).go().said
    with transaction.atomic():
        turn_others_round(scene, who)
        second = Walk(scene, who, only, most).go().said
        transaction.set_rollback(True)
    wrong = sorted(
        request for request in first.keys() | second.keys() if first.get(request) != second.get(request)
    )
    if not wrong:
        return []
    again = Walk(scene, who, only, most).go().said  # what changes by itself, as a clock does, tells nothing
    by_itself = {request for request in first if first[request] != again.get(request)}
    assert len(by_itself) * 10 < len(first), f"too much changes by itself to compare: {sorted(by_itself)[:5]}"
    return [request for request in wrong if request not in by_itself]


def turn_others_round(scene: Scene, who: str) -> None:
    """Change every grade, vote, mark, annotation, decision and score that is not this person's."""
    account = scene.accounts[who]
    judgments = Judgment.objects.filter(item__question__campaign=scene.campaign)
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
