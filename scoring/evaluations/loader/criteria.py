"""Criteria as declarations have them: [[criterion]], each with a scale of its own, for all questions of a type."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scoring.evaluations.loader.source import meant
from scoring.evaluations.loader.table import TEXT, Table, once
from scoring.forms.base import Form
from scoring.measures import parse
from scoring.measures.criteria import Group, OneCriterion
from scoring.say import say
from scoring.scales import Criterion, Scale

MOST_CRITERIA = 50  # of one answer, on one page
MOST_WEIGHT = 1_000


def read_criteria(root: Table, scales: Mapping[str, Scale]) -> tuple[Criterion, ...]:
    """The criteria in their order; those that cannot be judged are noted and left out."""
    tables = root.tables("criterion", MOST_CRITERIA, ())
    found = [_criterion(table, scales) for table in tables]
    once(tables, "name", [name for name, _ in found])
    criteria = tuple(one for _, one in found if one)
    if criteria and len(criteria) == len(tables) and not any(one.weight > 0 for one in criteria):
        message = say("No criterion has a weight above 0, so that answers are worth nothing.")
        tables[0].refuse("weight", message, say("Give one a weight above 0."), "combination")
    return criteria


def _criterion(table: Table, scales: Mapping[str, Scale]) -> tuple[str, Criterion | None]:
    name = table.name("name")
    title = table.text("title", name)
    scale = scales.get(table.choice("scale", _of_answers(scales)))
    weight = table.number("weight", Fraction(1), MOST_WEIGHT, least=-MOST_WEIGHT)
    about, group = table.text("help", "", TEXT), table.text("group", "")
    table.done()
    if scale and not has_values(scale):
        message = say("The scale {scale} has no values, so that nothing is worth anything.", scale=scale.name)
        table.refuse("scale", message, say("Name one whose grades have values."), "combination")
    return name, Criterion(name, title, scale, weight, about, group) if scale else None


def _of_answers(scales: Mapping[str, Scale]) -> list[str]:
    return [name for name, scale in scales.items() if not scale.passages]


def has_values(scale: Scale) -> bool:
    """Whether any of its labels is worth something."""
    return any(grade.value > 0 for grade in scale.declared)


def criteria_of(
    table: Table, form: Form, declared: tuple[Criterion, ...], ranks: int
) -> tuple[Criterion, ...]:
    """The criteria of a type: all that are declared, unless each question brings its own, which share a scale."""
    if not form.has_criteria:
        return ()
    if ranks > 1:
        message = say("Criteria are said of the one answer to a question, and runs give several.")
        table.refuse("form", message, say("Leave out ranks, or choose another form."), "combination")
    if "cell_scale" in table:
        return ()
    if not declared:
        message = say("Questions of this type have no criteria.")
        hint = say(
            "Declare them under [[criterion]]; or, where each question brings its own, name their scale in cell_scale."
        )
        table.refuse("form", message, hint, "missing")
    return declared


def misfit(measures: Sequence[str], criteria: Sequence[Criterion]) -> Iterator[tuple[int, str, str]]:
    """The measures of a type that name a criterion or group which it has not, by their places."""
    names, groups = [one.name for one in criteria], sorted({one.group for one in criteria if one.group})
    for number, measure in enumerate(map(parse, measures)):
        if isinstance(measure, OneCriterion) and measure.parameter not in names:
            message = say("There is no criterion {name} that all questions have.", name=measure.parameter)
            yield number, message, meant(measure.parameter, names)
        elif criteria and isinstance(measure, Group) and measure.parameter not in groups:
            message = say("No criterion is of the group {name}.", name=measure.parameter)
            yield number, message, meant(measure.parameter, groups)
