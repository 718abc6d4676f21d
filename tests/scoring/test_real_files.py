"""Real topics, answers and runs of past evaluations. Skipped where the folder is absent."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from scoring import evaluations
from scoring.evaluate import evaluate
from scoring.formats import answers, target_types
from scoring.records import Evaluation, Judgment, Question, Run, Topics
from scoring.tracks.base import Declaration, RunChecks
from tests.scoring.patterns import is_right, read_patterns
from tests.scoring.realdata import path, real

RELAXED = {"missing_questions": True, "free_run_tag": True}


def topics_of(slug: str, name: str) -> Topics:
    topics, problems = evaluations.get(slug).read_topics(real(name), name)
    assert problems == []
    return topics


@pytest.mark.parametrize(
    ("slug", "name", "series", "types"),
    [
        ("trec8", "trec8questions", 0, {"factoid": 200}),
        ("trec8", "trec12questions", 0, {"factoid": 413, "list": 37, "definition": 50}),
        ("series2004", "trec13questions.xml", 65, {"FACTOID": 230, "LIST": 56, "OTHER": 65}),
        ("series2004", "trec15questions.xml", 75, {"FACTOID": 403, "LIST": 89, "OTHER": 75}),
        ("series2004", "trec16questions.xml", 70, {"FACTOID": 360, "LIST": 85, "OTHER": 70}),
    ],
)
def test_topics_are_read_whole_and_written_back(
    slug: str, name: str, series: int, types: dict[str, int]
) -> None:
    topics = topics_of(slug, name)
    assert len(topics.series) == series
    assert Counter(question.type for question in topics.questions) == types
    assert evaluations.get(slug).read_topics(evaluations.get(slug).write_topics(topics), "again") == (
        topics,
        [],
    )


def test_the_first_and_last_question_of_trec8() -> None:
    questions = topics_of("trec8", "trec8questions").questions
    title = 'Who is the author of the book, "The Iron Lady: A Biography of Margaret Thatcher"?'
    assert (questions[0].qid, questions[0].text) == ("1", title)
    assert questions[-1].qid == "200"


@pytest.mark.parametrize(
    ("year", "types"),
    [
        ("trec13", {"ORGANIZATION": 25, "PERSON": 23, "THING": 17}),  # Voorhees 2005, section 1
        ("trec15", {"ORGANIZATION": 19, "PERSON": 19, "THING": 18, "EVENT": 19}),
        ("trec16", {"ORGANIZATION": 17, "PERSON": 19, "THING": 19, "EVENT": 15}),
    ],
)
def test_every_target_gets_its_type(year: str, types: dict[str, int]) -> None:
    topics = topics_of("series2004", f"{year}questions.xml")
    typed, problems, by_place, untyped = target_types.read(real(f"{year}targettypes"), "types", topics)
    assert (problems, by_place, untyped) == ([], (), ())
    assert Counter(series.target_type for series in typed.series) == types


@pytest.mark.parametrize("same_length", [False, True])
@pytest.mark.parametrize(("year", "other"), permutations(["trec13", "trec15", "trec16"], 2))
def test_target_types_of_another_year_are_refused(year: str, other: str, same_length: bool) -> None:
    topics = topics_of("series2004", f"{year}questions.xml")
    data = real(f"{other}targettypes")
    if same_length:
        lines = len(topics.series)
        data = b"".join((data * 2).splitlines(keepends=True)[:lines])
    typed, problems, *_ = target_types.read(data, "types", topics)
    assert [(problem.line, problem.code) for problem in problems] == [(1, "unknown_target")]
    first = data.decode().splitlines()[0].partition(" ")[2]
    assert f'here "{first}", where the topics have "{topics.series[0].target}"' in problems[0].message
    assert typed == topics


@pytest.mark.parametrize(
    ("slug", "questions", "name", "known", "asked"),
    [
        ("trec8", "trec8questions", "trec8answers", 205, 200),
        ("trec8", "trec12questions", "trec12answers_list", 545, 37),
        ("series2004", "trec13questions.xml", "trec13answers_list", 484, 55),
        ("series2004", "trec15questions.xml", "trec15answers_list", 893, 89),
    ],
)
def test_known_answers(slug: str, questions: str, name: str, known: int, asked: int) -> None:
    found, problems = answers.read(real(name), name, topics_of(slug, questions))
    assert problems == []
    assert (len(found), len({answer.qid for answer in found})) == (known, asked)


def test_development_questions_with_their_documents() -> None:
    topics = Topics(tuple(Question(str(10000 + number), "factoid", "?") for number in range(38)))
    found, problems = answers.read(real("trec8development"), "development", topics)
    assert problems == []
    assert [answer.label for answer in found if answer.qid == "10012"] == ["5.4bn", "5.48bn", "5.7bn"]
    assert len({answer.qid for answer in found}) == 38


@pytest.mark.parametrize(
    ("year", "topics", "codes"),
    [
        ("2006", "trec15", {"factoid_many": 402, "missing_question": 164, "run_tag_team": 1}),
        ("2007", "trec16", {"factoid_many": 307, "missing_question": 208, "run_tag_team": 1}),
    ],
)
def test_a_real_run_is_told_which_rules_it_breaks(year: str, topics: str, codes: dict[str, int]) -> None:
    track = evaluations.get("series2004")
    questions = topics_of("series2004", f"{topics}questions.xml")
    data = real(f"QA.outputs_{year}")
    strict = track.check_run(data, "run", RunChecks(questions, Declaration(team="nist"), {}))
    assert Counter(problem.code for problem in strict.problems) == codes
    assert strict.responses == ()
    relaxed = track.check_run(
        data, "run", RunChecks(questions, Declaration(team="nist"), RELAXED | {"many_per_factoid": "any"})
    )
    assert relaxed.problems == []
    assert Counter(warning.code for warning in relaxed.warnings) == codes | {"documents_unchecked": 1}
    assert len(relaxed.responses) == data.count(b"\n")
    assert relaxed.run_tag == year


@pytest.mark.parametrize(("many", "right"), [("first", 107), ("any", 226)])
def test_the_run_of_2006_judged_by_its_patterns(many: str, right: int) -> None:
    track = evaluations.get("series2004")
    topics = topics_of("series2004", "trec15questions.xml")
    settings = RELAXED | {"many_per_factoid": many}
    checked = track.check_run(
        real("QA.outputs_2006"), "run", RunChecks(topics, Declaration(team="nist"), settings)
    )
    run = Run("2006", "nist")
    patterns = read_patterns(path("trec15patterns_factoid"))
    pooled = track.pooled_responses(run, checked.responses, topics, settings, {}, None)
    pool = tuple(dict.fromkeys(response.item for response in pooled if response.item))
    judgments = tuple(
        Judgment(item, "patterns", "correct" if is_right(patterns, item.qid, item.answer) else "incorrect")
        for item in pool
    )
    report = evaluate(
        Evaluation(
            "y2006", "", "series2004", settings, topics, (run,), {"2006": checked.responses}, pool, judgments
        )
    )
    run_score = report.runs["2006"]
    assert run_score.measures["accuracy"] == Fraction(right, 403)
    assert run_score.score is None  # every series has an Other question, and nobody judged any
    assert any(line.startswith("Series without a value leave the evaluation") for line in report.warnings)
