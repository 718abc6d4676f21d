"""The list of keys on a page, with the keys that the reader's account has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import template

from assessment.people.selectors.keys import KeymapInForce, keymap_of
from assessment.shared.grades import grade_name

register = template.Library()


@register.inclusion_tag("people/_key_list.html", takes_context=True)
def key_list(
    context: template.Context,
    name: str,
    grades: Sequence[str] | Mapping[str, str] = (),
    only: str = "",
    without: str = "",
) -> dict[str, Any]:
    """The panel that “?” opens; scripts read from it which keys are in force.

    `grades` are those on the keys 1, 2, …, or what each of their keys gives. `only` names the actions, besides grades, that a page has which shares another's keys; empty: all. `without` names those
    that it has not.
    """
    keymap = keymap_of(context["request"].user, name)
    kept = [
        one
        for one in keymap.keys
        if (not only or one.action.name in only.split() or one.action.name.startswith("grade-"))
        and one.action.name not in without.split()
    ]
    return {"keymap": keymap, "lines": list(_lines(keymap._replace(keys=kept), _named(grades)))}


def _named(grades: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    """What the actions of grades give."""
    if not isinstance(grades, Mapping):
        grades = {str(number): grade_name(grade) for number, grade in enumerate(grades, 1)}
    return {f"grade-{key}": name for key, name in grades.items()}


def _lines(keymap: KeymapInForce, named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each key and what it does; grades by their names, and no more of them than there are."""
    changeable = {one.action.name for one in keymap.keys}
    for name in named:
        if name not in changeable:  # a scale of people's own may have any key
            yield name.removeprefix("grade-"), named[name]
    for one in keymap.keys:
        if one.action.name in named:
            yield one.key, named[one.action.name]
        elif not one.action.name.startswith("grade-"):
            yield one.key, one.action.does
