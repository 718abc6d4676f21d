"""Topics files of both tracks: sound ones, faulty ones, hostile ones."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.formats import target_types, topics_text, topics_xml
from scoring.records import Question, Series, Topics
from tests.sizes import FULL

BLOCK = "<top>\n\n<num> Number: {qid}\n\n<desc> Description:\n{text}\n\n</top>\n"
XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<trecqa year="2004" task="main">
<target id = "141" text = " Warren  Moon ">
    <qa>
        <q id = " 141.1 " type="FACTOID">
            What position
            did Moon play?
        </q>
    </qa>
    <qa><q id="141.2" type="OTHER">Other</q></qa>
</target>
</trecqa>
"""


def codes(slug: str, data: bytes) -> list[tuple[str, int]]:
    _, problems = evaluations.get(slug).read_topics(data, "topics")
    return [(problem.code, problem.line) for problem in problems]


def text_of_question(banned: str = "") -> st.SearchStrategy[str]:
    """Texts as a reader gives them: no control characters, no line breaks, no blanks at the ends."""
    characters = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters=banned)
    return st.text(characters, min_size=1, max_size=40).filter(lambda text: text == text.strip(" "))


ids = st.text(string.ascii_letters + string.digits + "._-:é", min_size=1, max_size=12)
ids = ids.filter(lambda qid: qid not in (".", ".."))  # these have no address


@given(
    st.lists(
        st.tuples(ids, st.sampled_from(topics_text.TYPES), text_of_question()),
        unique_by=lambda row: row[0],
        min_size=1,
    )
)
def test_blocks_are_written_and_read_back(rows: list[tuple[str, str, str]]) -> None:
    topics = Topics(tuple(Question(qid, kind, text) for qid, kind, text in rows))
    assert topics_text.read(topics_text.write(topics), "topics") == (topics, [])


@given(st.data())
def test_series_are_written_and_read_back(data: st.DataObject) -> None:
    sound = text_of_question("￾￿")
    names = data.draw(st.lists(ids, unique=True, min_size=2, max_size=12))
    series, questions = [], []
    for place, name in enumerate(names):
        if place % 3 == 0:
            series.append(Series(name, data.draw(sound)))
        else:
            kind = data.draw(st.sampled_from(topics_xml.TYPES))
            questions.append(Question(name, kind, data.draw(sound), series[-1].series_id))
    topics = Topics(tuple(questions), tuple(series))
    assert topics_xml.read(topics_xml.write(topics), "topics") == (topics, [])


@given(
    st.binary(max_size=200)
    | st.binary(max_size=60).map(lambda noise: XML.encode()[:300] + noise + XML.encode()[300:])
)
def test_no_bytes_make_a_reader_of_topics_raise(data: bytes) -> None:
    for slug in evaluations.TRACKS:
        topics, problems = evaluations.get(slug).read_topics(data, "topics")
        assert topics.questions or problems


@given(
    st.lists(
        st.sampled_from(["<top>", "</top>", "<num> Number: 1", "<desc>", "text", "<type> Type: list", "\n"])
    )
)
def test_no_order_of_tags_makes_the_reader_raise(tags: list[str]) -> None:
    topics, problems = topics_text.read("\n".join(tags).encode(), "topics")
    assert topics.questions or problems


def test_padding_is_dropped_and_line_breaks_become_blanks() -> None:
    topics, problems = topics_xml.read(XML.encode(), "topics")
    assert problems == []
    assert topics.series == (Series("141", "Warren  Moon"),)
    assert topics.questions[0] == Question("141.1", "FACTOID", "What position did Moon play?", "141")


def test_topics_in_latin_1() -> None:
    topics, problems = topics_xml.read(XML.replace("Warren", "Wàrren").encode("iso-8859-1"), "topics")
    assert problems == []
    assert topics.series[0].target == "Wàrren  Moon"


def test_a_type_line_of_2003() -> None:
    data = b"<top>\r\n<num> Number: 1894\r\n<type> Type: list\r\n<desc> Description:\r\nWhich, &lt;b&gt; & why?\r\n</top>\r\n"
    topics, problems = topics_text.read(data, "topics")
    assert problems == []
    assert topics.questions == (Question("1894", "list", "Which, <b&gt; & why?"),)


def test_an_evaluation_has_question_types_of_its_own() -> None:
    types = ("sentence", "summary")
    topics = Topics((Question("1", "sentence", "Who?"), Question("2", "summary", "Why?")))
    data = topics_text.write(topics, types)
    assert data.count(b"<type>") == 1  # the first goes without saying
    assert topics_text.read(data, "topics", types) == (topics, [])
    _, (problem,) = topics_text.read(data, "topics")
    assert (problem.code, problem.hint) == ("question_type", "The types are factoid, list, definition.")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [("empty_file", 0)]),
        (b"\xef\xbb\xbf \n", [("empty_file", 0)]),
        (b"hello", [("no_questions", 0)]),
        (b"<top>\n<num> Number: 1\n<desc> Description:\nWho?\n", [("unclosed_tag", 1)]),
        ((BLOCK.format(qid=1, text="Who?") * 2).encode(), [("question_duplicate", 9)]),
        (BLOCK.format(qid="", text="Who?").encode(), [("question_id", 1)]),
        (BLOCK.format(qid="1 2", text="Who?").encode(), [("question_id", 1)]),
        (BLOCK.format(qid=1, text="").encode(), [("question_text", 1)]),
        (b"<num> Number: 1\n</top>\n", [("outside_block", 1), ("outside_block", 2)]),
        (b"<top>\n<num> Number: 1\n<num> Number: 2\n<desc>Who?\n</top>", [("repeated_tag", 3)]),
        (b"<top>\n<num> Number: 1\n<type> Type: riddle\n<desc>Who?\n</top>", [("question_type", 1)]),
        (b"<top>\n<num> Number: 1\n<desc>Wh\xe9?\n</top>", [("encoding", 3)]),
        (b"<top>\n<num> Number: 1\n<desc>Wh\0?\n</top>", [("nul_byte", 3)]),
        (BLOCK.format(qid=1, text="Who?").encode("utf-16"), [("utf16", 0)]),
        (b"\x1f\x8b\x08\0", [("gzip", 0)]),
    ],
)
def test_faulty_blocks(data: bytes, expected: list[tuple[str, int]]) -> None:
    assert codes("trec8", data) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("</qa>", "", [("xml_element", 10), ("xml", 11)]),
        ("</trecqa>", "", [("xml", 13)]),
        ('id = "141"', "id=141", [("xml", 3)]),
        ('id="141.2"', 'id="141.1"', [("question_duplicate", 10)]),
        ('id="141.2"', 'id="141"', [("question_duplicate", 10)]),
        ('type="OTHER"', 'type="RIDDLE"', [("question_type", 10)]),
        (">Other<", "><", [("question_text", 10)]),
        ("<qa><q", "<aq><q", [("xml_element", 10), ("xml_element", 10), ("xml", 10)]),
        (" Warren  Moon ", "", [("target_text", 3)]),
        ("trecqa", "trec", [("xml_element", 2), ("xml_element", 3)]),
        ("Moon play", "Moon &bad; play", [("xml", 7)]),
        ("ISO-8859-1", "x-unknown", [("encoding", 1)]),
        ("ISO-8859-1", "utf-7", [("encoding", 1)]),
    ],
)
def test_faulty_series(old: str, new: str, expected: list[tuple[str, int]]) -> None:
    assert codes("series2004", XML.replace(old, new).encode()) == expected


def test_an_unclosed_element_is_named_with_the_place_where_it_was_opened() -> None:
    _, problems = topics_xml.read(XML.replace("</qa>", "", 1).encode(), "topics.xml")
    assert problems[-1].message == (
        "The file is not well-formed at line 11, column 3: mismatched tag. <qa> was opened in line 4, column 5."
    )


DOCTYPE = """<!DOCTYPE trecqa [
<!-- don't, > ]> -->
<!ELEMENT q (CDATA)> <?note ]> ?>
<!ENTITY who "Moon ]>">
<!ENTITY file SYSTEM "file:///etc/passwd">
<!ENTITY % more SYSTEM "http://127.0.0.1:9/more.dtd"> %more;
]>
"""


def with_doctype(doctype: str, text: str = "What?") -> bytes:
    return f'<?xml version="1.0"?>\n{doctype}<trecqa><target id="1" text="x"><qa><q id="1.1" type="LIST">{text}</q></qa></target></trecqa>'.encode()


def test_an_internal_dtd_is_not_read() -> None:
    topics, problems = topics_xml.read(with_doctype(DOCTYPE), "topics")
    assert problems == []
    assert topics.questions[0].text == "What?"


@pytest.mark.parametrize("entity", ["&who;", "&file;"])
def test_an_entity_that_the_dtd_declares_is_an_error_with_its_line(entity: str) -> None:
    topics, problems = topics_xml.read(with_doctype(DOCTYPE, f"\n{entity}"), "topics")
    assert topics.questions == ()
    assert [(problem.code, problem.line) for problem in problems] == [("xml", 10)]
    assert "undefined entity" in problems[0].message


def test_an_entity_in_an_attribute_is_an_error() -> None:
    data = with_doctype(DOCTYPE).replace(b'text="x"', b'text="&who;"')
    assert codes("series2004", data) == [("xml", 9)]


def test_an_entity_bomb_is_harmless() -> None:
    levels = "".join(f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">\n' for level in range(1, 12))
    bomb = f'<!DOCTYPE trecqa [<!ENTITY a0 "lol">\n{levels}]>\n'
    assert codes("series2004", with_doctype(bomb, "&a11;"))[0][0] == "xml"


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE trecqa [ <!ENTITY a "b">',
        "<!DOCTYPE trecqa [ <!-- ",
        "<!DOCTYPE trecqa [ ]>\n<!DOCTYPE trecqa [ ]>\n",
        '<!DOCTYPE trecqa "',
    ],
)
def test_a_doctype_that_does_not_end_or_stands_twice_is_refused(doctype: str) -> None:
    topics, problems = topics_xml.read(with_doctype(doctype), "topics")
    assert topics.questions == ()
    assert problems[0].code in ("doctype", "xml")


def test_an_external_dtd_is_not_fetched() -> None:
    doctype = '<!DOCTYPE trecqa PUBLIC "-//x//y" "http://127.0.0.1:9/trecqa.dtd">\n'
    assert topics_xml.read(with_doctype(doctype), "topics")[1] == []


DEEP = 100_000 if FULL else 20_000  # elements in each other, many times what Python calls in each other


@pytest.mark.parametrize(
    "data", [b"<!DOCTYPE x [" + b"<!--" * DEEP * 2, b"<a>" * DEEP], ids=["comments", "elements"]
)
def test_what_does_not_end_is_an_error_at_any_size(data: bytes) -> None:
    assert codes("series2004", data)


TARGETS = Topics(
    (),
    (Series("1", "Crips"), Series("2", "Merrill Lynch & Co."), Series("3", "the IMF"), Series("4", "Crips")),
)


def test_target_types_by_text_and_else_by_place() -> None:
    data = b"#ORG Crips\n#ORG Merrill Lynch &amp; Co.\n#THING The I.M.F.\n#EVENT Crips\n"
    typed, problems, by_place, _ = target_types.read(data, "types", TARGETS)
    assert problems == []
    assert [series.target_type for series in typed.series] == [
        "ORGANIZATION",
        "ORGANIZATION",
        "THING",
        "EVENT",
    ]
    assert [str(line) for line in by_place] == ['line 3 "The I.M.F." for "the IMF"']


def test_target_types_in_another_order_are_found_by_text() -> None:
    data = b"\xef\xbb\xbf#THING the IMF\r\n#PERSON Merrill Lynch & Co.\r\n"
    typed, problems, by_place, untyped = target_types.read(data, "types", TARGETS)
    assert problems == []
    assert [series.target_type for series in typed.series] == ["", "PERSON", "THING", ""]
    assert (by_place, untyped) == ((), ("Crips", "Crips"))


@pytest.mark.parametrize(
    "data",
    [
        b"#ORG Crips\n#ORG Sony\n#THING comets\n#EVENT Gordon Gekko\n",  # most texts differ
        b"#ORG Crips\n#ORG Merrill Lynch & Co.\n#THING comets\n#EVENT Gordon Gekko\n",  # half of them
        b"#THING the IMF\n#ORG Sony\n#ORG Crips\n#EVENT Crips\n",  # in another order
        b"#ORG Crips\n#ORG Merrill Lynch & Co.\n#THING I.M.F.\n",  # a line is missing
    ],
)
def test_no_type_is_taken_by_place_from_a_file_that_may_be_another(data: bytes) -> None:
    typed, problems, by_place, _ = target_types.read(data, "types", TARGETS)
    assert {problem.code for problem in problems} == {"unknown_target"}
    assert by_place == ()
    assert [one for one in typed.series if one.target not in data.decode() and one.target_type] == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"#ORG nobody\n", "unknown_target"),
        (b"#ORG the IMF\n#ORG the IMF\n", "target_twice"),
        (b"ORG Crips\n", "target_type"),
        (b"#DOG Crips\n", "target_type"),
        (b"", "empty_file"),
    ],
)
def test_faulty_target_types(data: bytes, code: str) -> None:
    typed, problems, *_ = target_types.read(data, "types", TARGETS)
    assert [problem.code for problem in problems] == [code]
    assert not any(series.target_type for series in typed.series if series.target not in data.decode())


@given(
    st.binary(max_size=80) | st.text(max_size=40).map(lambda text: f"#ORG {text}".encode(errors="replace"))
)
def test_no_bytes_make_the_reader_of_target_types_raise(data: bytes) -> None:
    target_types.read(data, "types", TARGETS)
