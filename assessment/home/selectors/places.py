"""The pages of a campaign in the places where people look for them.

Everything that may be opened from everywhere stands in `PLACES`, once, with who sees it. A page says which of these it
belongs to by the name that views give it (`tab`).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.urls import reverse

from assessment.campaigns.models import State
from assessment.people.selectors.access import Access, Permission
from assessment.results.selectors.access import sees_scores
from scoring.say import sentence
from scoring.stages import ANSWER

FEW = 9  # pages that stand in one row: whoever reaches no more needs no places


class Page(NamedTuple):
    """A page that can be opened from everywhere in its campaign."""

    tab: str
    title: str
    view: str
    is_for: Callable[[Access], bool]


class Place(NamedTuple):
    """Pages that serve one end."""

    title: str
    pages: tuple[Page, ...]


def _may(permission: Permission) -> Callable[[Access], bool]:
    return lambda access: access.may(permission)


def _writes_candidates_alone(access: Access) -> bool:
    return access.may(Permission.DEVELOP_QUESTIONS) and not access.may(Permission.EDIT_CAMPAIGN)


def _searches(access: Access) -> bool:
    return access.may(Permission.SEARCH) and bool(access.campaign.collection_slug)


def _sees_lists(access: Access) -> bool:
    return access.may(Permission.SEE_DOCUMENT_LISTS) and access.campaign.track.document_lists


def _registers(access: Access) -> bool:
    return "participant" in access.roles and access.campaign.track.registers


def _sees_registrations(access: Access) -> bool:
    campaign = access.campaign
    takes_any = campaign.track.registers or campaign.registration != "closed"
    return access.may(Permission.MANAGE_PEOPLE) and takes_any and not _registers(access)


def _sees_topics(access: Access) -> bool:
    return access.may(Permission.SUBMIT_RUN) and access.campaign.track.registers


def _has_a_team(access: Access) -> bool:
    return access.may(Permission.SUBMIT_RUN) and not access.may(Permission.SEE_BOARD)


def _trains(access: Access) -> bool:
    return access.may(Permission.JUDGE) or access.may(Permission.EDIT_CAMPAIGN)


def _makes_pools(access: Access) -> bool:
    return access.may(Permission.MAKE_POOL) and ANSWER in access.campaign.track.item_kinds


def _sees_annotations(access: Access) -> bool:
    return access.may(Permission.ADJUDICATE) and access.campaign.track.marks_places


def _sees_results(access: Access) -> bool:
    return access.may(Permission.SEE_SCORES) or (
        access.campaign.state == State.RELEASED and sees_scores(access)
    )


BOARD = Page("board", sentence("Board"), "results:board", _may(Permission.SEE_BOARD))
PLACES = (
    Place(
        sentence("Prepare"),
        (
            Page("questions", sentence("Questions"), "campaigns:questions", _may(Permission.SEE_QUESTIONS)),
            Page(
                "candidates",
                sentence("Your candidates"),
                "campaigns:candidates",
                _writes_candidates_alone,
            ),
            Page("search", sentence("Search"), "campaigns:search", _searches),
            Page("lists", sentence("Document lists"), "campaigns:document-lists", _sees_lists),
            Page(
                "guidelines",
                sentence("Guidelines"),
                "campaigns:guidelines",
                _may(Permission.SEE_GUIDELINES),
            ),
            Page("schedule", sentence("Schedule"), "campaigns:schedule", _may(Permission.SEE_GUIDELINES)),
            Page("training", sentence("Training"), "judging:training", _trains),
            Page("people", sentence("People"), "campaigns:people", _may(Permission.MANAGE_PEOPLE)),
            Page("registration", sentence("Registration"), "submissions:registrations", _sees_registrations),
            Page("registration", sentence("Registration"), "submissions:register", _registers),
            Page("topics", sentence("Topics"), "submissions:topics", _sees_topics),
            Page("team", sentence("Your team"), "submissions:own-team", _has_a_team),
            Page("runs", sentence("Runs"), "submissions:runs", _may(Permission.SUBMIT_RUN)),
            Page("settings", sentence("Settings"), "campaigns:settings", _may(Permission.SEE_BOARD)),
        ),
    ),
    Place(
        sentence("Judge"),
        (
            Page("pool", sentence("Pool"), "submissions:pool", _makes_pools),
            Page("assign", sentence("Assign"), "judging:assign", _may(Permission.ASSIGN)),
            Page("progress", sentence("Progress"), "judging:progress", _may(Permission.SEE_BOARD)),
            Page("rulings", sentence("Rulings"), "judging:rulings", _may(Permission.ASSIGN)),
            Page("annotations", sentence("Annotations"), "results:annotations", _sees_annotations),
            Page("adjudicate", sentence("Adjudicate"), "judging:adjudicate", _may(Permission.ADJUDICATE)),
            Page("agreement", sentence("Agreement"), "judging:agreement", _may(Permission.ADJUDICATE)),
        ),
    ),
    Place(
        sentence("Results"),
        (
            Page("results", sentence("Leaderboard"), "results:results", _sees_results),
            Page("studies", sentence("Reliability"), "studies:list", _may(Permission.SEE_SCORES)),
            Page("exports", sentence("Exports"), "results:exports", _may(Permission.EXPORT)),
        ),
    ),
    Place(
        sentence("Manage"),
        (
            Page("imports", sentence("Imports"), "campaigns:imports", _may(Permission.EDIT_CAMPAIGN)),
            Page("jobs", sentence("Jobs"), "jobs:list", _may(Permission.SEE_JOBS)),
            Page("messages", sentence("Messages"), "notices:messages", _may(Permission.MANAGE_PEOPLE)),
            Page("webhooks", sentence("Webhooks"), "webhooks:list", _may(Permission.EDIT_CAMPAIGN)),
        ),
    ),
)


class Way(NamedTuple):
    """A page as its reader sees it on the way."""

    page: Page
    slug: str
    is_here: bool

    @property
    def title(self) -> str:
        """What it is called."""
        return self.page.title

    @property
    def address(self) -> str:
        """Its address in this campaign."""
        return reverse(self.page.view, args=[self.slug])


class Ways(NamedTuple):
    """The pages of one place that a reader reaches."""

    title: str
    pages: tuple[Way, ...]

    @property
    def address(self) -> str:
        """Where the place itself leads: to its first page."""
        return self.pages[0].address

    @property
    def is_here(self) -> bool:
        """Whether the reader is on one of its pages."""
        return any(page.is_here for page in self.pages)


class Map(NamedTuple):
    """Where a reader can go in a campaign, and where they are."""

    before: tuple[Way, ...]  # what stands before all places: the board
    places: tuple[Ways, ...]

    @property
    def here(self) -> Ways | None:
        """The place where the reader is; None on the board, and on pages that are of none."""
        return next((place for place in self.places if place.is_here), None)

    @property
    def page(self) -> Way | None:
        """The page that the reader's is, or belongs to."""
        pages = (*self.before, *(self.here.pages if self.here else ()))
        return next((page for page in pages if page.is_here), None)

    @property
    def all(self) -> tuple[Way, ...]:
        """All pages in one row."""
        return (*self.before, *(page for place in self.places for page in place.pages))

    @property
    def is_short(self) -> bool:
        """Whether one row holds them."""
        return len(self.all) <= FEW


def map_for(access: Access, tab: str) -> Map:
    """Where somebody can go in a campaign who is on a page of this name."""
    found = (Ways(place.title, _ways(place.pages, access, tab)) for place in PLACES)
    return Map(_ways((BOARD,), access, tab), tuple(ways for ways in found if ways.pages))


def _ways(pages: Sequence[Page], access: Access, tab: str) -> tuple[Way, ...]:
    slug = access.campaign.slug
    return tuple(Way(page, slug, page.tab == tab) for page in pages if page.is_for(access))
