"""Types of question as declarations have them: [[type]] with its form, its scale and its measures."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.evaluations.loader.criteria import criteria_of, has_values, misfit
from scoring.evaluations.loader.links import check_links
from scoring.evaluations.loader.source import meant
from scoring.evaluations.loader.table import Table, once
from scoring.forms.base import Form
from scoring.measures import MEASURES, PARAMETRIC, parse
from scoring.measures.base import Measure
from scoring.say import say
from scoring.scales import Criterion, Scale, joined
from scoring.stages import GRADES, LISTING, MATCHING, VOTES
from scoring.tracks.base import QuestionType
from scoring.tracks.shapes import of_measures

Scales = tuple[Scale | None, Scale | None]  # of a type: of its items, and of nuggets in items
MOST_TYPES = 20
MOST_WORDS = 1_000  # of a nugget
TYPE = 40  # characters that tables have for the name of a type


class Around(NamedTuple):
    """What a type is declared among."""

    forms: Sequence[Form]  # that it may have
    scales: Mapping[str, Scale]
    ranks: int
    settings: Mapping[str, Any]
    criteria: tuple[Criterion, ...] = ()


def read_types(root: Table, around: Around, *, in_series: bool = False) -> list[QuestionType]:
    """The types of question in their order."""
    tables = root.tables("type", MOST_TYPES)
    named = ((one.values.get("name"), one) for one in tables if "like" not in one)
    like = {name: one for name, one in named if isinstance(name, str)}
    types = [_type(one.like(like), around) for one in tables]
    once(tables, "name", [kind.name for kind in types])
    check_links(tables, types, in_series=in_series)
    if "type" in root and not types:
        root.refuse(
            "type", say("There is no type of question."), say("Declare one under [[type]]."), "missing"
        )
    return types


def _type(table: Table, around: Around) -> QuestionType:
    forms, scales, ranks, settings, _ = around
    name = table.name("name", most=TYPE)
    label = table.text("label", name)
    names = {form.name: form for form in forms}
    form = names[table.choice("form", names, forms[0].name)]
    judged = table.flag("judged", True)
    passage_scale = table.choice("passage_scale", scales, "") if form.may_be_silent else ""
    scale = _scale(table, form, scales) if judged else None
    nil = table.flag("nil", False)
    if nil and form.is_whole:
        message = say("NIL answers single questions; those of the form {form} have none.", form=form.name)
        table.refuse("nil", message, say("Leave it out."), "combination")
    cell_scale = _cell_scale(table, form, scales)
    criteria = criteria_of(table, form, around.criteria, ranks)
    if criteria:
        cell_scale = joined(criteria)
    measures = _measures(table, form, (scale, cell_scale), settings, ranks) if judged else ()
    for number, message, hint in misfit(measures, criteria) if form.has_criteria else ():
        table.source.add((*table.place, "measures", number), "combination", message, hint)
    if measures and not form.is_whole:
        for sentence in of_measures(measures, ranks, ranks):
            table.refuse("measures", sentence, _possible(form, settings, ranks), "combination")
    pyramid = table.flag("pyramid", False) if form.asks(VOTES) else False
    if pyramid and cell_scale:
        message = say("The nuggets of a pyramid are marked, and have no labels.")
        table.refuse("cell_scale", message, say("Leave out one of the two."), "combination")
    after = table.name("after", "", most=TYPE)
    context = table.name("context", "", most=TYPE)
    if not table.flag("answers", True):
        form = form.without_seeking()
    documents = table.flag("documents", True)
    if not documents and scale and not context:  # sentences are read within their answers
        message = say("What names no document is not graded by itself here, but by its nuggets.")
        table.refuse("documents", message, say("Leave it out, or declare it of all runs."), "combination")
    nugget_words = table.whole("nugget_words", 0, 0, MOST_WORDS) if form.asks(LISTING) else 0
    table.done()
    return QuestionType(
        name=name,
        label=label,
        scale=scale,
        ranked=not form.entry and ranks > 1,
        nil_allowed=nil,
        single=(form.has_criteria or not form.entry) and ranks == 1,
        judged=judged,
        measures=measures,
        form=form,
        pyramid=pyramid,
        passage_scale=scales.get(passage_scale),
        cell_scale=cell_scale,
        after=after,
        context=context,
        documents=documents,
        nugget_words=nugget_words,
    )


def _scale(table: Table, form: Form, scales: Mapping[str, Scale]) -> Scale | None:
    """The scale of a type whose items are graded."""
    if not form.asks(GRADES):
        if "scale" in table:
            message = say("Questions of the form {form} have no grades.", form=form.name)
            table.refuse("scale", message, say("Leave it out."), "combination")
        return None
    return scales.get(table.choice("scale", scales_of(form, scales)))


def scales_of(form: Form, scales: Mapping[str, Scale]) -> list[str]:
    """The names of the scales on which items of such questions are graded."""
    of_passages = form.may_be_silent or not form.pools
    return [name for name, scale in scales.items() if scale.passages == of_passages]


def _cell_scale(table: Table, form: Form, scales: Mapping[str, Scale]) -> Scale | None:
    """The labels of nuggets in items, where they are not just marked: full support is worth 1, less of it a part, none 0; or of
    criteria that each question brings, of any worth."""
    if not form.asks(MATCHING):
        if "cell_scale" in table:
            message = say("Questions of the form {form} have no nuggets.", form=form.name)
            table.refuse("cell_scale", message, say("Leave it out."), "combination")
        return None
    scale = scales.get(table.choice("cell_scale", list(scales), ""))
    if scale and form.has_criteria and not has_values(scale):
        message = say("The scale {scale} has no values, so that nothing is worth anything.", scale=scale.name)
        table.refuse("cell_scale", message, say("Name one whose grades have values."), "combination")
    if scale and not form.has_criteria and not _is_of_cells(scale):
        message = say("The labels of nuggets are worth 1 at most and 0 at least, the best 1 and the last 0.")
        table.refuse("cell_scale", message, say("Name a scale with such values."), "combination")
    return scale


def _is_of_cells(scale: Scale) -> bool:
    values = [grade.value for grade in scale.declared]
    return values == sorted(values, reverse=True) and values[0] == 1 and values[-1] == 0


def _measures(
    table: Table, form: Form, scales: Scales, settings: Mapping[str, Any], ranks: int
) -> tuple[str, ...]:
    """The names of measures that there are, and that such questions can have."""
    found = []
    for number, name in enumerate(table.names("measures")):
        if measure := _measure(table, number, name):
            found.append(str(measure))
            if sentence := _misfit(measure, form, scales, settings):
                hint = _possible(form, settings, ranks, cells=scales[1] is not None)
                table.source.add((*table.place, "measures", number), "combination", sentence, hint)
    return tuple(found)


def _measure(table: Table, number: int, name: str) -> Measure[Any] | None:
    try:
        return parse(name)
    except ValueError as error:
        table.source.add(
            (*table.place, "measures", number),
            "unknown_measure",
            str(error),
            meant(name, [*MEASURES, *PARAMETRIC]),
        )
        return None


def _misfit(
    measure: Measure[Any],
    form: Form,
    scales: Scales,
    settings: Mapping[str, Any],
) -> str:
    """Why a measure is none of such questions; "" where it is one."""
    scale, cell_scale = scales
    if form.name not in measure.forms:
        return say(
            "{measure} is no measure of questions of the form {form}.", measure=str(measure), form=form.name
        )
    if measure.cells and not cell_scale:
        return say("{measure} needs labels of nuggets: a cell_scale.", measure=str(measure))
    if cell_scale and not measure.cells:
        return say("{measure} takes nuggets that are marked, and these have labels.", measure=str(measure))
    if missing := [name for name in measure.settings if name not in settings]:
        names = ", ".join(missing)
        return say(
            "{measure} needs the setting {names}, which there is not.", measure=str(measure), names=names
        )
    if measure.graded and scale and not any(grade.value > 0 for grade in scale.declared):
        return say("{measure} needs grades that have values.", measure=str(measure))
    return ""


def _possible(form: Form, settings: Mapping[str, Any], ranks: int, *, cells: bool = False) -> str:
    names = ", ".join(measures_of(form, settings, ranks, cells=cells))
    return say("Such questions can be measured by {names}.", names=names)


def measures_of(form: Form, settings: Mapping[str, Any], ranks: int, *, cells: bool = False) -> list[str]:
    """The measures that questions of a form can have, with so many responses to each; those with parameters as spelled.

    `cells` if nuggets have labels in items.
    """
    plain = [
        name
        for name, one in MEASURES.items()
        if _fits(one, form, cells) and set(one.settings) <= settings.keys()
    ]
    if not form.is_whole:
        plain = [name for name in plain if not any(of_measures(("accuracy", name), ranks, ranks))]
    return [*plain, *(one.spellings for one in PARAMETRIC.values() if _fits(one, form, cells))]


def _fits(measure: Measure[Any] | type[Measure[Any]], form: Form, cells: bool) -> bool:
    return form.name in measure.forms and measure.cells == cells
