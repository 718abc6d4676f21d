"""Marks: what is found, what is not, and that marking never changes what is to be read."""

import re
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from documents.folding import INVISIBLE, Folded, Span
from documents.marked import MarkRequest, count_hits, mark_page
from documents.marks import MAX_HITS, How, Layer, find, find_answer, find_known, highlight, search
from documents.stems import stemmer_of
from documents.text import Block, Page


def found(text: str, needle: str) -> list[str]:
    return [text[span.start : span.end] for span in find(text, needle)]


def plain(html: str) -> str:
    return unescape(re.sub(r"</?mark[^>]*>", "", html))


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("on the night of 9 April", "NIGHT OF"),
        ("the end.\nA start", "end. a start"),
        ("nine\u00a0\n  winters", "nine winters"),
        ("“Nine Winters,” she said", '"Nine Winters," she'),
        ("``Nine Winters,'' she said", "“nine winters,” she"),
        ("the ship’s cat", "ship's cat"),
        ("two–thirds", "two-thirds"),
        ("yes -- no", "yes — no"),
        ("Moon, Warren (49)", "moon , warren ( 49 )"),
        ("co\u00adoperate", "cooperate"),
        ("cooperate", "co\u00adoperate"),
        ("café", "cafe\u0301"),
        ("a.c abc", "a.c"),
        ("AT&T <b>", "at&t <b>"),
    ],
)
def test_a_string_is_found_in_other_dress(text: str, needle: str) -> None:
    assert len(found(text, needle)) == 1


@pytest.mark.parametrize("needle", ["", "  ", "\u00ad", "\n"])
def test_a_blank_string_stands_nowhere(needle: str) -> None:
    assert find("some text  here", needle) == ()
    assert find("some text", needle, "words") == ()
    assert find_answer("some text", needle) == ((), False, 0, False)


def test_different_text_is_not_found() -> None:
    assert not find("Hanna Brandt", "Hannah Brandt")
    assert not find("9 April", "9April 1926")


def test_all_hits_up_to_the_cap() -> None:
    assert len(find("a b " * 10, "a")) == 10
    assert len(find("a " * (MAX_HITS + 5), "a")) == MAX_HITS


@pytest.mark.parametrize(
    ("text", "needle", "place"),
    [
        ("a cosy café, open", "cafe", "café"),
        ("a cosy cafe\u0301.", "cafe", "cafe\u0301"),
        ("a cafe", "café", "cafe"),
        ("so ﬁne here", "fine", "ﬁne"),
        ("of ｆｕｌｌwidth", "fullwidth", "ｆｕｌｌwidth"),
        ("in 1926.", "１９２６", "1926"),
        ("عام ١٩٢٦ على", "1926", "١٩٢٦"),
        ("वर्ष १९२६ में", "1926", "१९२६"),
        ("قال. كِتَابٌ جَدِيدٌ هنا", "كتاب", "كِتَابٌ"),
        ("قال. كِتَابٌ جَدِيدٌ هنا", "كتاب جديد", "كِتَابٌ جَدِيدٌ"),
        ("الكتـــاب هنا", "الكتاب", "الكتـــاب"),
        ("שָׁלוֹם לך", "שלום", "שָׁלוֹם"),
        ("in m² here", "m2", "m²"),
        ("all infor-\nmation is here", "information", "infor-\nmation"),
        ("all Infor‐ mation.", "all information", "all Infor‐ mation"),
        ("all information", "infor-\nmation is", None),
        ("all information is", "infor-\nmation is", "information is"),
        ("infor-\nmation is well-\nknown.", "information is well-known", "infor-\nmation is well-\nknown"),
        ("the résu-\nmé", "resume", "résu-\nmé"),
        ("in Saint-Étienne", "Etienne", "Étienne"),
        ("an e-mail", "email", "e-mail"),
        ("in 1911-\n12", "191112", None),
        ("one - two", "onetwo", None),
    ],
)
def test_an_answer_and_a_search_in_another_spelling_are_found_and_said_to_be_no_exact_match(
    text: str, needle: str, place: str | None
) -> None:
    found, sought = find_answer(text, needle), search(text, needle)
    assert (found.inexact, sought.inexact) == (place is not None, place is not None)
    assert [text[span.start : span.end] for span in sought.spans] == ([place] if place else [])
    if place:
        assert (found.spans, found.literal, found.best) == (sought.spans, False, 1)


def test_a_search_goes_by_another_spelling_only_where_it_finds_nothing_else() -> None:
    assert search("a café, a cafe", "cafe") == ((Span(10, 14),), False)
    assert search("the ﬁnest cafés", "café") == ((Span(10, 14),), False)
    assert search("the ﬁnest", "fine") == ((Span(4, 7),), True)  # within a word, as exact ones are
    assert search("all infor-\nmation", "information") == search("all infor-\nmation", "information", "words")
    assert search("no café, no résu-\nmé", "resume cafe", "words") == (
        (Span(3, 7), Span(12, 20)),
        True,
    )
    assert search("a cafe", "x") == ((), False)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a cosy café", "a cosy café"),
        ("cafés there", "cafe"),
        ("कि", "क"),
        ("か", "が"),
        ("é", "x"),
        ("´", ""),
        ("a well-known way", "well-known"),
        ("a well-\nknown way", "well-known"),
    ],
)
def test_what_stands_there_or_is_another_word_is_no_inexact_match(text: str, answer: str) -> None:
    assert not find_answer(text, answer).inexact


@given(st.text("aé\u0301ﬁ½كِـ١ 가각\u200b&amp;\n-", max_size=30), st.text("aéfi1كٍ가-", max_size=4))
def test_an_inexact_match_is_the_answer_in_its_loose_spelling(text: str, answer: str) -> None:
    for span in find_answer(text, answer).spans if find_answer(text, answer).inexact else ():
        part = text[span.start : span.end]
        assert any(
            Folded(part, spelling).text == Folded(answer, spelling).text for spelling in ("loose", "joined")
        )


def test_an_answer_is_sought_as_whole_words_first() -> None:
    assert [span.start for span in find_answer("in 1846 were 46 men", "46").spans] == [13]
    assert find_answer("in 1846", "46").literal


def test_search_for_words_finds_other_endings() -> None:
    text = "It was discovered; discovers, discovering disco\u00advered. Discovery, discount."
    assert len(find(text, "discover", "words")) == 4
    assert len(find("the pilot’s boat, two pilots", "pilot", "words")) == 2
    assert len(find("The canal and canals of the north", "north canal", "words")) == 3
    assert len(find("She ran, is running, and runs", "running", "words")) == 2
    assert not find("a mill", "ill", "words")


@pytest.mark.parametrize(
    ("language", "text", "word", "places"),
    [
        ("de", "Ein Haus, zwei Häuser, Hausmeister", "Häusern", 2),
        ("fr", "La décision et les décisions, décrites", "décision", 2),
        ("es", "el puerto, los puertos", "puertos", 2),
        ("it", "una decisione, due decisioni", "decisione", 2),
        ("pt-PT", "a decisão, as decisões", "decisões", 1),
        ("ro", "decizie, deciziile", "deciziile", 2),
        ("bg", "Решение, решение, решения", "РЕШЕНИЕ", 2),
        ("", "run, runs", "RUN", 1),
    ],
)
def test_search_for_words_knows_the_endings_of_its_language(
    language: str, text: str, word: str, places: int
) -> None:
    assert len(find(text, word, "words", language)) == places


def test_known_strings_do_not_overlap() -> None:
    text = "Great Reed Islands"
    assert [text[a:b] for a, b in find_known(text, ["Reed", "Great Reed", "land"])] == ["Great Reed"]


def test_hits_are_numbered_and_cross_borders() -> None:
    marked = mark_page(
        Page(title="The end", paragraphs=("A start & more", "the end")), MarkRequest("the end", "end a")
    )
    title, first, second = (block.html for block in marked.blocks)
    assert title == ('<mark class="answer" id="hit-1">The <mark class="find" id="find-1">end</mark></mark>')
    assert first == '<mark class="find" data-of="find-1">A</mark> start &amp; more'
    assert second == '<mark class="answer" id="hit-2">the end</mark>'
    assert marked.hits == (2, True, 1, 2, 1, False, False)


def test_a_cited_paragraph_is_one_mark_whatever_lies_inside_it() -> None:
    blocks = (Block("paragraph", "The law is old.", "1"), Block("paragraph", "A law of tides.", "2"))
    wanted = MarkRequest(passage="2", known=("law",), find="tides")
    first, second = (block.html for block in mark_page(Page(body=blocks), wanted).blocks)
    assert first == 'The <mark class="known">law</mark> is old.'
    assert second == (
        '<mark class="answer passage" id="hit-1">A <mark class="known">law</mark> of '
        '<mark class="find" id="find-1">tides</mark>.</mark>'
    )


def test_an_answer_is_one_mark_whatever_crosses_it() -> None:
    (block,) = mark_page(
        Page(paragraphs=("one two three",)), MarkRequest("two three", known=("one two",))
    ).blocks
    assert block.html == (
        '<mark class="known">one </mark>'
        '<mark class="answer" id="hit-1"><mark class="known">two</mark> three</mark>'
    )


def test_counting_agrees_with_marking() -> None:
    page = Page(paragraphs=("one two one", "three"))
    for wanted in (
        MarkRequest("one", "three"),
        MarkRequest("two three"),
        MarkRequest("four"),
        MarkRequest("two one three", "one", "words"),
    ):
        assert count_hits(page, wanted) == mark_page(page, wanted).hits


TEXTS = st.text("ab <&>\"'“”—- \n\u00adé", max_size=40)


@given(
    st.lists(TEXTS, max_size=6),
    TEXTS,
    TEXTS,
    st.lists(TEXTS, max_size=3),
    st.sampled_from(["exact", "words"]),
)
def test_marking_never_changes_the_visible_text(
    paragraphs: list[str], answer: str, search: str, known: list[str], how: How
) -> None:
    page = Page(title="a <b> & b", paragraphs=tuple(paragraphs))
    marked = mark_page(page, MarkRequest(answer, search, how, tuple(known)))
    assert [plain(block.html) for block in marked.blocks] == [block.text for block in page.blocks]
    html = "".join(block.html for block in marked.blocks)
    assert html.count("<mark") == html.count("</mark>")
    names = re.findall(r'id="([^"]+)"', html)
    expected = [f"hit-{n + 1}" for n in range(marked.hits.marked)] + [
        f"find-{n + 1}" for n in range(marked.hits.find)
    ]
    assert sorted(names) == sorted(expected)


@given(
    st.text("abs 's’\u00ad\u200b-é\u0301.", max_size=40),
    st.lists(st.text("abs'’", min_size=1, max_size=4), max_size=4),
)
@example("b a'b a\u00adb ab b'a b\u200ba 'b' b", ["b"])
def test_words_are_found_as_whole_words_alone(text: str, words: list[str]) -> None:
    """By their definition: letters and digits, with apostrophes and signs that are not seen between them."""
    stem = stemmer_of("en")
    wanted = {stem(word) for word in re.findall(r"\w+(?:['’]\w+)*", " ".join(words))}
    expected = [
        match.span()
        for match in re.finditer(rf"\w+(?:['’{INVISIBLE}]\w+)*", text)
        if stem(re.sub(f"[{INVISIBLE}]", "", match[0])) in wanted
    ]
    assert list(find(text, " ".join(words), "words")) == expected[:MAX_HITS]


@given(st.text("aB1 ,.-'\"`\n", max_size=60), st.data())
def test_every_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    part = text[start : data.draw(st.integers(start, len(text)))]
    assert find_answer(text, part).literal == bool(part.strip())


@given(st.lists(TEXTS, max_size=5))
def test_without_marks_the_html_is_the_escaped_text(pieces: list[str]) -> None:
    assert [plain(html) for html in highlight(pieces, [Layer("x", ())])] == pieces


@pytest.mark.parametrize(
    "needle", ["- " * 500 + "x", "' \" " * 300 + "x", "a\u00ad" * 500 + "b", "( ( " * 400, "''" * 400]
)
def test_strings_that_could_take_long_are_sought_to_the_end(needle: str) -> None:
    for text in ("- ' \" a ( " * 2000, "-" * 20_000, "'" * 20_000, " " * 20_000, "( " * 9_000):
        find_answer(text, needle)
        find(text, needle, "words")
