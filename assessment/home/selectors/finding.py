"""Where somebody can go who types a few letters: pages, campaigns, and in a campaign its questions, runs and people.

Nobody finds what no page of theirs shows: each kind asks for the permission of the page that it leads to.
"""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse

from assessment.campaigns.selectors.campaigns import access_campaign, campaigns_of
from assessment.home.selectors.places import map_for
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access, Permission
from assessment.shared.say import say, sentence
from assessment.submissions.models import Run

MOST = 8  # of each kind: whoever sees more types more
LONGEST = 200  # characters that are looked for


class Found(NamedTuple):
    """Something to go to."""

    name: str
    address: str
    about: str = ""


class Group(NamedTuple):
    """What was found of one kind."""

    title: str
    found: tuple[Found, ...]


def access_inside(account: Account, slug: str) -> Access:
    """The campaign in which somebody looks around. Raises Http404 for strangers."""
    return access_campaign(account, slug, Permission.SEE_GUIDELINES)


def find(account: Account, words: str, access: Access | None = None) -> list[Group]:
    """What these words, or a part of one, name for an account; in a campaign what it has, too.

    Without words there are the pages and the campaigns.
    """
    words = " ".join(words[:LONGEST].split()).casefold()
    groups = _inside(access, words) if access else []
    groups.append(Group(sentence("Campaigns"), _first(_campaigns(account, words))))
    return [group for group in groups if group.found]


def _inside(access: Access, words: str) -> list[Group]:
    pages = _pages(access, words)
    groups = [Group(sentence("Pages"), tuple(pages) if not words else _first(pages))]
    if not words:
        return groups
    return [
        *groups,
        Group(sentence("Questions"), _first(_questions(access, words))),
        Group(sentence("Runs"), _first(_runs(access, words))),
        Group(sentence("People"), _first(_people(access, words))),
    ]


def _first(found: Iterable[Found]) -> tuple[Found, ...]:
    return tuple(islice(found, MOST))


def _pages(access: Access, words: str) -> Iterable[Found]:
    ways = map_for(access, "").all
    named = ((say(way.title), way.address) for way in ways)
    return (Found(name, address) for name, address in named if words in name.casefold())


def _campaigns(account: Account, words: str) -> Iterable[Found]:
    for access in campaigns_of(account, archived=bool(words)):
        campaign = access.campaign
        if words in campaign.title.casefold() or words in campaign.slug:
            yield Found(campaign.title, _home(access), campaign.slug)


def _home(access: Access) -> str:
    """Where a campaign begins for its reader: the board, or the first page that there is."""
    return next(iter(map_for(access, "").all)).address


def _questions(access: Access, words: str) -> Iterable[Found]:
    if not access.may(Permission.SEE_BOARD):
        return
    named = Q(qid__icontains=words) | Q(text__icontains=words)
    questions = access.campaign.questions.filter(named).order_by("position", "pk")
    for question in questions[:MOST]:
        yield Found(
            question.text,
            reverse("campaigns:question", args=[access.campaign.slug, question.qid]),
            question.qid,
        )


def _runs(access: Access, words: str) -> Iterable[Found]:
    if not access.may(Permission.SEE_ALL_RUNS):
        return
    runs = Run.objects.filter(campaign=access.campaign, run_id__icontains=words).select_related("team")
    for run in runs.in_order()[:MOST]:
        yield Found(
            run.run_id, reverse("submissions:run", args=[access.campaign.slug, run.run_id]), run.team.name
        )


def _people(access: Access, words: str) -> Iterable[Found]:
    if not access.may(Permission.ASSIGN):
        return
    named = Q(name__icontains=words) | Q(account__display_name__icontains=words)
    people = Member.objects.filter(named, campaign=access.campaign, left_at=None).exclude(account=None)
    for member in people.select_related("account").order_by("name", "pk")[:MOST]:
        shown = str(member.account)
        yield Found(
            shown,
            reverse("judging:assign-person", args=[access.campaign.slug, member.pk]),
            member.name if member.name != shown else "",
        )
