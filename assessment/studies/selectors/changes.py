"""The changes that a campaign has something for, for the form of “what if”."""

from collections.abc import Iterable, Iterator

from django.db.models import Exists, OuterRef, Q

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment
from assessment.people.models import Member
from assessment.shared.say import say
from assessment.submissions.models import Run
from scoring.stages import ANSWER
from scoring.studies.imagined import EACH
from scoring.studies.what_if import parse

Choice = tuple[str, str]  # spelling and words
RULES = ("rule:majority", "rule:union", "rule:intersection", "rule:adjudicated")
DEEPEST = 5


def changes_of(campaign: Campaign) -> list[tuple[str, list[Choice]]]:
    """Headings with their changes (three queries)."""
    runs = list(
        Run.objects.current().filter(campaign=campaign).in_order().values_list("run_id", "team__name")
    )
    teams = sorted({team for _, team in runs})
    names = [run_id for run_id, _ in runs]
    groups = [
        (say("Judgments"), _worded(RULES)),
        (say("Assessors"), _worded(_assessors(campaign))),
        (say("Pools"), _worded(_pools(campaign, teams, names))),
        (say("Who took part"), _worded([*_each("remove-team", teams), *_each("remove-run", names)])),
        (say("Questions"), _worded(_dropped(campaign))),
    ]
    return [(heading, choices) for heading, choices in groups if choices]


def _assessors(campaign: Campaign) -> Iterator[str]:
    judging = Assignment.objects.of_people().filter(member=OuterRef("pk"))
    names = Member.objects.filter(Exists(judging), campaign=campaign).order_by("name")
    yield from _each("without-assessor", names.values_list("name", flat=True))
    fewest = int(str(campaign.rules.get("gold_votes", 1)))  # of a page, that make an answer
    yield from _each("assessors", map(str, range(fewest, int(str(campaign.rules["judges"])))))


def _dropped(campaign: Campaign) -> list[str]:
    left = ~Q(drop_reason="") | (Q(series__isnull=False) & ~Q(series__drop_reason=""))
    return ["with-dropped"] if Question.objects.filter(left, campaign=campaign).exists() else []


def _pools(campaign: Campaign, teams: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    if ANSWER in campaign.track.item_kinds:
        yield from EACH
        if any(kind.ranked for kind in campaign.track.question_types.values()):
            yield from _each("depth", map(str, range(1, DEEPEST)))
        yield from _each("without-team", teams)
        yield from _each("without-run", names)


def _each(kind: str, arguments: Iterable[str]) -> list[str]:
    return [f"{kind}:{argument}" for argument in arguments]


def _worded(changes: Iterable[str]) -> list[Choice]:
    each = {
        change: say("Pools without each team in turn")
        if by == "team"
        else say("Pools without each run in turn")
        for change, by in EACH.items()
    }
    return [(change, each[change] if change in each else parse(change).label) for change in changes]
