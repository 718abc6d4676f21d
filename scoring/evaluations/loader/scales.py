"""Scales as declarations have them: [[scale]] with its grades, best first."""

from collections.abc import Sequence
from fractions import Fraction

from scoring.evaluations.loader.table import Table, once
from scoring.say import say
from scoring.scales import DOUBTFUL, NEAR, RIGHT, SCALES, WRONG, Grade, Scale
from scoring.tracks.base import QuestionType

MOST_SCALES = 10
FEWEST_GRADES, MOST_GRADES = 2, 6  # the judging page has a key for each
LABEL = 20  # characters that tables have for the label of a grade
MOST_VALUE = 1_000
DIGITS = "0123456789"  # the keys of grades; all others are those of the judging page
RESERVED = ("cannot_judge", "U")  # labels of what is no grade


def read_scales(root: Table) -> dict[str, Scale]:
    """The scales that a declaration has, and those that are built in, by name."""
    tables = root.tables("scale", MOST_SCALES, ())
    scales = [_scale(table) for table in tables]
    once(tables, "name", [scale.name for scale in scales])
    return {**SCALES, **{scale.name: scale for scale in scales if scale.name}}


def _scale(table: Table) -> Scale:
    name = table.name("name")
    if name in SCALES:
        message = say("A scale that is built in is called {name}.", name=name)
        table.refuse("name", message, say("Give yours another name."), "twice")
    grades = table.tables("grades", MOST_GRADES)
    if len(grades) < FEWEST_GRADES and "grades" in table:
        table.refuse("grades", say("A scale has at least two grades."), say("Write the grades, best first."))
    right = table.names("right", ())
    declared, correct = _grades(table, grades, right)
    cannot_judge = table.flag("cannot_judge", False)
    table.done()
    return Scale(name, declared, right=correct, cannot_judge=cannot_judge)


def _grades(
    table: Table, tables: Sequence[Table], right: Sequence[str]
) -> tuple[tuple[Grade, ...], frozenset[str]]:
    """The grades, and which of them are right."""
    labels = [one.name("label", most=LABEL) for one in tables]
    once(tables, "label", labels)
    for one, label in zip(tables, labels, strict=True):
        if label in RESERVED:
            message = say("{label} means something other than a grade.", label=label)
            one.refuse("label", message, say("Give the grade another label."), "reserved")
    values = [one.number("value", None, MOST_VALUE) for one in tables]
    _check_values(table, tables, values)
    chosen = _right(table, labels, values, right)
    return _coded(tables, labels, values, chosen), chosen


def _check_values(table: Table, tables: Sequence[Table], values: Sequence[Fraction | None]) -> None:
    """Values are of all grades or of none, and become no better from one to the next."""
    given = [value for value in values if value is not None]
    for one, value in zip(tables, values, strict=True):
        if given and value is None and "value" not in one:
            message = say("This grade has no value, and others of its scale have one.")
            one.refuse("value", message, say("Give all of them a value, or none."), "missing")
    if given != sorted(given, reverse=True):
        message = say("The values of grades go up; grades stand best first.")
        table.refuse("grades", message, say("Order them by their values, the best first."))


def _right(
    table: Table, labels: Sequence[str], values: Sequence[Fraction | None], named: Sequence[str]
) -> frozenset[str]:
    """The grades that count as right: those named, else those of the top value."""
    unknown = [label for label in named if label not in labels]
    if unknown:
        message = say("right names {unknown}, which is no grade of the scale.", unknown=", ".join(unknown))
        table.refuse(
            "right", message, say("The grades are {grades}.", grades=", ".join(labels)), "unknown_name"
        )
    given = [value for value in values if value is not None]
    if not named and not given and labels:
        message = say("Nothing says which grades count as right.")
        table.refuse("right", message, say("Name them in right, or give grades values."), "missing")
    top = max(given, default=None)
    best = [label for label, value in zip(labels, values, strict=True) if top is not None and value == top]
    chosen = frozenset(named or best)
    if len(set(labels)) > 1 and set(labels) <= chosen:
        key, message = "right" if named else "grades", say("All grades count as right.")
        values_differ = say("Give them different values, or name in right those that count.")
        table.refuse(key, message, say("Leave one out at least.") if named else values_differ)
    return chosen


def check_codes(root: Table, types: Sequence[QuestionType]) -> None:
    """A code of qrels files means one grade, whatever the type of question."""
    codes: dict[int, str] = {}
    graded = [(number, kind.scale) for number, kind in enumerate(types) if kind.scale]
    for number, grade in ((number, grade) for number, scale in graded for grade in scale.declared):
        if codes.setdefault(grade.code, grade.label) != grade.label:
            message = say(
                "The code {code} is that of {one} and of {other}, on two scales.",
                code=str(grade.code),
                one=codes[grade.code],
                other=grade.label,
            )
            root.source.add(
                ("type", number, "scale"), "twice", message, say("Give each grade a code of its own.")
            )


def check_labels(root: Table, types: Sequence[QuestionType]) -> None:
    """A label has one title, tone and value, whatever it is of: pages of several types know a grade by its label."""
    seen: dict[str, Grade] = {}
    for number, kind in enumerate(types):
        for scale in kind.scales:
            place = ("type", number, "cell_scale" if scale is kind.cell_scale else "scale")
            for grade in scale.declared:
                if problem := _differs(seen.setdefault(grade.label, grade), grade):
                    root.source.add(place, "twice", *problem)


def _differs(one: Grade, other: Grade) -> tuple[str, str] | None:
    """What two scales say differently of a label, and what to do; None where they say the same."""
    said = [
        ("title", one.title or one.label, other.title or other.label),
        ("tone", one.tone, other.tone),
        ("value", f"{float(one.value):.15g}", f"{float(other.value):.15g}"),
    ]
    for key, first, second in said:
        if first != second:
            message = say(
                "The grade {label} has the {key} {one} on one scale and {other} on another.",
                label=one.label,
                key=key,
                one=first,
                other=second,
            )
            return message, say("Give it one {key}, or one of them another label.", key=key)
    return None


def _coded(
    tables: Sequence[Table], labels: Sequence[str], values: Sequence[Fraction | None], right: frozenset[str]
) -> tuple[Grade, ...]:
    """The grades with codes of qrels files: those named, else their values where these are digits, else their order."""
    worth = [value or Fraction(0) for value in values]
    are_digits = len(set(worth)) == len(worth) and all(one.denominator == 1 and one <= 9 for one in worth)
    codes = [int(one) for one in worth] if are_digits else list(reversed(range(len(tables))))
    codes = [one.whole("code", code, -9, 9) for one, code in zip(tables, codes, strict=True)]
    once(tables, "code", [str(code) for code in codes])
    grades = [_grade(*four, four[1] in right) for four in zip(tables, labels, worth, codes, strict=True)]
    once(tables, "key", [grade.key for grade in grades])
    return tuple(grades)


def _grade(table: Table, label: str, value: Fraction, code: int, is_right: bool) -> Grade:
    usual = RIGHT if is_right else NEAR if value else WRONG
    tone = table.choice("tone", (RIGHT, NEAR, DOUBTFUL, WRONG), usual)
    title = table.text("title", label)
    key = table.name("key", "", most=1)
    if key and key not in DIGITS:
        message = say("The key of a grade is a digit; {key} is a key of the judging page.", key=key)
        table.refuse("key", message, say("Write one from 0 to 9, or leave it out."))
    table.done()
    return Grade(label, tone, code, value, name=title, title=title, key=key)
