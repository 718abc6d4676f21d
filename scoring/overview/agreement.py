"""How alike people judged, question by question and in coefficients, and how disputes were decided."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from scoring.agreement.items import means, table
from scoring.overview.scored import Scored
from scoring.overview.tables import Cell, Column, Table, without_empty
from scoring.say import sentence
from scoring.studies.agreement import everything

REASONS = {
    "opinion": "Matter of opinion",
    "misapplied": "Guideline misapplied",
    "inconsistent": "Inconsistent",
    "": "Without a ground",
}
KINDS = {
    "grades": sentence("Grades"),
    "votes": sentence("Votes on nuggets"),
    "matches": sentence("Nuggets marked in answers"),
    "long_given": sentence("Whether there is a long answer"),
    "long_answer": sentence("Long answers"),
    "short_given": sentence("Whether there is a short answer"),
    "short_answer": sentence("Short answers"),
}
OF_EACH = ("scales", "criteria")  # whose parts are called by names of the evaluation
COEFFICIENTS = {
    "observed": sentence("Observed agreement"),
    "fleiss": sentence("Fleiss’ kappa"),
    "alpha": sentence("Krippendorff’s alpha"),
    "ordinal_alpha": sentence("Krippendorff’s alpha, ordinal"),
    "interval_alpha": sentence("Krippendorff’s alpha, of values"),
    "ac1": sentence("Gwet’s AC1"),
    "ac2_linear": sentence("Gwet’s AC2, linear"),
    "ac2_quadratic": sentence("Gwet’s AC2, quadratic"),
}
WEIGHTED = {
    "kappa_linear": sentence("Weighted kappa, linear"),
    "kappa_quadratic": sentence("Weighted kappa, quadratic"),
}  # of each two people, on graded scales
CLASSES = {
    "pairwise_agreement": "Pairs of answers grouped the same way",
    "adjusted_rand": "Adjusted Rand index",
}


def by_question(scored: Scored) -> Table | None:
    """J, D, O and OL of each question, and their means; None where nobody graded anything."""
    found = table(scored.index)
    if not found:
        return None
    rows: list[list[Cell]] = [
        [one.qid, one.judged, one.disputed, one.overruled, one.overlap] for one in found
    ]
    whole = means(found)
    rows.append(["Mean", whole.judged, whole.disputed, whole.overruled, whole.overlap])
    columns = (
        Column("Question"),
        Column("J", "count"),
        Column("D", "count"),
        Column("O", "count"),
        Column("OL", "number", 2),
    )
    note = (
        "J: answers judged. D: judged differently. O: majorities overruled in adjudication. OL: answers that all who "
        "judged them call correct, of those that anybody does; a dash where nobody does, or nobody judged twice."
    )
    return Table(
        "agreement-by-question",
        "Agreement per question",
        "TREC-8, appendix C, Table 4",
        columns,
        rows,
        note,
    )


def decisions(scored: Scored) -> Table | None:
    """Decisions by ground; None where there are none."""
    decided = list(scored.index.decisions.values())
    if not decided:
        return None
    by_reason = Counter(one.ground for one in decided)
    overruled = Counter(one.ground for one in decided if one.overruled)
    rows: list[list[Cell]] = [
        [label, by_reason[reason], Fraction(by_reason[reason], len(decided)), overruled[reason]]
        for reason, label in REASONS.items()
        if by_reason[reason]
    ]
    rows.append(["All", len(decided), Fraction(1), overruled.total()])
    columns = (
        Column("Ground"),
        Column("Decisions", "count"),
        Column("Share", "share"),
        Column("Majority overruled", "count"),
    )
    disputed = len(scored.index.disputed)
    note = f"Answers judged differently: {disputed:,}."
    return Table("decisions", "Decisions by ground", "TREC-8, section 2.4", columns, rows, note)


def coefficients(scored: Scored) -> Table | None:
    """Agreement with its intervals, as studies have it; None where nobody judged twice."""
    found = everything(scored.index, most_pairs=0).as_json()
    rows = list(_rows(found))
    if not rows:
        return None
    columns = (
        Column("Of"),
        Column("Coefficient"),
        Column("Judged twice", "count"),
        Column("Value", "number"),
        Column("95 % interval, low", "number"),
        Column("95 % interval, high", "number"),
        Column("Why there is none"),
    )
    note = (
        f"Intervals: {found['samples']:,} bootstrap samples of questions, seed {found['seed']}; none over fewer than ten "
        "questions. OL: mean overlap over questions."
    )
    return without_empty(Table("agreement", "Agreement", "TREC-8, section 3.1", columns, rows, note))


def _rows(found: Mapping[str, Any]) -> Iterator[list[Cell]]:
    there = {**found, **found.get("annotations", {})}
    parts = [(name, label, there.get(name) or {}) for name, label in KINDS.items()]
    parts += [(own, name, part) for own in OF_EACH for name, part in found.get(own, {}).items()]
    for name, label, part in parts:
        for coefficient, words in COEFFICIENTS.items() if part else ():
            if coefficient in part:
                yield [label, words, part["judged_twice"], *_ends(part[coefficient])]
        if part and name == "grades" and found.get("means"):
            yield [label, "OL", part["judged_twice"], *_ends(found["means"]["OL"])]
    if found.get("scales"):  # each answer overlaps by its own
        yield [KINDS["grades"], "OL", None, *_ends(found["means"]["OL"])]
    if classes := found.get("classes"):
        for coefficient, words in CLASSES.items():
            yield ["Answer classes", words, None, *_ends(classes[coefficient])]


def _ends(one: Mapping[str, Any]) -> list[Cell]:
    return [one["value"], one["low"], one["high"], one.get("reason", "")]
