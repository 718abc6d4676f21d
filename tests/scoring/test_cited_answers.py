"""Runs of sentences with citations: the layouts of several tracks, and everything that is wrong with a file, at once."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.evaluations.rag.topics import question_id
from scoring.formats.cited_answers import LONGEST, words_of
from scoring.records import Response, Topics
from scoring.tracks.base import CheckedRun, Declaration, RunChecks, Track

TOPICS = "2024-1\twho built the lighthouse\r\n2024-2\thow deep is the bay\r\n"
SEGMENTS = {f"doc_01#{number}" for number in range(30)}
SENTENCES: list[dict[str, Any]] = [
    {"text": "It was built by Mira Dunn.", "citations": [1, 0]},
    {"text": "It stands <b>high</b> | *above* the bay.", "citations": [0]},
    {"text": "Nobody knows why.", "citations": []},
]


def track() -> Track:
    return evaluations.get("rag").under({})


def topics() -> Topics:
    read, problems = track().read_topics(TOPICS.encode(), "topics.tsv")
    assert problems == []
    return read


def of_2024(qid: str = "2024-1", **more: Any) -> dict[str, Any]:
    text = {"2024-1": "who built the lighthouse", "2024-2": "how deep is the bay"}.get(qid, "")
    entry = {"run_id": "lake1", "topic_id": qid, "topic": text, "references": ["doc_01#1", "doc_01#2"]}
    return {**entry, "response_length": 16, "answer": SENTENCES, **more}


def lines_of(*entries: object) -> bytes:
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()


def check(data: bytes, settings: dict[str, Any] | None = None, **declared: Any) -> CheckedRun:
    known = SEGMENTS.intersection
    against = RunChecks(topics(), Declaration(**declared), settings or {}, known)
    return track().check_run(data, "lake1.jsonl", against)


def codes(checked: CheckedRun) -> list[tuple[int, str]]:
    return [(one.line, one.code) for one in checked.problems]


def warned(checked: CheckedRun) -> list[tuple[int, str]]:
    return [(one.line, one.code) for one in checked.warnings]


def said(checked: CheckedRun, kind: str, topic: str = "2024-1") -> list[tuple[str, str, int]]:
    qid = question_id(topic, kind)
    return [(one.docid, one.answer, one.rank) for one in checked.responses if one.qid == qid]


WHOLE = "It was built by Mira Dunn.\nIt stands <b>high</b> | *above* the bay.\nNobody knows why."
FIRST, SECOND, THIRD = (str(one["text"]) for one in SENTENCES)


def test_an_answer_is_a_response_to_each_question_of_its_topic() -> None:
    checked = check(lines_of(of_2024()))
    assert checked.problems == []
    assert warned(checked) == [(0, "missing_question")]
    assert checked.run_tag == "lake1"
    assert said(checked, "NUGGETS") == [("", WHOLE, 1)]
    assert said(checked, "RELEVANCE") == [("doc_01#2", "", 1), ("doc_01#1", "", 2)]
    assert said(checked, "SUPPORT") == [
        ("doc_01#2", FIRST, 1),
        ("doc_01#1", FIRST, 2),
        ("doc_01#1", SECOND, 1),
        ("", "", 0),
    ]
    assert [one.line for one in checked.responses] == list(range(1, 8))
    uncited: Response = checked.responses[-1]
    assert uncited.item is None


def test_each_sentence_is_a_response_where_sentences_are_labelled() -> None:
    """Those that cite nothing, too; a sentence said twice is there twice."""
    labelled = evaluations.get("rag").under({"types": "NUGGETS,SENTENCES"})
    read, _ = labelled.read_topics(TOPICS.encode(), "topics.tsv")
    assert [one.qid for one in read.questions if one.type == "SENTENCES"] == [
        "2024-1/sentences",
        "2024-2/sentences",
    ]
    entry = of_2024(answer=[*SENTENCES, SENTENCES[0]], response_length=22)
    against = RunChecks(read, Declaration(), {"types": "NUGGETS,SENTENCES"}, SEGMENTS.intersection)
    checked = labelled.check_run(lines_of(entry), "lake1.jsonl", against)
    assert checked.problems == []
    assert said(checked, "SENTENCES") == [("", FIRST, 1), ("", SECOND, 2), ("", THIRD, 3), ("", FIRST, 4)]
    assert said(check(lines_of(entry)), "SENTENCES") == []


IDS = [["doc_01#2", "doc_01#1"], ["doc_01#1"], []]
LAYOUTS: dict[str, dict[str, Any]] = {
    "2025, places": {
        "metadata": {"team_id": "lake", "run_id": "lake1", "narrative_id": "2024-1", "type": "automatic"},
        "references": ["doc_01#1", "doc_01#2"],
        "answer": SENTENCES,
    },
    "2025, ids": {
        "metadata": {"run_id": "lake1", "narrative_id": "2024-1", "narrative": "who  built the lighthouse"},
        "references": ["doc_01#1", "doc_01#2", "doc_01#3"],
        "answer": [{**one, "citations": ids} for one, ids in zip(SENTENCES, IDS, strict=True)],
    },
    "2026, mixed": {
        "metadata": {"run_id": "lake1", "narrative_id": "2024-1", "prompt": "…", "seed": 7},
        "references": ["doc_01#1", "doc_01#2"],
        "answer": [
            {**SENTENCES[0], "citations": ["doc_01#2", 0]},
            SENTENCES[1],
            {"text": "Nobody knows why."},
        ],
    },
    "responses with ids": {
        "metadata": {"team_id": "lake", "run_id": "lake1", "topic_id": "2024-1"},
        "responses": [{**one, "citations": ids} for one, ids in zip(SENTENCES, IDS, strict=True)],
    },
    "responses with confidences": {
        "metadata": {"run_id": "lake1", "topic_id": "2024-1"},
        "responses": [
            {**SENTENCES[0], "citations": {"doc_01#1": 0.2, "doc_01#2": 0.9}},
            {**SENTENCES[1], "citations": {"doc_01#1": 1}},
            {**SENTENCES[2], "citations": {}},
        ],
    },
}


@pytest.mark.parametrize("entry", LAYOUTS.values(), ids=LAYOUTS)
def test_every_layout_says_the_same(entry: dict[str, Any]) -> None:
    checked = check(lines_of(entry))
    assert checked.problems == []
    assert checked.responses == check(lines_of(of_2024())).responses


def test_numbers_are_ids_where_there_are_no_references() -> None:
    entry = {
        "metadata": {"run_id": "lake1", "topic_id": "2024-1"},
        "responses": [{"text": "So.", "citations": [312]}],
    }
    checked = check(lines_of(entry), {"unknown_docids": "true"})
    assert said(checked, "RELEVANCE") == [("312", "", 1)]


def test_all_errors_of_a_file_are_told_at_once_with_their_lines_and_places() -> None:
    wrong = of_2024(
        "2024-2",
        answer=[
            {"text": "One.", "citations": [0, 7, True]},
            {"text": "  "},
            "Two.",
            {"text": "Three.", "citations": "doc_01#1"},
            {"text": "Four.", "citations": ["doc 1", 1]},
        ],
    )
    data = lines_of(of_2024(), wrong, of_2024("2024-1", run_id="tern1"), of_2024("2099-9"), ["no object"])
    checked = check(data + b'{"run_id": "lake1", "topic_id": "2024-2", "answer": [{"te')
    assert checked.responses == ()
    places = {(one.line, one.code): one.message.partition(": ")[0] for one in checked.problems}
    assert places[2, "citation_index"] == "answer[0].citations[1]"
    assert places[2, "sentence_empty"] == "answer[1]"
    assert places[2, "sentence"] == "answer[2]"
    assert places[2, "citations"] == "answer[3].citations"
    assert sum(one.code == "docid_form" for one in checked.problems) == 2
    assert {
        (3, "twice"),
        (3, "run_tag_mixed"),
        (4, "unknown_question"),
        (5, "not_an_object"),
        (6, "json"),
    } <= set(places)
    assert all(one.hint for one in checked.problems)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"\x1f\x8b\x08\x00", "gzip"),
        (lines_of(of_2024()).replace(b"Mira", b"Mir\xe4"), "encoding"),
        (lines_of(of_2024())[:-40], "json"),
        (b'{"topic_id": "2024-1", "topic_id": "2024-2"}', "json"),
        (b"[" * 100_000, "json"),
        (b'{"a": ' + b"[" * 100_000, "json"),
        (b'{"topic_id": "2024-1", "response_length": ' + b"9" * 5_000 + b"}", "json"),
        (
            b'{"topic_id": "2024-1", "answer": [{"text": "So.", "citations": {"a": 1' + b"0" * 400 + b"}}]}",
            "confidence",
        ),
        (lines_of({"run_id": "lake1", "answer": []}), "topic_missing"),
        (lines_of({"run_id": "lake1", "topic_id": "2024-1"}), "answer_missing"),
        (lines_of(of_2024(answer=[])), "answer_empty"),
        (lines_of(of_2024(metadata=3)), "not_an_object"),
        (lines_of(of_2024(topic_id=True)), "not_a_text"),
        (lines_of(of_2024(references="doc_01#1")), "not_a_list"),
        (lines_of(of_2024(topic="how deep  is the bay")), "other_topic"),
        (lines_of(of_2024(references=["doc_01", "doc_01#2"])), "unknown_document"),
        (lines_of(of_2024(run_id="two words")), "run_tag_form"),
        (lines_of(of_2024(run_id=None)), "run_tag"),
        (lines_of(of_2024(references=[f"doc_01#{n}" for n in range(21)])), "references_many"),
        (
            lines_of(
                of_2024(references=list(SEGMENTS)[:4], answer=[{"text": "So.", "citations": [0, 1, 2, 3]}])
            ),
            "citations_many",
        ),
        (lines_of(of_2024(answer=[{"text": "So.", "citations": {"doc_01#1": "high"}}])), "confidence"),
        (lines_of(of_2024(answer=[{"text": "x" * 1_000_000, "citations": []}])), "answer_too_long"),
        (b'{"topic_id": "2024-1", "run_id": "a", "answer": [{"text": "\\ud800"}]}', "sentence"),
        (lines_of(of_2024("2099-1"), of_2024("2099-2")), "other_questions"),
        (lines_of(of_2024(references=["doc_01#1", "NIL"])), "docid_nil"),
        (lines_of(of_2024(answer=[{"text": "So.", "citations": ["NIL"]}])), "docid_nil"),
        (lines_of(of_2024(answer=[{"text": "So.", "citations": {"NIL": 0.5}}])), "docid_nil"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_kept(data: bytes, code: str) -> None:
    checked = check(data)
    assert code in {one.code for one in checked.problems}
    assert checked.responses == ()


def test_what_checkers_mend_is_mended_and_said() -> None:
    entry = of_2024(
        references=["doc_01#1", "doc_01#2", "doc_01#1"],
        response_length=99,
        answer=[
            {"text": " Two\nlines. ", "citations": [0, 2, 1, 0]},
            {"text": "So.", "citations": ["doc_01#9"]},
        ],
    )
    checked = check(lines_of(entry))
    assert checked.problems == []
    found = {code for _, code in warned(checked)}
    assert found == {
        "reference_twice",
        "citation_twice",
        "citation_unlisted",
        "response_length",
        "missing_question",
    }
    assert said(checked, "SUPPORT")[:2] == [("doc_01#1", "Two lines.", 1), ("doc_01#2", "Two lines.", 2)]


def test_ids_decide_where_the_text_of_a_topic_was_corrected() -> None:
    for accepted in (False, True):
        checked = check(
            lines_of(of_2024(topic="who built the old lighthouse"), of_2024("2024-2")), accepted=accepted
        )
        assert (codes(checked), warned(checked)) == ([], [(1, "other_text")])
    swapped = lines_of(of_2024(topic="how deep is the bay"))
    assert codes(check(swapped)) == [(1, "other_topic")]
    assert codes(check(swapped, accepted=True)) == []  # it was taken when the texts were others


def test_words_are_counted_as_the_years_count_them() -> None:
    assert words_of("½ a  mile\u2003on", nfkc=True) == words_of("½ a  mile\u2003on", nfkc=False) == 4
    spaced = "ﷺ"  # one sign, of four words in Unicode's form NFKC
    assert (words_of(spaced, nfkc=True), words_of(spaced, nfkc=False)) == (4, 1)


LONG = [{"text": "word " * 30, "citations": [0]}, {"text": "word " * 20, "citations": []}, {"text": "End."}]


@pytest.mark.parametrize(("most", "kept"), [("51", 3), ("50", 2), ("49", 1), ("30", 1)])
def test_answers_with_too_many_words_are_refused_or_lose_their_last_sentences(most: str, kept: int) -> None:
    data = lines_of(of_2024(answer=LONG, response_length=51))
    refused = check(data, {"max_words": most})
    assert codes(refused) == ([(1, "words_many")] if kept < 3 else [])
    trimmed = check(data, {"max_words": most, "over_length": "trim"})
    assert trimmed.problems == []
    assert ((1, "words_many") in warned(trimmed)) == (kept < 3)
    assert len(said(trimmed, "NUGGETS")[0][1].split("\n")) == kept


def test_a_first_sentence_with_too_many_words_is_refused_all_the_same() -> None:
    checked = check(lines_of(of_2024(answer=LONG)), {"max_words": "29", "over_length": "trim"})
    assert codes(checked) == [(1, "words_many")]


def test_what_a_sentence_cites_that_is_left_out_does_not_refuse_the_run() -> None:
    last = {"text": "End.", "citations": [7, "doc 1", 0, 1, "NIL", "doc_01"]}
    data, trim = lines_of(of_2024(answer=[*LONG[:2], last], response_length=51)), {"over_length": "trim"}
    checked = check(data, {"max_words": "50", **trim})
    assert checked.problems == []
    assert {code for _, code in warned(checked)} == {"words_many", "missing_question"}
    assert {code for _, code in codes(check(data, trim))} == {
        "citation_index",
        "docid_form",
        "docid_nil",
        "unknown_document",
    }


MANY = [str(number) for number in range(50_000)]
TWICE = b"{" + b", ".join(b'"%d": 1' % number for number in range(50_000)) + b', "49999": 1}'


@pytest.mark.parametrize(
    ("data", "settings", "code"),
    [
        (lines_of(of_2024(references=[*MANY, MANY[-1]])), {}, "reference_twice"),
        (
            lines_of(of_2024(references=MANY, answer=[{"text": "a", "citations": [*MANY, "x"]}])),
            {},
            "citation_unlisted",
        ),
        (lines_of(of_2024(answer=[{"text": "a"}] * len(MANY))), {"over_length": "trim"}, "words_many"),
        (TWICE, {}, "json"),
    ],
    ids=["a reference twice", "ids among references", "sentences left out", "a name twice"],
)
def test_lines_with_very_many_parts_are_read_in_one_go(
    data: bytes, settings: dict[str, str], code: str
) -> None:
    """Each would take minutes if every part were compared with all others."""
    checked = check(data, settings)
    assert code in {one.code for one in (*checked.problems, *checked.warnings)}


def test_limits_are_lifted_by_settings() -> None:
    many = [f"doc_01#{number}" for number in range(30)]
    entry = of_2024(references=many, answer=[{"text": "word " * 2_000, "citations": list(range(10))}])
    loose = {"max_words": "none", "max_references": "0", "max_citations": "0"}
    assert check(lines_of(entry), loose).problems == []
    assert {code for _, code in codes(check(lines_of(entry)))} == {
        "words_many",
        "references_many",
        "citations_many",
    }
    assert LONGEST > 1_024 * 20


def test_topics_left_out_are_warned_of_or_refused() -> None:
    data = lines_of(of_2024())
    assert warned(check(data)) == [(0, "missing_question")]
    assert codes(check(data, {"missing_questions": "false"})) == [(0, "missing_question")]


def test_a_declared_id_names_a_run_that_names_none() -> None:
    checked = check(lines_of(of_2024(run_id=None)), run_id="lake7")
    assert (checked.run_tag, checked.problems) == ("lake7", [])


@pytest.mark.parametrize(
    "data",
    [
        TOPICS.encode(),
        b'{"id": "2024-1", "title": "who built the lighthouse"}\n{"id": "2024-2", "narrative": "how deep is the bay"}',
        "\ufeff2024-1\twho built the lighthouse\n\n2024-2\thow deep is the bay".encode(),
    ],
    ids=["tsv", "json", "with a mark"],
)
def test_topics_of_every_year_are_the_same_series_and_questions(data: bytes) -> None:
    read, problems = track().read_topics(data, "topics")
    assert (read, problems) == (topics(), [])
    assert [(one.qid, one.type) for one in read.questions[:3]] == [
        ("2024-1/relevance", "RELEVANCE"),
        ("2024-1", "NUGGETS"),
        ("2024-1/support", "SUPPORT"),
    ]
    assert {one.series for one in read.questions[:3]} == {read.series[0].series_id}
    assert track().read_topics(track().write_topics(read), "again") == (read, [])


def test_what_is_wrong_with_topics_is_told_line_by_line() -> None:
    bad = [
        b"2024-1\tone",
        b"no tab",
        b"2024-1\ttwo",
        b"\t three",
        b"2024-2\t ",
        b'{"id": 3, "title": "\\ud800"}',
        b"{",
        b"2024-\xff\tx",
        b"a b\tx",
    ]
    read, problems = track().read_topics(b"\n".join(bad), "topics")
    found = [(one.line, one.code) for one in problems]
    assert found == [
        (2, "topic"),
        (3, "id"),
        (4, "id"),
        (5, "question_text"),
        (6, "question_text"),
        (7, "topic"),
        (8, "encoding"),
        (9, "id"),
    ]
    assert len(read.questions) == 3
    assert track().read_topics(b"", "topics")[1][0].code == "empty_file"


@pytest.mark.parametrize(
    "ids", ["a a/support", "a/support a", "a/relevance a", "a a/topic", "a/topic a", "a a/sentences"]
)
def test_topics_that_would_name_their_questions_alike_are_told(ids: str) -> None:
    data = "".join(f"{one}\tsome words\n" for one in ids.split()).encode()
    assert [(one.line, one.code) for one in track().read_topics(data, "topics")[1]] == [(2, "id")]


@pytest.mark.parametrize("identifier", ["\\ud800", "a\\udfffb"])
def test_an_id_with_half_a_character_is_told_in_words_that_can_be_written(identifier: str) -> None:
    (problem,) = track().read_topics(f'{{"id": "{identifier}", "title": "x"}}'.encode(), "topics")[1]
    assert (problem.line, problem.code) == (1, "id")
    assert str(problem).encode()


@pytest.mark.parametrize("head", ["id\ttext", "topic_id\tTitle", " qid \tquery", "\ufeffid\ttopic"])
def test_the_names_of_columns_are_no_topic(head: str) -> None:
    assert track().read_topics(f"{head}\r\n{TOPICS}".encode(), "topics") == (topics(), [])


def test_a_name_twice_in_a_topic_is_told_as_in_runs() -> None:
    data = b'{"id": "a", "title": "x", "id": "b"}'
    assert [(one.line, one.code) for one in track().read_topics(data, "topics")[1]] == [(1, "topic")]


def depths(names: Sequence[str]) -> list[int | None]:
    kind = track().question_types["SUPPORT"]
    return [
        track().pool_depth(kind, track().settings_with_defaults({"citations": name}), None) for name in names
    ]


def test_so_many_citations_of_a_sentence_are_pooled_as_the_setting_says() -> None:
    assert depths(["first", "all", "3"]) == [1, None, 3]
    kind, settings = track().question_types["SUPPORT"], track().settings_with_defaults({"citations": "3"})
    assert track().pool_depth(kind, settings, 2) == 2
    assert track().pool_depth(track().question_types["RELEVANCE"], settings, 10) == 10


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 40)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["doc_01#1", "2024-1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "citations", "run_id", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = ("run_id", "topic_id", "topic", "metadata", "references", "response_length", "answer", "responses")


@given(
    st.lists(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5), max_size=3), st.binary(max_size=20)
)
def test_no_file_makes_the_reader_raise(entries: list[dict[str, Any]], rest: bytes) -> None:
    """And what it takes can be stored: documents and words without halves of characters."""
    checked = check(lines_of(*entries) + rest)
    assert not (checked.problems and checked.responses)
    for one in checked.responses:
        assert (one.docid + one.answer).encode()
        assert one.docid == one.docid.strip()


@given(st.lists(st.text(max_size=30), max_size=4))
def test_no_lines_make_the_topics_raise(lines: list[str]) -> None:
    read, problems = track().read_topics("\n".join(lines).encode("utf-8", "surrogatepass"), "topics")
    assert read.questions or problems
    assert track().read_topics(track().write_topics(read), "again")[0] == read
