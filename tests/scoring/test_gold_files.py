"""A gold standard as a table and in the form of a run."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import gold
from scoring.formats.problems import Problems
from scoring.records import GoldAnswer
from tests.scoring.respub import RUN, topics

LAMPS = "jrc31931R0007-en.xml"
FORM = f"""<output><task_AS>
<a q_id="0001"><passage_string p_id="2" docid="{LAMPS}"/><exact_answer>at dusk</exact_answer><exact_answer>dusk</exact_answer></a>
<a q_id="0001"><passage_string p_id="3" docid="{LAMPS}">any text</passage_string></a>
<a q_id="0001"><passage_string p_id="3" docid="{LAMPS}"/></a>
</task_AS></output>"""


def test_a_run_with_several_answers_to_a_question() -> None:
    read, problems = gold.read(FORM.encode(), Problems("gold.xml"), topics("EN:EN"))
    assert problems == []
    assert read == [
        GoldAnswer("0001", LAMPS, "2", "at dusk"),
        GoldAnswer("0001", LAMPS, "2", "dusk"),
        GoldAnswer("0001", LAMPS, "3"),
    ]


def test_a_bare_number_is_meant_in_the_pairs_that_look_in_the_language_of_the_document() -> None:
    asked = topics("EN:EN", "DE:EN", "EN:DE")
    read, problems = gold.read(FORM.encode(), Problems("gold.xml"), asked)
    assert problems == []
    assert {one.qid for one in read} == {"0001:EN:EN", "0001:DE:EN"}
    read, problems = gold.read(
        FORM.replace("<a ", '<a run_id="gold101ASdeen" ').encode(), Problems("g"), asked
    )
    assert {one.qid for one in read} == {"0001:DE:EN"}
    table = f"qid,docid,passage,answer\n0001,{LAMPS},2,x\n0002:EN:DE,d,1,\n".encode()
    read, problems = gold.read(table, Problems("gold.csv"), asked)
    assert problems == []
    assert [one.qid for one in read] == ["0001:EN:EN", "0001:DE:EN", "0002:EN:DE"]


def test_every_fault_is_told() -> None:
    text = FORM.replace("0001", "0099", 1).replace('p_id="3"', 'p_id=""', 1).replace("any text", "a & b")
    text = text.replace(
        "</task_AS>", '\n<a q_id="0002"/>\n<a><passage_string p_id="2" docid="d"/></a></task_AS>'
    )
    _, problems = gold.read(text.encode(), Problems("gold.xml"), topics("EN:EN"))
    assert [(it.line, it.code) for it in problems] == [
        (2, "unknown_question"),
        (3, "xml"),
        (3, "gold_place"),
        (6, "gold_place"),
        (7, "xml_attribute"),
    ]
    _, problems = gold.read(b"qid,docid,passage,answer\n0077,,2,x\n", Problems("gold.csv"), topics("EN:EN"))
    assert [(it.line, it.code) for it in problems] == [(2, "unknown_question"), (2, "gold_place")]


@given(st.binary(max_size=80), st.integers(0, 400))
def test_no_bytes_make_the_reader_raise(noise: bytes, place: int) -> None:
    data = RUN.encode()
    gold.read(data[:place] + noise + data[place:], Problems("gold"), topics("EN:EN"))
    gold.read(noise, Problems("gold"), topics("EN:EN"))
