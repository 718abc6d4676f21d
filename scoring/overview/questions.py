"""What was asked: the questions one by one and counted, series, lists, and questions without an answer."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from scoring.forms.answers import nils_of
from scoring.forms.keys import AnswerSet, NuggetList
from scoring.overview.scored import Scored
from scoring.overview.tables import RANGE, Cell, Column, Table, mean_of, range_of, without_empty
from scoring.records import Question
from scoring.stages import CLASSES

MEAN = Column("Mean of runs", "number")
COUNTED = (
    Column("Questions", "count"),
    Column("Scored", "count"),
    Column("Dropped", "count"),
    Column("Mean of runs", "number"),
    Column("Answered right by a run", "count"),
)


def questions(scored: Scored) -> Table | None:
    """Every question, with what was known of it and what came of it."""
    asked = scored.evaluation.topics.questions
    if not asked:
        return None
    known, keys = _known(scored), scored.key.of_questions()
    columns = (
        Column("Question"),
        Column("Type"),
        Column("Target"),
        Column("Target type"),
        Column("Languages"),
        Column("Source"),
        Column("Text"),
        Column("Known answer"),
        Column("Answers or nuggets", "count"),
        Column("Judged", "count"),
        Column("Judged right", "count"),
        Column("Runs right", "count"),
        Column("Runs", "count"),
        MEAN,
        Column("Dropped because"),
    )
    rows = [[*_said(scored, one, known), *_found(scored, one, keys.get(one.qid))] for one in asked]
    note = (
        "Judged: distinct answers with a grade. Runs right: runs with a right answer; of lists and nuggets, with at "
        "least one. Mean of runs: of the measure of the question’s type."
    )
    return without_empty(
        Table("questions", "Questions", "TREC-8, appendix A and Table 3", columns, rows, note)
    )


def _said(scored: Scored, question: Question, known: dict[str, str]) -> list[Cell]:
    series = scored.series.get(question.series)
    return [
        question.qid,
        scored.label(question),
        series.target if series else "",
        series.target_type if series else "",
        question.pair.replace(":", " → "),
        question.source,
        question.text,
        known.get(question.qid, ""),
    ]


def _found(scored: Scored, question: Question, key: AnswerSet | NuggetList | None) -> list[Cell]:
    qid = question.qid
    dropped = scored.evaluation.dropped
    reason = dropped.get(qid) or dropped.get(question.series, "")
    number = len(key.answers if isinstance(key, AnswerSet) else key.nuggets) if key else None
    if qid not in scored.index.retained:
        return [number, *[None] * 5, reason]
    judged, right = scored.graded
    is_graded = qid in scored.evaluation.scales and scored.spans is None
    return [
        number,
        judged[qid] if is_graded else None,
        right[qid] if is_graded else None,
        scored.runs_right[qid],
        len(scored.asked.get(qid, ())),
        _mean(scored, qid),
        reason,
    ]


def _mean(scored: Scored, qid: str) -> Fraction | None:
    """The mean of the runs on a question; where answers are places, a single question has none."""
    return None if scored.spans else mean_of(list(scored.values.get(qid, {}).values()))


def _known(scored: Scored) -> dict[str, str]:
    """What was known to answer each question beforehand, of those with single answers."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for question in scored.evaluation.topics.questions:
        if question.suggested_answer:
            found[question.qid][question.suggested_answer] = None
    for one in scored.evaluation.known_answers:
        kind = scored.scorer.kinds.get(one.qid)
        if kind and not kind.form.asks(CLASSES) and one.origin == "development":
            found[one.qid][one.label or one.name] = None
    for gold in scored.evaluation.gold:
        found[gold.qid][gold.answer or f"{gold.docid} {gold.passage}".strip()] = None
    return {qid: "; ".join(answers) for qid, answers in found.items()}


def by_type(scored: Scored) -> Table | None:
    """Questions by type."""
    return _counted(scored, "questions-by-type", "Questions by type", "Type", scored.label)


def by_source(scored: Scored) -> Table | None:
    """Questions by where they came from; None where nobody said."""
    if not any(one.source for one in scored.evaluation.topics.questions):
        return None
    return _counted(
        scored,
        "questions-by-source",
        "Questions by source",
        "Source",
        lambda question: question.source or "not given",
        "TREC-8, Table 3",
    )


def by_target_type(scored: Scored) -> Table | None:
    """Questions by the type of their series' target; None where no target has one."""
    types = {one.series_id: one.target_type for one in scored.evaluation.topics.series}
    if not any(types.values()):
        return None
    return _counted(
        scored,
        "questions-by-target-type",
        "Questions by type of target",
        "Type of target",
        lambda question: types.get(question.series) or "not given",
        "TREC 2004, section 2",
    )


def by_pair(scored: Scored) -> Table | None:
    """Questions by languages; None where there is one language."""
    if not any(one.pair for one in scored.evaluation.topics.questions):
        return None
    return _counted(
        scored,
        "questions-by-pair",
        "Questions by languages",
        "Languages",
        lambda question: question.pair.replace(":", " → "),
        "ResPubliQA 2010",
    )


def _counted(
    scored: Scored, name: str, title: str, head: str, part: Callable[[Question], str], source: str = ""
) -> Table:
    groups: defaultdict[str, list[Question]] = defaultdict(list)
    for question in scored.evaluation.topics.questions:
        groups[part(question)].append(question)
    names = scored.labels if head == "Type" else sorted(groups)
    rows: list[list[Cell]] = [[one, *_counts(scored, groups[one])] for one in names]
    if len(rows) > 1:
        rows.append(["All", *_counts(scored, list(scored.evaluation.topics.questions))])
    return without_empty(Table(name, title, source, (Column(head), *COUNTED), rows))


def _counts(scored: Scored, group: list[Question]) -> list[Cell]:
    counting = {one.qid for one in scored.questions} - scored.key.without_value.keys()
    qids = [one.qid for one in group if one.qid in counting]
    means = [mean for qid in qids if (mean := _mean(scored, qid)) is not None]
    dropped = sum(one.qid not in scored.index.retained for one in group)
    return [
        len(group),
        len(qids),
        dropped,
        mean_of(means),
        sum(scored.runs_right[qid] > 0 for qid in qids),
    ]


def in_series(scored: Scored) -> Table | None:
    """How many questions series have, by type; None where there are no series."""
    counts: dict[str, Counter[str]] = {one: Counter() for one in scored.series}
    for question in scored.evaluation.topics.questions:
        if question.series in counts:
            counts[question.series][scored.label(question)] += 1
    if not counts:
        return None
    rows: list[list[Cell]] = [
        [label, len(counts), sum(of_type), *range_of(of_type)]
        for label in scored.labels
        if (of_type := [one[label] for one in counts.values()])
    ]
    whole = [one.total() for one in counts.values()]
    rows.append(["All", len(counts), sum(whole), *range_of(whole)])
    columns = (Column("Type"), Column("Series", "count"), Column("Questions", "count"), *RANGE)
    note = "Min, mean and max: questions in a series. Dropped questions are among them."
    return Table("questions-per-series", "Questions per series", "TREC 2004, section 2", columns, rows, note)


def _answer_sets(scored: Scored) -> Iterator[tuple[str, AnswerSet]]:
    for qid, key in scored.key.of_questions().items():
        if isinstance(key, AnswerSet) and qid not in scored.key.without_value:
            yield qid, key


def list_answers(scored: Scored) -> Table | None:
    """How many answers lists have; None where there is no list with any."""
    numbers = [len(key.answers) for _, key in _answer_sets(scored)]
    if not numbers:
        return None
    columns = (Column("Of"), Column("Lists", "count"), Column("Answers", "count"), *RANGE)
    rows = [["Final answer sets", len(numbers), sum(numbers), *range_of(numbers)]]
    return Table("list-answers", "Answers per list", "TREC 2004, section 2.2", columns, rows)


def lists(scored: Scored) -> Table | None:
    """Each list with its answers; None where there is none."""
    texts = {one.qid: one for one in scored.evaluation.topics.questions}
    rows: list[list[Cell]] = []
    for qid, key in _answer_sets(scored):
        series = scored.series.get(texts[qid].series)
        developed = sum(answer.origin == "development" for answer in key.answers)
        number = len(key.answers)
        rows.append(
            [qid, series.target if series else "", texts[qid].text, number, developed, number - developed]
        )
    columns = (
        Column("Question"),
        Column("Target"),
        Column("Text"),
        Column("Answers", "count"),
        Column("Known before", "count"),
        Column("Found in the pool", "count"),
    )
    if not rows:
        return None
    return without_empty(Table("lists", "Lists and their answers", "TREC 2004, section 2.2", columns, rows))


def _nil_right(scored: Scored) -> tuple[list[Question], set[str]]:
    """The questions to which NIL may be an answer, and those to which it is the right one; of some that nobody judged
    nothing is known."""
    kinds, left = scored.scorer.kinds, scored.key.left
    open_to = [one for one in scored.questions if kinds[one.qid].nil_allowed and one.qid not in left]
    return open_to, nils_of(open_to, scored.key.qrels.grades, scored.index, scored.right).right


def _nil_given(scored: Scored, qids: set[str]) -> dict[str, set[str]]:
    """By run, the questions that it answered with NIL."""
    return {
        run.run_id: {
            one.qid
            for one in scored.evaluation.responses.get(run.run_id, ())
            if one.is_nil and one.qid in qids
        }
        for run in scored.evaluation.runs
    }


def nil_questions(scored: Scored) -> Table | None:
    """The questions whose right answer is NIL, with the runs that said so; None where there is none."""
    open_to, right = _nil_right(scored)
    if not right:
        return None
    said = Counter(qid for qids in _nil_given(scored, right).values() for qid in qids)
    asked = scored.asked
    rows: list[list[Cell]] = [
        [one.qid, one.text, said[one.qid], len(asked.get(one.qid, ()))] for one in open_to if one.qid in right
    ]
    note = f"NIL is right for {len(right):,} of the {len(open_to):,} judged questions that allow it."
    columns = (Column("Question"), Column("Text"), Column("Runs right", "count"), Column("Runs", "count"))
    return Table(
        "nil-questions", "Questions without an answer", "TREC 2004, section 2.1", columns, rows, note
    )


def nil_runs(scored: Scored) -> Table | None:
    """How each run used NIL; None where it is right nowhere and nobody gave it."""
    open_to, right = _nil_right(scored)
    given = _nil_given(scored, {one.qid for one in open_to})
    if not open_to or not (right or any(given.values())):
        return None
    rows: list[list[Cell]] = []
    for board in scored.boards:
        for run in board.runs:
            said = given[run.run_id]
            hit = len(said & right)
            rows.append(
                [
                    run.run_id,
                    run.team,
                    len(said),
                    hit,
                    Fraction(hit, len(said)) if said else None,
                    Fraction(hit, len(right)) if right else None,
                ]
            )
    columns = (
        Column("Run"),
        Column("Team"),
        Column("NIL given", "count"),
        Column("NIL right", "count"),
        Column("Precision", "number"),
        Column("Recall", "number"),
    )
    return Table("nil-runs", "NIL by run", "TREC 2004, section 2.1", columns, rows)
