"""Candidates are whole in every evaluation: what they become is in its question files, and those are read again."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from assessment.campaigns.models import Campaign, Candidate, GoldAnswer
from assessment.judging.models import AnswerClass
from scoring import evaluations
from tests.bring import bring, bring_by_page
from tests.client import Client
from tests.development.whole import ROWS, accept_by_page, asked_in, enter_rows, question_files, sent
from tests.factory import make_assignment, make_campaign, make_member, make_questions
from tests.judging.annotating import import_pages

Enter = Callable[[Campaign | None, str], Client]


@pytest.mark.parametrize("track", evaluations.TRACKS)
def test_what_candidates_become_is_exported_and_imported_again(enter: Enter, track: str) -> None:
    campaign, other = make_campaign("harbour", track), make_campaign("other", track)
    client = enter(None, "site admin")
    said = accept_by_page(client, enter_rows(client, campaign, *ROWS[track]))
    assert "Accepted as" in said, said
    questions = 3 if track == "rag" else 1  # of a row: there all that people do with a topic
    assert campaign.questions.count() == questions * len(ROWS[track])
    bring_by_page(client, "/campaigns/other/import-questions/", **question_files(client, campaign))
    assert asked_in(other) == asked_in(campaign)


def test_an_accepted_question_of_several_languages_has_four_digits_and_its_gold(enter: Enter) -> None:
    campaign = make_campaign("levies", "respubliqa2010")
    client = enter(campaign, "organizer")
    row = enter_rows(client, campaign, *ROWS["respubliqa2010"])
    assert 'value="0001"' in client.get(f"/campaigns/levies/candidates/{row.pk}/").text
    accept_by_page(client, row)
    assert [one[0] for one in asked_in(campaign)] == ["0001", "0002"]
    assert set(campaign.questions.values_list("source_lang", "target_lang")) == {("EN", "EN")}
    gold = GoldAnswer.objects.values_list("question__qid", "docid", "passage", "answer")
    assert list(gold) == [("0001", "jrc31990D0001-en", "12", "the Council")]
    assert not AnswerClass.objects.exists()
    assert "¶ 12" in client.get("/campaigns/levies/questions/0001/").text


def test_questions_are_accepted_in_the_pairs_that_the_organizer_names(enter: Enter) -> None:
    campaign = make_campaign("levies", "respubliqa2010")
    client = enter(campaign, "organizer")
    first, second = (enter_rows(client, campaign, row) for row in ROWS["respubliqa2010"])
    assert "not a pair of languages" in accept_by_page(client, first, pairs="EN-IT")
    assert "no text in DE" in accept_by_page(client, first, pairs="EN:EN DE:EN")
    assert not campaign.questions.exists()
    accept_by_page(client, first, key="2", pairs="EN:EN EN:IT")
    gold = GoldAnswer.objects.order_by("docid").values_list("question__qid", "docid")
    assert list(gold) == [("0002:EN:EN", "jrc31990D0001-en"), ("0002:EN:IT", "jrc31990D0001-it")]
    assert "Accepted as 0001:EN:EN, 0001:EN:IT" in accept_by_page(client, second, key="1")
    assert [one[0] for one in asked_in(campaign)] == ["0001:EN:EN", "0002:EN:EN", "0001:EN:IT", "0002:EN:IT"]
    other = make_campaign("other", "respubliqa2010")
    admin = enter(None, "site admin")
    bring_by_page(admin, "/campaigns/other/import-questions/", **question_files(admin, campaign))
    assert asked_in(other) == asked_in(campaign)


def test_ids_change_when_a_second_pair_of_languages_comes(enter: Enter) -> None:
    campaign = make_campaign("levies", "respubliqa2010")
    client = enter(campaign, "organizer")
    first, second = (enter_rows(client, campaign, row) for row in ROWS["respubliqa2010"])
    accept_by_page(client, first)
    accept_by_page(client, second, pairs="EN:IT")
    assert [one[0] for one in asked_in(campaign)] == ["0001:EN:EN", "0002:EN:IT"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"key": "10000"}, "four digits"),
        ({"key": "x"}, "is no number"),
        ({"pairs": "EN:EN EN:XX"}, "not a pair of languages"),
        ({"pairs": "EN:FR"}, "paragraph of jrc31990D0001-en"),
    ],
)
def test_what_no_question_file_could_hold_is_refused(enter: Enter, fields: dict[str, str], said: str) -> None:
    campaign = make_campaign("levies", "respubliqa2010")
    client = enter(campaign, "organizer")
    row = enter_rows(client, campaign, *ROWS["respubliqa2010"])
    assert said in accept_by_page(client, row, **fields)
    row.refresh_from_db()
    assert row.is_open
    assert not campaign.questions.exists()


@pytest.mark.parametrize("there", ["1/support", "1/relevance", "1/topic", "2/support"])
def test_an_id_is_taken_where_a_question_that_comes_with_it_would_be_another_topic(
    enter: Enter, there: str
) -> None:
    campaign = make_campaign("bells", "rag")
    client = enter(campaign, "organizer")
    bring("questions", campaign, f"{there}\tWhere is the bell?\n".encode())
    row = enter_rows(client, campaign, *ROWS["rag"])
    assert f"Taken already: {there}." in accept_by_page(client, row, key="1")
    assert campaign.questions.count() == 3
    assert "Accepted as" in accept_by_page(client, row, key="7")


def test_empty_rows_of_a_track_with_one_type_are_left_out(enter: Enter) -> None:
    campaign = make_campaign("comets", "nq")
    client = enter(campaign, "organizer")
    page = client.get("/campaigns/comets/candidates/new/").text
    assert page.count('<option value="question" selected>') == 4
    # A browser sends what is chosen in every row, the empty ones too.
    fields = sent(ROWS["nq"], empty=2) | {"q-2-type": "question", "q-3-type": "question"}
    response = client.post("/campaigns/comets/candidates/new/", fields)
    assert response.status_code == 302, response.text
    assert Candidate.objects.get().questions.count() == 2


def test_an_accepted_question_opens_the_page_that_its_candidate_named(enter: Enter, tmp_path: Path) -> None:
    import_pages(tmp_path / "pages")
    campaign = make_campaign("comets", "nq", collection_slug="pages")
    client = enter(campaign, "organizer")
    row = enter_rows(client, campaign, *ROWS["nq"])
    assert ">72<" in client.get(f"/campaigns/comets/candidates/{row.pk}/").text
    assert "Accepted as 72, -71" in accept_by_page(client, row)
    ann = make_member(campaign, "ann")
    assignment = make_assignment(campaign.questions.get(qid="72"), ann)
    annotator = Client()
    annotator.force_login(ann)
    annotator.post(
        f"/judge/{assignment.pk}/annotation/question/",
        {"client_id": "0b6f2c7e-6c0f-4d6e-9df0-9f3fb6ed5b2a", "seen": "0", "question": "good"},
    )
    page = annotator.get(f"/judge/{assignment.pk}/").text
    assert "<iframe" in page
    assert "cannot be shown" not in page


@pytest.mark.parametrize(
    ("docid", "said"),
    [
        ("", "Name the page"),
        ("74", "The collection pages has no document 74"),
        ("Halden", "is not a whole number of 64 bits"),
    ],
)
def test_a_page_that_cannot_be_is_told_and_nothing_is_entered(
    enter: Enter, tmp_path: Path, docid: str, said: str
) -> None:
    import_pages(tmp_path / "pages")
    campaign = make_campaign("comets", "nq", collection_slug="pages")
    client = enter(campaign, "organizer")
    row = {"type": "question", "text": "who found it", "page": docid}
    response = client.post("/campaigns/comets/candidates/new/", sent((row,)))
    assert response.status_code == 422
    assert said in response.text
    assert "who found it" in response.text
    assert not Candidate.objects.exists()


def test_a_page_that_another_edition_of_the_collection_left_out_makes_no_question(
    enter: Enter, tmp_path: Path
) -> None:
    """The candidate was entered while its page was there; whoever got the question would have nothing to annotate."""
    import_pages(tmp_path / "pages")
    campaign = make_campaign("comets", "nq", collection_slug="pages")
    client = enter(campaign, "organizer")
    row = enter_rows(client, campaign, *ROWS["nq"])
    shutil.rmtree(tmp_path / "pages")
    import_pages(tmp_path / "pages", qids=("72", "73"))
    assert "The collection pages has no document -71" in accept_by_page(client, row)
    assert not campaign.questions.exists()
    assert Candidate.objects.get().state == "considered"


def test_a_page_has_one_question(enter: Enter) -> None:
    campaign = make_campaign("comets", "nq")
    client = enter(campaign, "organizer")
    twice = {"type": "question", "text": "who found it", "page": "72"}
    response = client.post("/campaigns/comets/candidates/new/", sent((ROWS["nq"][0], twice)))
    assert "Page 72 is named twice" in response.text
    row = enter_rows(client, campaign, twice)
    make_questions(campaign, "72", type="question")
    assert "Taken already: 72" in accept_by_page(client, row)


def translated(client: Client, row: Candidate, seen: int = 1, **texts: str) -> int:
    """Send the form of languages: texts, and ticks named LANGUAGE_checked, of the first question; the status."""
    first = row.questions.get(position=1)
    fields = {f"text-{first.pk}-{name.replace('_', '-')}": text for name, text in texts.items()}
    address = f"/campaigns/{row.campaign.slug}/candidates/{row.pk}/languages/"
    return int(client.post(address, fields | {"seen": str(seen)}).status_code)


def test_texts_are_translated_checked_and_accepted_side_by_side(enter: Enter) -> None:
    campaign = make_campaign("levies", "respubliqa2010")
    client, ann = enter(campaign, "organizer"), make_member(campaign, "ann", "organizer")
    row = enter_rows(client, campaign, ROWS["respubliqa2010"][0])
    page = f"/campaigns/levies/candidates/{row.pk}/"
    translator = Client()
    translator.force_login(ann)
    assert (
        translated(translator, row, IT="Chi fissa i prelievi?", DE="Wer legt fest?", DE_checked="on") == 302
    )
    shown = client.get(page).text
    assert "Chi fissa i prelievi?" in shown
    cells = [text.split("</tr>")[0] for text in shown.split('<td class="mono">')[1:]]
    states = {one[:2]: next(state for state in STATES if state in one) for one in cells if one[:2].isupper()}
    assert states["EN"] == "Own language"
    assert (states["IT"], states["DE"], states["FR"]) == ("Translated", "Checked", "Missing")
    assert "ann" in next(one for one in cells if one.startswith("IT"))
    assert "translated by ann" in client.get(f"{page}languages/").text
    assert translated(client, row, IT="Chi?") == 409  # written since version 1
    assert "no text in FR" in accept_by_page(client, row, pairs="FR:EN")
    accept_by_page(client, row, pairs="EN:EN IT:IT")
    texts = campaign.questions.in_order().values_list("qid", "text")
    assert list(texts) == [
        ("0001:EN:EN", "Who fixes the levies?"),
        ("0001:IT:IT", "Chi fissa i prelievi?"),
    ]
    gold = GoldAnswer.objects.order_by("docid").values_list("question__qid", "docid")
    assert list(gold) == [("0001:EN:EN", "jrc31990D0001-en"), ("0001:IT:IT", "jrc31990D0001-it")]
    assert translated(client, row, 3, IT="Chi?") == 422  # decided


STATES = ("Own language", "Translated", "Checked", "Missing")


def test_translations_stay_with_their_question_and_are_checked_anew(enter: Enter) -> None:
    campaign = make_campaign("levies", "respubliqa2010")
    client = enter(campaign, "organizer")
    row = enter_rows(client, campaign, *ROWS["respubliqa2010"])
    translated(client, row, IT="Chi fissa i prelievi?", IT_checked="on")
    first, second = row.questions.order_by("position")
    rows = (
        ROWS["respubliqa2010"][0] | {"ORDER": "2", "row": str(first.pk), "text": "Who sets the levies?"},
        ROWS["respubliqa2010"][1] | {"ORDER": "1", "row": str(second.pk)},
    )
    fields = sent(rows, empty=0, seen="2") | {"q-INITIAL_FORMS": "2"}
    assert client.post(f"/campaigns/levies/candidates/{row.pk}/edit/", fields).status_code == 302
    assert list(row.questions.order_by("position").values_list("pk", flat=True)) == [second.pk, first.pk]
    assert [(one.text, one.state) for one in first.translations.all()] == [
        ("Chi fissa i prelievi?", "translated")
    ]


def test_a_corrected_translation_is_to_be_checked_again(enter: Enter) -> None:
    campaign = make_campaign("levies", "respubliqa2010")
    client = enter(campaign, "organizer")
    row = enter_rows(client, campaign, ROWS["respubliqa2010"][0])

    def stored() -> tuple[str, str, bool]:
        text = row.questions.get().translations.get()
        return text.text, text.state, text.checked_by is None

    translated(client, row, IT="Chi fisa i prelievi?", IT_checked="on")
    assert stored() == ("Chi fisa i prelievi?", "checked", False)
    translated(client, row, 2, IT="Chi fissa i prelievi?", IT_checked="on")  # the tick stood there
    assert stored() == ("Chi fissa i prelievi?", "translated", True)
    translated(client, row, 3, IT="Chi fissa i prelievi?", IT_checked="on")
    assert stored() == ("Chi fissa i prelievi?", "checked", False)


def test_a_track_with_one_language_has_no_page_of_languages(enter: Enter) -> None:
    campaign = make_campaign("harbour")
    client = enter(campaign, "organizer")
    row = enter_rows(client, campaign, *ROWS["trec8"])
    assert client.get(f"/campaigns/harbour/candidates/{row.pk}/languages/").status_code == 404


def test_gold_is_a_paragraph_of_its_document_in_the_language_asked_for(enter: Enter) -> None:
    call_command("import_collection", str(Path(settings.BASE_DIR) / "collections" / "coast-council"))
    campaign = make_campaign("levies", "respubliqa2010", collection_slug="coast-council")
    client = enter(campaign, "organizer")
    accept_by_page(client, enter_rows(client, campaign, ROWS["respubliqa2010"][1]))

    def add(docid: str, passage: str, answer: str = "") -> int:
        typed = {"id": docid, "qid": "0001", "answer": answer, "passage": passage}
        return int(client.post("/campaigns/levies/document/known/", typed).status_code)

    assert add("jrc31935R0004-de", "16") == 422
    assert add("jrc31935R0004-en", "9999") == 422
    assert add("jrc31935R0004-en", "16", "40 crowns | 12") == 422
    Campaign.objects.update(state="released")
    assert add("jrc31935R0004-en", "16", "40 crowns") == 422
    assert not GoldAnswer.objects.exists()
    Campaign.objects.update(state="draft")
    assert add("jrc31935R0004-en", "16", "40 crowns") == 302
    assert GoldAnswer.objects.get().passage == "16"
