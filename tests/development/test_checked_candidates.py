"""Candidates are checked: answers against their documents, questions against each other, and by second readers."""

from collections.abc import Callable
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign, Candidate, CandidateReading, State
from assessment.campaigns.selectors.document_lists import licence_of
from assessment.campaigns.selectors.similar import Asked, SimilarQuestions, Words, similar_pairs, words_of
from assessment.campaigns.services.candidates import lock_candidate
from assessment.people.models import Event
from documents.models import Collection
from documents.services import import_collection
from tests.bring import bring_by_page
from tests.campaigns.conftest import upload
from tests.client import Client
from tests.commands import outcome
from tests.development.whole import accept_by_page, enter_rows, sent
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_member

Enter = Callable[[Campaign | None, str], Client]
LIST = "/campaigns/harbour/candidates/"
ASKED = {"type": "factoid", "text": "Who rang the harbour bell?"}
ACT = b"""<TEI.2 id="jrc31990D0001-en" lang="en"><text><body>
<p n="1">Preamble.</p><p n="12">The Council, acting by a qualified majority, shall fix the levies.</p>
</body></text></TEI.2>"""


@pytest.fixture
def campaign(db: None, tmp_path: Path) -> Campaign:
    """A draft over two documents."""
    import_records(
        tmp_path, record("WIRE-1", "Ada Rehn rang the bell in the café."), record("WIRE-2", "Nobody did.")
    )
    return make_campaign("harbour", collection_slug="wire")


def results(client: Client, row: Candidate) -> list[str]:
    """What the page says of each line of what is known."""
    page = client.get(f"/campaigns/{row.campaign.slug}/candidates/{row.pk}/").text
    return [
        part.split('">')[1].split("<")[0]
        for part in page.split('<span class="chip')[1:]
        if "ocument" in part[:90] or "aragraph" in part[:90] or "page" in part[:40]
    ]


def test_each_named_answer_is_looked_for_in_its_document(campaign: Campaign, enter: Enter) -> None:
    client = enter(campaign, "organizer")
    known = "ADA  Rehn | WIRE-1\nthe cafe | WIRE-1\nAda Rehn | WIRE-2\nAda | WIRE-9\nthe warden"
    row = enter_rows(client, campaign, ASKED | {"known": known})
    assert results(client, row) == [
        "In the document",
        "In the document in another spelling",
        "Not in the document",
        "No such document",
        "No document is named",
    ]
    links = client.get(f"{LIST}{row.pk}/").text.split('<a href="/documents/')[1:]
    assert len(links) == 3  # to the documents that are there
    assert client.get(unescape("/documents/" + links[0].split('"')[0])).status_code == 200
    found = outcome("check_candidates", "harbour")["found"]
    assert [(one["what"], one["about"]) for one in found] == [
        ("Not in the document", "Ada Rehn | WIRE-2"),
        ("No such document", "Ada | WIRE-9"),
    ]
    told = client.get(f"/api/v1/campaigns/harbour/candidates/{row.pk}/checks/").json()
    assert [one["result"] for one in told[0]["known"]] == [
        *("exact", "respelled", "missing", "no_document", "unnamed")
    ]


def test_what_texts_say_is_told_to_whom_may_read_them(campaign: Campaign, enter: Enter) -> None:
    Campaign.objects.update(candidates_of_participants=5)
    client = enter(campaign, "participant")
    known = "Ada Rehn | WIRE-1\nthe warden | WIRE-2\nAda | WIRE-9"
    row = enter_rows(client, campaign, ASKED | {"known": known})
    address = f"/api/v1{LIST}{row.pk}/checks/"

    def told() -> list[str]:
        return [one["result"] for one in client.get(address).json()[0]["known"]]

    assert told() == ["unchecked", "unchecked", "no_document"]
    page = client.get(f"{LIST}{row.pk}/").text
    assert "Not checked<" in " ".join(page.split()).replace(" <", "<")
    assert "not held here" not in page
    assert "Not in the document" not in page
    Campaign.objects.update(search_for_teams=True, state=State.OPEN)
    Collection.visible.update(licence="Agreement of 1926", licence_text="For research alone.")
    assert told() == ["unchecked", "unchecked", "no_document"]
    licence = licence_of(Collection.visible.get())
    assert licence
    client.post("/campaigns/harbour/accept-licence/", {"seen": licence.sha256, "search": ""})
    assert told() == ["exact", "missing", "no_document"]


def test_a_paragraph_and_the_answer_in_it_are_looked_for(enter: Enter, tmp_path: Path) -> None:
    (tmp_path / "acts").mkdir()
    (tmp_path / "acts" / "jrc31990D0001-en.xml").write_bytes(ACT)
    import_collection(tmp_path / "acts", slug="acts", format="acquis")
    campaign = make_campaign("harbour", "respubliqa2010", collection_slug="acts")
    client = enter(campaign, "organizer")
    doc = "jrc31990D0001-en"
    known = f"The Council | {doc} | 12\nthe council | {doc} | 1\n| {doc} | 12\n| {doc} | 13"
    asked = {"type": "Factoid", "text": "Who fixes the levies?", "language": "EN", "known": known}
    row = enter_rows(client, campaign, asked)
    told = client.get(f"/api/v1/campaigns/harbour/candidates/{row.pk}/checks/").json()
    assert [one["result"] for one in told[0]["known"]] == ["exact", "missing", "paragraph", "no_paragraph"]


def test_equal_and_nearly_equal_questions_are_told(campaign: Campaign, enter: Enter) -> None:
    client = enter(campaign, "organizer")
    accept_by_page(client, enter_rows(client, campaign, ASKED), key="7")
    equal = enter_rows(client, campaign, ASKED | {"text": "Who rang the HARBOUR bell"})
    near = enter_rows(client, campaign, ASKED | {"text": "Who rang the old harbour bell?"})
    apart = enter_rows(client, campaign, ASKED | {"text": "Who cast the old bell?"})
    rejected = enter_rows(client, campaign, ASKED)
    client.post(f"{LIST}{rejected.pk}/reject/", {"reason": "twice"})

    def alike(row: Candidate) -> list[tuple[str, int, bool]]:
        told = client.get(f"/api/v1/campaigns/harbour/candidates/{row.pk}/checks/").json()
        return [(one["qid"], one["candidate"], one["is_equal"]) for one in told[0]["alike"]]

    assert sorted(alike(equal)) == [("", near.pk, False), ("7", 0, True)]
    assert sorted(alike(near)) == [("", equal.pk, False), ("7", 0, False)]
    assert alike(apart) == []
    page = client.get(f"{LIST}{equal.pk}/").text
    assert "Similar questions" in page
    assert "/campaigns/harbour/questions/7/" in page
    assert "Similar questions" not in client.get(f"{LIST}{apart.pk}/").text


def test_of_very_many_candidates_few_or_none_are_told(
    campaign: Campaign, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = enter(campaign, "organizer")
    rows = [enter_rows(client, campaign, *[ASKED] * 12) for _ in range(2)]
    near = enter_rows(client, campaign, ASKED | {"text": "Who rang the old harbour bell?"})

    def alike(row: Candidate) -> list[bool]:
        told = client.get(f"/api/v1/campaigns/harbour/candidates/{row.pk}/checks/").json()
        return [one["is_equal"] for one in told[0]["alike"]]

    assert alike(rows[1]) == [True] * 20
    assert alike(near) == [False] * 20
    monkeypatch.setattr("assessment.campaigns.selectors.similar.MOST", 24)  # of 25
    assert alike(near) == []


def test_nobody_learns_of_others_questions_by_what_theirs_repeats(campaign: Campaign, enter: Enter) -> None:
    Campaign.objects.update(candidates_of_assessors=5)
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "assessor")
    accept_by_page(organizer, enter_rows(organizer, campaign, ASKED), key="7")
    enter_rows(organizer, campaign, ASKED)
    mine = ASKED | {"known": "Ada Rehn | WIRE-1"}
    row = enter_rows(ann, campaign, mine)
    assert "Similar questions" not in ann.get(f"{LIST}{row.pk}/").text
    enter_rows(ann, campaign, mine)
    assert "Similar questions" in ann.get(f"{LIST}{row.pk}/").text


TOPICS = b"".join(
    b"<top>\n<num> Number: %d\n<desc> Description:\n%s\n</top>\n" % (number, text)
    for number, text in (
        (1, b"Who rang the harbour bell?"),
        (2, b"Where is Sow Rock?"),
        (3, b"who rang the bell, the harbour bell"),
    )
)


def test_an_import_tells_of_questions_that_repeat_others(campaign: Campaign, enter: Enter) -> None:
    client = enter(campaign, "organizer")
    address = "/campaigns/harbour/import-questions/"
    sent_on = bring_by_page(client, address, file=upload("q.txt", TOPICS))
    assert "Equal or nearly equal questions: 1 and 3." in sent_on.text
    again = client.post(address, {"file": upload("q.txt", TOPICS)}, follow=True)
    assert "nearly equal" not in again.text


def test_an_import_of_many_equal_questions_tells_some_of_their_pairs(
    campaign: Campaign, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[Words] = []
    like = Words.is_alike

    def counted(one: Words, other: Words) -> bool:
        held.append(one)
        return like(one, other)

    monkeypatch.setattr(Words, "is_alike", counted)
    top = b"<top>\n<num> Number: %d\n<desc> Description:\nWho rang the bell?\n</top>\n"
    topics = b"".join(top % number for number in range(1, 301))
    address = "/campaigns/harbour/import-questions/"
    sent_on = bring_by_page(enter(campaign, "organizer"), address, file=upload("q.txt", topics))
    assert "1 and 10, 1 and 100, " in sent_on.text
    assert " and 191+ more." in sent_on.text
    assert len(held) < 2 * 300


def test_targets_tell_questions_of_the_same_words_apart() -> None:
    questions = {
        "1.1": Asked("Other", "Halden comet"),
        "2.1": Asked("Other", "Reed & Sons"),
        "3.1": Asked("other", "the Halden comet"),
        "4.1": Asked("other", "comet, Halden"),
        "5.1": Asked("Other", "Halden comet", "DE"),
    }
    assert [(one.one, one.other, one.is_equal) for one in similar_pairs(questions, questions)[0]] == [
        ("1.1", "4.1", True)
    ]


WORDS = st.lists(st.sampled_from("abcdefgh"), min_size=0, max_size=12).map(" ".join)


@given(
    st.lists(st.builds(Asked, WORDS, st.sampled_from(["", "x y", "x y z"]), st.just("")), max_size=8),
    st.data(),
)
def test_none_is_missed_that_shares_four_fifths_of_its_words(asked: list[Asked], data: st.DataObject) -> None:
    questions = {str(number): one for number, one in enumerate(asked)}
    wanted = data.draw(st.builds(Asked, WORDS, st.just("x y"), st.just("")))

    def share(one: frozenset[str], other: frozenset[str]) -> Fraction:
        return Fraction(len(one & other), len(one | other)) if one | other else Fraction(1)

    sought = words_of(wanted)
    expected = [
        key
        for key, one in questions.items()
        if (
            sought.all
            and min(share(words_of(one).text, sought.text), share(words_of(one).target, sought.target))
            >= Fraction(4, 5)
        )
    ]
    assert [key for key, _ in SimilarQuestions(questions).like(wanted)] == sorted(expected)


def vote(client: Client, row: Candidate, **fields: object) -> str:
    """Send the form of a second reader; what the page says then."""
    return client.post(f"{LIST}{row.pk}/readings/1/", fields, follow=True).text


def test_a_second_reader_ticks_the_checklist_and_votes(campaign: Campaign, enter: Enter) -> None:
    organizer = enter(campaign, "organizer")
    row = enter_rows(organizer, campaign, ASKED)
    assert "Your vote" not in organizer.get(f"{LIST}{row.pk}/").text
    assert "You entered this question yourself" in vote(organizer, row, vote="keep")
    second = Client()
    second.force_login(make_member(campaign, "ben", "organizer"))
    page = second.get(f"{LIST}{row.pk}/").text
    assert "Three or more answers" in page
    assert "Choose a vote" in vote(second, row, vote="perhaps")
    assert "Choose a vote" in vote(second, row, vote="keep", ticked="dull")
    shown = vote(second, row, vote="unsure", ticked=["opinion", "list"], note="Who is meant?")
    assert "Your vote on question 1 is saved" in shown
    assert "Who is meant?" in shown
    assert shown.count('<span class="chip">Asks for an opinion</span>') == 1
    vote(second, row, vote="reject", ticked=["list"])
    said = CandidateReading.objects.get()
    assert (said.vote, said.ticked, said.note) == ("reject", ["list"], "")
    votes = Event.objects.filter(verb="candidate:read").order_by("pk")
    assert [event.data["vote"] for event in votes] == ["unsure", "reject"]
    assert '<span class="chip">Reject</span>' in organizer.get(LIST).text


def test_a_vote_stays_with_its_wording(campaign: Campaign, enter: Enter) -> None:
    organizer, second = enter(campaign, "organizer"), Client()
    second.force_login(make_member(campaign, "ben", "organizer"))
    row = enter_rows(organizer, campaign, ASKED)
    seen = second.get(f"{LIST}{row.pk}/").text.split('name="seen" value="')[1].split('"')[0]
    vote(second, row, vote="keep", seen=seen)
    changed = ASKED | {"row": str(row.questions.get().pk), "text": "Who tolled the bell?"}
    organizer.post(f"{LIST}{row.pk}/edit/", sent((changed,), seen="1"))
    assert "of an earlier wording" in organizer.get(f"{LIST}{row.pk}/").text
    assert "Somebody changed this question meanwhile" in vote(second, row, vote="reject", seen=seen)
    assert CandidateReading.objects.get().vote == "keep"


def test_a_vote_on_a_question_that_an_edit_took_away_is_not_stored(
    campaign: Campaign, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    organizer, second = enter(campaign, "organizer"), Client()
    second.force_login(make_member(campaign, "ben", "organizer"))
    row = enter_rows(organizer, campaign, ASKED, ASKED | {"text": "Who cast it?"})
    kept = row.questions.get(position=2)

    def lock_after_an_edit(candidate: Candidate) -> None:
        fields = sent((ASKED | {"text": "Who cast it?", "row": str(kept.pk)},), empty=0, seen="1")
        fields["q-INITIAL_FORMS"] = "1"
        assert organizer.post(f"{LIST}{row.pk}/edit/", fields).status_code == 302
        lock_candidate(candidate)

    monkeypatch.setattr("assessment.campaigns.services.readings.lock_candidate", lock_after_an_edit)
    assert "Somebody changed this question meanwhile" in vote(second, row, vote="keep")
    assert not CandidateReading.objects.exists()


def test_whoever_entered_a_question_does_not_read_the_votes(campaign: Campaign, enter: Enter) -> None:
    call_command("settings", "harbour", "candidates_of_assessors=3")
    organizer, ann = enter(campaign, "organizer"), enter(campaign, "assessor")
    row = enter_rows(ann, campaign, ASKED | {"known": "Ada Rehn | WIRE-1"})
    vote(organizer, row, vote="reject", note="too easy")
    for page in (LIST, f"{LIST}{row.pk}/", f"/api/v1{LIST}{row.pk}/checks/"):
        told = ann.get(page).text
        assert "too easy" not in told
        assert "eject" not in told
    body = {"question": row.questions.get().pk, "vote": "keep", "ticked": ["list"]}
    address = f"/api/v1{LIST}{row.pk}/checks/"
    assert ann.post(address, body, content_type="application/json").status_code == 404
    said = organizer.post(address, body, content_type="application/json").json()[0]["readings"]
    assert [(one["reader"], one["vote"], one["ticked"]) for one in said] == [("organizer", "keep", ["list"])]
    wrong = organizer.post(address, body | {"ticked": ["dull"]}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "checklist")
