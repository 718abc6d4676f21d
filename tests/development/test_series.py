"""A series that is the campaign's already: its target, the order of its questions, and questions more."""

from collections.abc import Callable

import pytest

from assessment.campaigns.models import Campaign, Series
from assessment.campaigns.services.series import add_question, edit_series
from assessment.people.models import Event
from assessment.shared.errors import Refused
from tests.client import Client
from tests.factory import make_items, make_questions
from tests.query_counts import QueryCount

Enter = Callable[[Campaign | None, str], Client]

PAGE = "/campaigns/comet/series/1/"


@pytest.fixture
def organizer(comet: Campaign, enter: Enter) -> Client:
    return enter(comet, "organizer")


@pytest.fixture
def first(comet: Campaign) -> Series:
    return comet.series.get(key="1")


def order(campaign: Campaign) -> list[str]:
    return [row.qid for row in campaign.questions.in_order()]


def places(series: Series, *numbers: int) -> dict[str, str]:
    rows = series.questions.in_order()
    return {f"place-{row.pk}": str(number) for row, number in zip(rows, numbers, strict=True)}


def test_target_and_order_change_until_answers_come_in(
    comet: Campaign, first: Series, organizer: Client
) -> None:
    assert f'href="{PAGE}"' in organizer.get("/campaigns/comet/questions/").content.decode()
    sent = {"target": " Halden's\ncomet ", "target_type": "THING", **places(first, 3, 2, 1)}
    assert organizer.post(PAGE, sent).status_code == 302
    first.refresh_from_db()
    assert (first.target, first.target_type) == ("Halden's comet", "THING")
    assert order(comet) == ["1.3", "1.2", "1.1", "2.1", "2.2"]
    make_items(comet.questions.get(qid="2.1"), ("D1", "1910"))
    late = organizer.post(PAGE, sent | {"target": "Another"})
    assert late.status_code == 422
    assert "Runs already answer the questions of comet" in late.content.decode()
    assert "Another" in late.content.decode()
    assert organizer.post(PAGE, sent | places(first, 1, 2, 3) | {"target_type": "EVENT"}).status_code == 302
    first.refresh_from_db()
    assert (first.target, first.target_type) == ("Halden's comet", "EVENT")
    assert Event.objects.filter(verb="series:edited").count() == 2


def test_a_question_is_added_at_the_end_of_its_series(
    comet: Campaign, first: Series, organizer: Client
) -> None:
    sent = {"type": "LIST", "text": " Who\nelse saw it? ", "source": "log"}
    assert organizer.post(f"{PAGE}add/", sent).status_code == 302
    assert order(comet) == ["1.1", "1.2", "1.3", "1.4", "2.1", "2.2"]
    assert [row.position for row in comet.questions.in_order()] == [1, 2, 3, 4, 5, 6]
    made = comet.questions.get(qid="1.4")
    assert (made.text, made.type, made.source, made.series) == ("Who else saw it?", "LIST", "log", first)
    comet.questions.filter(qid="1.2").delete()
    assert organizer.post(f"{PAGE}add/", sent).status_code == 302
    assert order(comet) == ["1.1", "1.3", "1.4", "1.5", "2.1", "2.2"]


@pytest.mark.parametrize(
    "sent", [{"type": "LIST", "text": " "}, {"type": "TEA", "text": "Who?"}, {"text": "Who?"}, {}]
)
def test_a_question_at_fault_is_not_added(comet: Campaign, organizer: Client, sent: dict[str, str]) -> None:
    assert organizer.post(f"{PAGE}add/", sent).status_code == 422
    assert comet.questions.count() == 5


def test_nothing_is_added_once_answers_came_in(comet: Campaign, first: Series) -> None:
    with pytest.raises(Refused) as wrong:
        add_question(series=first, type="TEA", text="Who?", source="", by=None)
    assert wrong.value.code == "question_type"
    make_items(comet.questions.get(qid="2.1"), ("D1", "1910"))
    with pytest.raises(Refused) as refused:
        add_question(series=first, type="LIST", text="Who?", source="", by=None)
    assert refused.value.code == "questions_in_use"


def test_equal_places_keep_the_order_there_was(comet: Campaign, first: Series) -> None:
    edit_series(
        series=first, target="T", target_type="", places=dict.fromkeys(["1.1", "1.2", "1.3"], 1), by=None
    )
    assert order(comet) == ["1.1", "1.2", "1.3", "2.1", "2.2"]


def test_other_series_and_unsound_places_are_not_there(organizer: Client, first: Series) -> None:
    assert organizer.get("/campaigns/comet/series/9/").status_code == 404
    assert organizer.post(PAGE, {"target": "T", **places(first, 1, 2, 0)}).status_code == 422
    assert organizer.post(PAGE, {"target": " ", **places(first, 1, 2, 3)}).status_code == 422
    assert organizer.post(PAGE, {"target": "T"}).status_code == 422


def test_the_page_takes_as_many_queries_for_many_questions(
    comet: Campaign, first: Series, organizer: Client, query_count: QueryCount
) -> None:
    with query_count("series"):
        assert organizer.get(PAGE).status_code == 200
    for row in make_questions(comet, *(f"7.{number}" for number in range(20))):
        row.series = first
        row.save()
    with query_count("series"):
        assert organizer.get(PAGE).status_code == 200
