"""The items to which two assessors, or any two, gave two grades."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Judgment
from assessment.judging.selectors.grades import Given, grades_given
from assessment.judging.selectors.quoted import place_name, quoted_paragraphs
from assessment.people.models import Member
from assessment.submissions.models import PoolItem

ITEMS_A_PAGE = 100


class Asked(NamedTuple):
    """Two assessors, both "" for any two, and a grade of each."""

    a: str
    b: str
    first: str
    second: str


class Line(NamedTuple):
    """An item with what everybody says of it, or just the two."""

    item: PoolItem
    text: str
    place: str
    given: Sequence[Given]

    @property
    def is_listed(self) -> bool:
        """Whether the adjudicator's page of its question lists it."""
        decision = getattr(self.item, "adjudication", None)
        return self.item.disputed or bool(decision and decision.grade)


class ItemsPage(NamedTuple):
    """A page of such items."""

    asked: Asked
    page: "Page[PoolItem]"
    lines: Sequence[Line]


def items_page(campaign: Campaign, asked: Asked, number: str | None) -> ItemsPage:
    """Read one page of them in a fixed number of queries; none for people or grades that there are not."""
    ordered = items_of(campaign, asked).order_by(
        "question__position", "question_id", "docid", "passage", "answer", "pk"
    )
    page = Paginator(ordered, ITEMS_A_PAGE).get_page(number)
    return ItemsPage(asked, page, lines_of(campaign, page, asked))


def items_of(campaign: Campaign, asked: Asked) -> QuerySet[PoolItem]:
    """All of them."""
    people = dict(Member.objects.filter(campaign=campaign).values_list("name", "pk"))
    found = _found(campaign, asked, people) if _is_known(asked, campaign, people) else PoolItem.objects.none()
    return found.select_related("question", "adjudication")


def grades_in(campaign: Campaign) -> list[str]:
    """The grades that answers of a campaign can be given, those of each scale best first."""
    kinds = [kind for kind in campaign.track.question_types.values() if kind.judged]
    scales = [scale for kind in kinds for scale in (kind.scale, kind.passage_scale) if scale]
    return list(dict.fromkeys(grade for scale in scales for grade in scale.grades))


def _is_known(asked: Asked, campaign: Campaign, people: Mapping[str, int]) -> bool:
    """Whether there are such grades and people. Compared here, so that no odd text reaches the database."""
    both = asked.a in people and asked.b in people
    return {asked.first, asked.second}.issubset(grades_in(campaign)) and (both or not (asked.a or asked.b))


def _found(campaign: Campaign, asked: Asked, people: Mapping[str, int]) -> QuerySet[PoolItem]:
    pool = PoolItem.objects.filter(
        question__in=Question.objects.filter(campaign=campaign).retained().values("pk")
    )
    of_item = Judgment.objects.filter(item=OuterRef("pk")).counting()
    if asked.a:
        first = of_item.filter(member=people[asked.a], grade=asked.first)
        second = of_item.filter(member=people[asked.b], grade=asked.second)
        return pool.filter(Exists(first), Exists(second))
    if asked.first != asked.second:
        return pool.filter(
            Exists(of_item.filter(grade=asked.first)), Exists(of_item.filter(grade=asked.second))
        )
    given = Judgment.objects.filter(item__question__campaign=campaign, grade=asked.first).counting()
    twice = given.order_by().values("item").annotate(people=Count("pk")).filter(people__gt=1)
    return pool.filter(pk__in=twice.values("item"))


def lines_of(campaign: Campaign, items: Iterable[PoolItem], asked: Asked) -> list[Line]:
    """What people said of some items, in a fixed number of queries."""
    listed, names = list(items), {asked.a, asked.b} - {""}
    given = grades_given([item.pk for item in listed])
    places = {(item.docid, item.passage) for item in listed if item.passage and not item.answer}
    texts = quoted_paragraphs(campaign.collection_slug, places) if places else {}
    return [
        Line(
            item,
            item.answer or texts.get((item.docid, item.passage), ""),
            place_name(item.passage),
            [one for one in given.get(item.pk, ()) if not names or one.name in names],
        )
        for item in listed
    ]
