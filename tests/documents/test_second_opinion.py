"""A second parser reads pages: which it reads, that it agrees on odd ones, and what people hear where it does not."""

from pathlib import Path

import pytest

from documents import second_opinion, second_reader, snapshots
from documents.links import document_url
from documents.models import ReadingOutcome, SecondOpinion, Snapshot
from documents.sanitise.clean import clean_page
from documents.selectors import describe_document, find_entry
from documents.services import import_collection
from tests.client import Client
from tests.documents.damaged import damaged_pages
from tests.documents.helpers import make_folder, spoil_pages
from tests.factory import make_reader

PAGE = b"<title>T</title><p>Low water at <b>nine</b>.<p hidden>no<noscript>x</noscript><script>y()</script><p>The end"


@pytest.fixture
def copy(tmp_path: Path, db: None) -> Snapshot:
    """A page that both parsers read alike."""
    return copied(tmp_path)


def copied(folder: Path, page: bytes = PAGE) -> Snapshot:
    import_collection(make_folder(folder, {"a.html": page}), slug="pages", format="html")
    return snapshots.snapshot_of(find_entry("pages", "a"))


def ask(*answers: str) -> second_opinion.Opinions:
    opinions = second_opinion.opinions_on("pages", {"a": set(answers)}, seed="none")
    second_opinion.store(opinions.made)
    return opinions


def lose_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a sanitiser would that cuts a page."""
    spoil_pages(monkeypatch, lambda html: html.partition("<p>The end")[0])


def test_both_parsers_read_damaged_pages_alike() -> None:
    for html in damaged_pages(25, 77):
        assert second_reader.visible_words(html) == clean_page(html).text.split(), html


def test_a_page_with_all_its_answers_is_read_once(copy: Snapshot) -> None:
    assert ask("nine", "").made == []
    assert not SecondOpinion.objects.exists()


def test_a_missing_answer_asks_for_an_opinion_once(copy: Snapshot) -> None:
    opinions = ask("ten")
    assert [opinion.outcome for opinion in opinions.made] == [ReadingOutcome.SAME]
    assert opinions.differing == []
    assert ask("ten").made == []
    assert describe_document("pages", "a").remarks == ()


def test_the_sample_is_the_same_for_a_seed_and_about_a_twentieth() -> None:
    page = Snapshot(text=b"", html=b"")

    def drawn(seed: str) -> list[int]:
        numbers = []
        for number in range(2000):
            page.docid = f"d{number}"
            if second_opinion.wants_opinion(page, (), seed):
                numbers.append(number)
        return numbers

    assert drawn("one") == drawn("one") != drawn("two")
    assert 60 < len(drawn("one")) < 140


def test_a_difference_is_told_above_the_page_and_in_it(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    lose_the_end(monkeypatch)
    copied(tmp_path)
    opinions = ask("the end")
    sentence = "Another program reads this page differently: “The end” where this text has nothing more."
    assert opinions.differing == [f"a: {sentence} Compare its source."]
    assert describe_document("pages", "a").remarks == (f"{sentence} Compare its source.",)
    ada = make_reader("pages")
    shown = client.get(document_url("pages", "a", reader=ada.as_reader)).content.decode()
    assert sentence in shown


def test_a_page_that_cannot_be_read_in_time_says_so(copy: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    # No answer comes in time: without a second to wait, a quick process could still be quicker.
    monkeypatch.setattr(second_opinion.SecondParser, "exchange", lambda *_: [])
    assert ask("ten").differing == ["a: A second program could not read this page."]
    assert SecondOpinion.objects.get().outcome == ReadingOutcome.UNREAD


def test_a_new_revision_is_read_anew(copy: Snapshot, tmp_path: Path) -> None:
    ask("ten")
    copied(tmp_path, b"<p>High water")
    assert len(ask("ten").made) == 1
    assert SecondOpinion.objects.count() == 2


@pytest.mark.both_databases
def test_texts_that_are_no_pages_are_left_out(tmp_path: Path, db: None) -> None:
    import_collection(make_folder(tmp_path, {"a.txt": b"Low water"}), slug="pages", format="text")
    snapshots.snapshot_of(find_entry("pages", "a"))
    assert ask("ten").made == []


def test_documents_of_any_kind_lack_answers_under_either_spelling_of_their_ids(
    tmp_path: Path, db: None
) -> None:
    page = "<TEI.2 id='jrc31999R0001-en' lang='en'><text><body><p n='1'>Low water.</p></body></text></TEI.2>"
    files = {"en/1999/jrc31999R0001-en.xml": page.encode()}
    import_collection(make_folder(tmp_path, files), slug="acts", format="acquis")
    snapshots.snapshot_of(find_entry("acts", "jrc31999R0001-en"))
    answers = {"jrc31999R0001-en.xml": {"low water", "nine", ""}, "jrc31999R0001-en": {"Low"}, "none": {"a"}}
    assert second_opinion.doubts_about("acts", answers) == [
        second_opinion.DocumentDoubt("jrc31999R0001-en.xml", "", 1)
    ]


@pytest.mark.both_databases
def test_pages_share_a_process_and_one_that_kills_it_takes_no_other_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parser = second_opinion.SecondParser.own()
    parser.close()
    assert parser.words("<p>Low tide</p>") == ["Low", "tide"]
    assert parser.worker
    first = parser.worker.pid
    assert parser.words("<p>High tide</p>") == ["High", "tide"]
    assert parser.worker.pid == first
    parser.worker.kill()
    parser.worker.wait()
    assert parser.words("<p>Late tide</p>") == ["Late", "tide"]
    assert parser.worker.pid != first
    monkeypatch.setattr(second_opinion, "SECONDS", 0.0)
    assert parser.words("<p>Too long.</p>" * 20_000) is None
    monkeypatch.undo()
    assert parser.words("<p>Next tide</p>") == ["Next", "tide"]
