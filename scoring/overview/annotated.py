"""What people said of pages, and what systems make of it (Natural Questions, sections 3 to 6)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.annotations import BAD_QUESTION, GROUPS, Part, Verdict
from scoring.overview.scored import BASELINES, Scored, made_by
from scoring.overview.tables import Cell, Column, Table, without_empty
from scoring.records import Run
from scoring.scales import EXPERT
from scoring.spans.annotators import annotators
from scoring.spans.flow import Flow, flow_of, votes_of
from scoring.spans.people import shares_of_most_popular
from scoring.spans.scores import PARTS, Scores, scores_of

PARTS_SHOWN: Mapping[Part, str] = {"long": "Long answer", "short": "Short answer"}
ENDS = {"spans": "Short answer", "yes": "Yes", "no": "No", "none": "No short answer"}
PRF = ("precision", "recall", "f1")
PRF_SHOWN = ("P", "R", "F1")
MOST = (1, 2, 3)
GRADES = {"C": "Correct (C)", "Cd": "Correct but debatable (Cd)", "W": "Wrong (W)"}


def flow(scored: Scored) -> Table | None:
    """The decisions of annotators, one after another; None where there are none."""
    if scored.spans is None:
        return None
    found = flow_of(one for example in scored.spans.examples.values() for one in example.annotations)
    if not found.annotations:
        return None
    rows: list[list[Cell]] = [
        [step, way, number, Fraction(number, found.annotations)] for step, way, number in ways(found)
    ]
    columns = (
        Column("Stage"),
        Column("Decision"),
        Column("Annotations", "count"),
        Column("Of all", "share"),
    )
    note = "Shares are of all complete annotations."
    return Table(
        "decision-flow", "Decisions of annotators", "Natural Questions, Figure 2", columns, rows, note
    )


def ways(found: Flow) -> Iterator[tuple[str, str, int]]:
    """Step, decision and annotations; the parts of a decision follow it."""
    yield "Question", "All annotations", found.annotations
    yield "Question", "Bad question", found.bad
    for reason, number in found.reasons.items():
        if number:
            yield "Question", f"Bad: {BAD_QUESTION.get(reason, 'no reason given')}", number
    yield "Question", "Good question", found.good
    yield "Long answer", "No long answer", found.no_long
    yield "Long answer", "Long answer", found.long
    for kind, number in found.kinds.items():
        if number:
            yield "Long answer", f"Long answer: {kind or 'unknown'}", number
    for end, number in found.short.items():
        yield "Short answer", ENDS[end], number


def votes(scored: Scored) -> Table | None:
    """How many questions have an answer by how many of their annotators; None where nobody annotated."""
    if scored.spans is None or not scored.spans.examples:
        return None
    examples = scored.spans.examples.values()
    found = [votes_of(part, examples) for part in PARTS]
    rows: list[list[Cell]] = [
        [str(number), *(of_part.get(number, 0) for of_part in found)] for number in sorted(found[0])
    ]
    columns = (
        Column("Annotators with an answer"),
        *(Column(f"Questions, {PARTS_SHOWN[part].lower()}", "count") for part in PARTS),
    )
    return Table(
        "votes", "Questions by annotators with an answer", "Natural Questions, section 5.1", columns, rows
    )


def popular(scored: Scored) -> Table | None:
    """How many annotations give one of the most popular answers; None where nobody annotated."""
    if scored.spans is None or not scored.spans.examples:
        return None
    examples = scored.spans.examples.values()
    shares = [shares_of_most_popular(part, examples, MOST) for part in PARTS]
    rows: list[list[Cell]] = [
        ["Most popular answer" if most == 1 else f"{most} most popular answers", *cells]
        for most, *cells in zip(MOST, *shares, strict=True)
    ]
    columns = (Column("One of the"), *(Column(PARTS_SHOWN[part], "share") for part in PARTS))
    note = "Of all annotations that give an answer; popular among those who annotated the same question."
    return Table(
        "most-popular", "Variability of annotations", "Natural Questions, section 4.4", columns, rows, note
    )


def who_annotated(scored: Scored) -> Table | None:
    """Annotators by number; None where nobody annotated."""
    if scored.spans is None or not scored.spans.examples:
        return None
    found = {one.name: one for one in annotators(scored.spans.examples.values())}
    rows: list[list[Cell]] = []
    for name, number in scored.people.items():
        if one := found.get(name):
            nulls = [Fraction(one.nulls[part].null, one.annotations) for part in PARTS]
            rows.append([number, one.annotations, *nulls, *one.seconds])
    columns = (
        Column("Annotator"),
        Column("Annotations", "count"),
        Column("No long answer", "share"),
        Column("No short answer", "share"),
        Column("Seconds, question", "number", 1),
        Column("Seconds, long answer", "number", 1),
        Column("Seconds, short answer", "number", 1),
    )
    note = "Seconds: the median of each stage, over annotations in which it was reached."
    return without_empty(
        Table("annotators", "Who annotated how much", "Natural Questions, section 3.2", columns, rows, note)
    )


def _experts(scored: Scored) -> Mapping[str, Any]:
    found: Mapping[str, Any] = scored.report.more.get("experts", {})
    return found


def precision(scored: Scored) -> Table | None:
    """What experts say of annotations; None where none graded any."""
    found = _experts(scored)
    there = [part for part in PARTS if part in found]
    if not there:
        return None
    rows: list[list[Cell]] = [
        ["Precision, C and Cd", *(found[part]["precision"] for part in there)],
        *(
            [label, *(found[part][grade] / found[part]["annotations"] for part in there)]
            for grade, label in GRADES.items()
        ),
    ]
    columns = (Column("Quantity"), *(Column(PARTS_SHOWN[part], "share") for part in there))
    graded = " and ".join(f"{found[part]['annotations']:,} {PARTS_SHOWN[part].lower()}s" for part in there)
    note = f"Of {graded} that experts graded."
    return Table("precision", "Precision of annotations", "Natural Questions, Table 2", columns, rows, note)


def by_mu(scored: Scored) -> Table | None:
    """The same by the share of the question's annotators who gave any answer; None where nobody graded any."""
    found = _experts(scored)
    rows: list[list[Cell]] = []
    for part in PARTS:
        for one in found[part]["by_mu"] if part in found else ():
            counts = [one[grade] for grade in EXPERT.grades]
            whole = found[part]["annotations"]
            over, to = (f"{end:.1f}" for end in (one["over"], one["to"]))
            shares = [Fraction(number, whole) for number in (sum(counts), *counts)]
            rows.append([PARTS_SHOWN[part], f"over {over} to {to}", sum(counts), *shares])
    columns = (
        Column("Of"),
        Column("Annotators with an answer"),
        Column("Annotations", "count"),
        Column("Share", "share"),
        *(Column(GRADES[grade], "share") for grade in EXPERT.grades),
    )
    note = "Shares of all graded annotations, so that the grades of a row add up to its share."
    if not rows:
        return None
    return Table(
        "precision-by-agreement",
        "Grades of experts by agreement of annotators",
        "Natural Questions, Figure 4",
        columns,
        rows,
        note,
    )


def _in_order(scored: Scored) -> list[Run]:
    """Baselines first, as published; then the runs from best to worst."""
    runs = [run for board in scored.boards for run in board.runs]
    return sorted(runs, key=lambda run: run.run_id not in BASELINES)


def systems(scored: Scored) -> Table | None:
    """Precision, recall and F1 of baselines, runs and people; None where pages are not annotated."""
    if scored.spans is None:
        return None
    rows: list[list[Cell]] = []
    for run in _in_order(scored):
        spans = scored.report.runs[run.run_id].more["spans"]
        name = BASELINES.get(run.run_id, run.run_id)
        cells = [spans[part]["all"][one] for part in PARTS for one in PRF]
        rows.append([name, run.team, made_by(run), *cells])
    people: Mapping[str, Any] = scored.report.more.get("people") or {}
    for key, name in (("alone", "Single annotator"), ("together", "Super-annotator")) if people else ():
        cells = [people[part][key][one] for part in PARTS for one in PRF]
        rows.append([name, "", "people", *cells])
    note = (
        f"People: {people['examples']:,} questions with more than five annotations, five of them drawn as reference."
        if people
        else ""
    )
    return (
        without_empty(
            Table(
                "systems",
                "Baselines, runs and people",
                "Natural Questions, Table 3",
                (Column("System"), Column("Team"), Column("Kind"), *_prf_columns()),
                rows,
                note,
            )
        )
        if rows
        else None
    )


def _prf_columns() -> list[Column]:
    return [Column(f"{PARTS_SHOWN[part]}, {name}", "number") for part in PARTS for name in PRF_SHOWN]


def both_answers(scored: Scored) -> Table | None:
    """The same over the questions that have both a long and a short answer; None where none has."""
    if scored.spans is None:
        return None
    both = {qid for qid, (long, short) in scored.spans.gold.items() if long and short}
    if not both or not scored.evaluation.runs:
        return None
    rows: list[list[Cell]] = []
    for run in _in_order(scored):
        spans = scored.report.runs[run.run_id].more["spans"]
        found = [_over(spans[part], both) for part in PARTS]
        cells = [getattr(one.counts, name) for one in found for name in PRF]
        rows.append([BASELINES.get(run.run_id, run.run_id), run.team, made_by(run), *cells])
    columns = (Column("System"), Column("Team"), Column("Kind"), *_prf_columns())
    note = f"{len(both):,} of {len(scored.spans.gold):,} questions."
    return without_empty(
        Table(
            "both-answers",
            "Questions with a long and a short answer",
            "Natural Questions, section 6.4",
            columns,
            rows,
            note,
        )
    )


def _over(part: Mapping[str, Any], qids: Iterable[str]) -> Scores:
    verdicts: Mapping[str, Sequence[int]] = part["verdicts"]
    return scores_of(
        Verdict(qid, bool(gold), bool(given), bool(right), None)
        for qid in sorted(qids)
        if qid in verdicts
        for gold, given, right in (verdicts[qid],)
    )


def by_kind(scored: Scored) -> Table | None:
    """Long answers by the kind of the place; None where no kind is known."""
    if scored.spans is None:
        return None
    rows: list[list[Cell]] = []
    for run in _in_order(scored):
        kinds = scored.report.runs[run.run_id].more["spans"]["long"]["by_kind"]
        cells = [kinds[group]["f1"] if group in kinds else None for group in GROUPS]
        if any(cell is not None for cell in cells):
            rows.append([BASELINES.get(run.run_id, run.run_id), run.team, made_by(run), *cells])
    columns = (
        Column("System"),
        Column("Team"),
        Column("Kind"),
        *(Column(f"{group.capitalize()}, F1", "number") for group in GROUPS),
    )
    if not rows:
        return None
    return without_empty(
        Table(
            "long-answers-by-kind",
            "Long answers by kind",
            "Natural Questions, section 6.4",
            columns,
            rows,
        )
    )
