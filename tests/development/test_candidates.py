"""Series that are entered, edited, rejected with a reason, taken up again, and accepted: on the pages, without script."""

from collections.abc import Callable

import pytest

from assessment.campaigns.models import Campaign, Candidate, Question
from assessment.campaigns.services.accepting import accept_candidate
from assessment.campaigns.services.candidates import (
    edit_candidate,
    enter_candidate,
)
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.judging.models import AnswerClass, Nugget, NuggetVote
from assessment.people.models import Event
from assessment.shared.errors import Conflict, Refused
from tests.client import Client
from tests.factory import make_campaign, make_items
from tests.query_counts import QueryCount

Enter = Callable[[Campaign | None, str], Client]

LIST = "/campaigns/comet/candidates/"
ROWS = (
    {"type": "FACTOID", "text": "Who rang it?", "source": "log", "known": "Ada Rehn | WIRE-1\n\nthe warden"},
    {"type": "LIST", "text": "Who heard it?", "reason": "too many to judge"},
    {"type": "OTHER", "text": "Other", "known": "VITAL | rung since  1910 | WIRE-2\nokay | cracked"},
)


def fields(*rows: dict[str, str], initial: int = 0, **more: str) -> dict[str, str]:
    """What the form sends."""
    sent = {"q-TOTAL_FORMS": str(len(rows) + 2), "q-INITIAL_FORMS": str(initial)}
    for number, row in enumerate([*rows, {}, {}]):
        sent |= {f"q-{number}-{name}": value for name, value in row.items()}
    return {"target": "Harbour bell", "target_type": "THING", **sent, **more}


@pytest.fixture
def organizer(comet: Campaign, enter: Enter) -> Client:
    return enter(comet, "organizer")


def entered(organizer: Client) -> Candidate:
    response = organizer.post(f"{LIST}new/", fields(*ROWS))
    assert response.status_code == 302, response.content.decode()
    return Candidate.objects.get()


def test_a_series_is_entered_and_is_no_part_of_the_campaign(comet: Campaign, organizer: Client) -> None:
    row = entered(organizer)
    assert (row.target, row.target_type, row.is_open) == ("Harbour bell", "THING", True)
    asked = list(row.questions.order_by("position").values_list("type", "text", "known", "reason"))
    assert asked == [
        ("FACTOID", "Who rang it?", "Ada Rehn | WIRE-1\nthe warden", ""),
        ("LIST", "Who heard it?", "", "too many to judge"),
        ("OTHER", "Other", "vital | rung since 1910 | WIRE-2\nokay | cracked", ""),
    ]
    assert comet.questions.count() == 5
    assert comet.series.count() == 2
    listed = organizer.get(LIST).content.decode()
    assert "Harbour bell" not in organizer.get("/campaigns/comet/questions/").content.decode()
    assert "Under consideration" in listed
    assert "too many to judge" in listed


def test_rows_are_put_in_order_left_out_and_edited(organizer: Client) -> None:
    row = entered(organizer)
    page = f"{LIST}{row.pk}/edit/"
    assert "Ada Rehn | WIRE-1" in organizer.get(page).content.decode()
    rows = (ROWS[0] | {"ORDER": "2"}, ROWS[1] | {"DELETE": "on"}, ROWS[2] | {"ORDER": "1"})
    assert organizer.post(page, fields(*rows, initial=3, target="The bell", seen="1")).status_code == 302
    row.refresh_from_db()
    assert row.target == "The bell"
    assert [one.text for one in row.questions.order_by("position")] == ["Other", "Who rang it?"]
    late = organizer.post(page, fields(*rows, initial=3, target="My bell", seen="1"))
    assert late.status_code == 409
    assert "My bell" in late.content.decode()
    assert "changed this candidate meanwhile" in late.content.decode()


def test_more_rows_keep_what_was_typed(organizer: Client) -> None:
    response = organizer.post(f"{LIST}new/", fields(*ROWS, more="1"))
    page = response.content.decode()
    assert response.status_code == 200
    assert "Question 9" in page
    assert "Who rang it?" in page
    assert not Candidate.objects.exists()


def test_a_rejected_candidate_stays_listed_and_can_be_taken_up_again(organizer: Client) -> None:
    row = entered(organizer)
    page = f"{LIST}{row.pk}/"
    organizer.post(f"{page}reject/", {"reason": "  "})
    row.refresh_from_db()
    assert row.is_open
    organizer.post(f"{page}reject/", {"reason": "no documents"})
    assert "no documents" in organizer.get(LIST).content.decode()
    assert "no documents" in organizer.get(page).content.decode()
    assert organizer.post(f"{page}edit/", fields(*ROWS, initial=3, seen="2")).status_code == 422
    organizer.post(f"{page}accept/", {"key": "3"})
    assert Question.objects.count() == 5
    organizer.post(f"{page}reconsider/")
    row.refresh_from_db()
    assert (row.is_open, row.reason) == (True, "")
    verbs = Event.objects.filter(verb__startswith="candidate:").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["candidate:entered", "candidate:rejected", "candidate:reconsidered"]


def test_accepted_questions_get_ids_and_bring_what_is_known(comet: Campaign, organizer: Client) -> None:
    row = entered(organizer)
    page = f"{LIST}{row.pk}/"
    assert 'value="3"' in organizer.get(page).content.decode()
    organizer.post(f"{page}accept/", {"key": ""})
    series = comet.series.get(key="3")
    assert (series.target, series.target_type, series.position) == ("Harbour bell", "THING", 3)
    asked = comet.questions.filter(series=series).in_order()
    columns = ("qid", "type", "text", "source", "suggested_answer", "suggested_docid")
    assert list(asked.values_list(*columns)) == [
        ("3.1", "FACTOID", "Who rang it?", "log", "Ada Rehn", "WIRE-1"),
        ("3.2", "OTHER", "Other", "", "", ""),
    ]
    answers = AnswerClass.objects.known().in_order().values_list("name", "text", "docid")
    assert list(answers) == [("1", "Ada Rehn", "WIRE-1"), ("2", "the warden", "")]
    nuggets = Nugget.objects.in_order().values_list("name", "text", "docid", "origin")
    assert list(nuggets) == [
        ("1", "rung since 1910", "WIRE-2", "development"),
        ("2", "cracked", "", "development"),
    ]
    votes = NuggetVote.objects.order_by("nugget__name").filter(member=None)
    assert list(votes.values_list("vote", flat=True)) == ["vital", "okay"]
    shown = organizer.get(page).content.decode()
    assert "too many to judge" in shown
    assert "/campaigns/comet/questions/3.1/" in shown
    again = organizer.post(f"{page}accept/", {"key": "4"}, follow=True).content.decode()
    assert "was accepted before" in again
    assert comet.questions.count() == 7


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("2", "Taken already: 2, 2.1, 2.2"),
        ("1.2", "Taken already: 1.2"),
        ("a b", "holds white space"),
        ("7" * 60, ""),
    ],
)
def test_ids_that_cannot_be_are_refused(comet: Campaign, organizer: Client, key: str, said: str) -> None:
    row = entered(organizer)
    page = organizer.post(f"{LIST}{row.pk}/accept/", {"key": key}, follow=True).content.decode()
    assert said in page
    assert comet.questions.count() == 5
    assert not AnswerClass.objects.exists()


def test_nothing_is_accepted_once_answers_came_in(comet: Campaign, organizer: Client) -> None:
    row = entered(organizer)
    make_items(comet.questions.get(qid="1.1"), ("D1", "1910"))
    page = organizer.post(f"{LIST}{row.pk}/accept/", {"key": ""}, follow=True).content.decode()
    assert "Runs already answer the questions of comet" in page
    assert comet.questions.count() == 5


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"type": "FACTOID", "text": "  "}, "This field is required"),
        ({"type": "FACTOID", "text": "a\x01b"}, "control characters"),
        ({"type": "", "text": "Who?"}, "This field is required"),
        ({"type": "TEA", "text": "Who?"}, "Select a valid choice"),
        ({"type": "OTHER", "text": "Other", "known": "rung since 1910"}, "write vital or okay, a bar"),
        ({"type": "LIST", "text": "Who?", "known": "a | b | c"}, "write an answer, and after a bar"),
        (
            {"type": "LIST", "text": "Who?", "known": "fine\n | D1"},
            "Line 2, &quot;| D1&quot;: the text is missing",
        ),
        ({"type": "LIST", "text": "Who?", "known": "a | D1 D2"}, "a document id has no blanks"),
    ],
)
def test_rows_at_fault_are_told_and_kept(organizer: Client, row: dict[str, str], said: str) -> None:
    response = organizer.post(f"{LIST}new/", fields(ROWS[0], row))
    assert response.status_code == 422
    assert said in response.content.decode()
    assert "Who rang it?" in response.content.decode()
    assert not Candidate.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"q-TOTAL_FORMS": "x"}, {"more": "1"}, fields()])
def test_a_form_without_rows_is_refused(organizer: Client, sent: dict[str, str]) -> None:
    assert organizer.post(f"{LIST}new/", sent).status_code in (200, 422)
    assert not Candidate.objects.exists()


def test_services_refuse_what_the_form_would(comet: Campaign) -> None:
    for draft, code in (
        (Draft([], "T"), "no_questions"),
        (Draft([DraftQuestion("TEA", "Who?")], "T"), "question_type"),
        (Draft([DraftQuestion("OTHER", "Other", known="x")], "T"), "known_line"),
        (Draft([DraftQuestion("LIST", " ")], "T"), "text_missing"),
        (Draft([DraftQuestion("LIST", "Who?")], " "), "text_missing"),
    ):
        with pytest.raises(Refused) as refused:
            enter_candidate(campaign=comet, draft=draft, by=None)
        assert refused.value.code == code
    row = enter_candidate(
        campaign=comet, draft=Draft([DraftQuestion("LIST", "Who?", reason="no")], "T"), by=None
    )
    with pytest.raises(Refused, match="Every question of this candidate is rejected"):
        accept_candidate(candidate=row, key="", by=None)
    with pytest.raises(Conflict):
        edit_candidate(candidate=row, draft=Draft([DraftQuestion("LIST", "Who?")], "T"), seen=9, by=None)


def test_a_track_without_series_takes_single_questions(enter: Enter) -> None:
    campaign = make_campaign("harbour")
    client = enter(campaign, "organizer")
    rows = (
        {"type": "factoid", "text": "Who rang it?", "known": "Ada | D1"},
        {"type": "factoid", "text": "When?"},
    )
    page = client.get("/campaigns/harbour/candidates/new/").content.decode()
    assert "Target" not in page
    assert client.post("/campaigns/harbour/candidates/new/", fields(*rows)).status_code == 302
    row = Candidate.objects.get()
    for key, said in (("x", "is no number"), ("7", "Accepted as 7, 8.")):
        sent = client.post(f"/campaigns/harbour/candidates/{row.pk}/accept/", {"key": key}, follow=True)
        assert said in sent.content.decode()
    asked = campaign.questions.filter(series=None).in_order().values_list("qid", "suggested_answer")
    assert list(asked) == [("7", "Ada"), ("8", "")]


def test_pages_take_as_many_queries_for_many_rows_as_for_few(
    comet: Campaign, organizer: Client, query_count: QueryCount
) -> None:
    row = entered(organizer)
    accepted = enter_candidate(campaign=comet, draft=Draft([DraftQuestion("LIST", "Who?")], "T"), by=None)
    accept_candidate(candidate=accepted, key="", by=None)

    def visit() -> None:
        for name, page in (
            ("candidates", LIST),
            ("candidate", f"{LIST}{row.pk}/"),
            ("form of a candidate", f"{LIST}{row.pk}/edit/"),
            ("candidate decided", f"{LIST}{accepted.pk}/"),
        ):
            with query_count(name):
                assert organizer.get(page).status_code == 200

    visit()
    for number in range(8):
        draft = Draft([DraftQuestion("LIST", f"Who {n}?") for n in range(number + 1)], f"Target {number}")
        more = enter_candidate(campaign=comet, draft=draft, by=None)
        if number % 2:
            accept_candidate(candidate=more, key="", by=None)
    visit()
