"""The list of keys on a page, with the keys that the reader's account has."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import template

from assessment.people.selectors.keys import KeymapInForce, keymap_of
from assessment.shared.grades import grade_title, keys_of
from scoring.scales import Scale

register = template.Library()


@register.inclusion_tag("people/_key_list.html", takes_context=True)
def key_list(
    context: template.Context,
    name: str,
    scale: Scale | None = None,
    campaign: Any = None,
    only: str = "",
    without: str = "",
) -> dict[str, Any]:
    """The panel that “?” opens; scripts read from it which keys are in force.

    `only` names the actions, besides grades, that a page has which shares another's keys; empty: all. `without` names those
    that it has not.
    """
    keymap = keymap_of(context["request"].user, name)
    kept = [
        one
        for one in keymap.keys
        if (not only or one.action.name in only.split() or one.action.name.startswith("grade-"))
        and one.action.name not in without.split()
    ]
    grades = (
        {key: grade_title(grade, campaign.track) for grade, key in keys_of(scale).items()} if scale else {}
    )
    groups: dict[str, list[tuple[str, str]]] = {}
    for group, *line in _lines(keymap._replace(keys=kept), grades):
        groups.setdefault(group, []).append((line[0], line[1]))
    return {"keymap": keymap, "groups": groups}


def _lines(keymap: KeymapInForce, grades: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Each key with its group and what it does; grades, given by their usual keys, by their names, and no more of them than there are."""
    left = grades
    mine = {one.action.key: one.key for one in keymap.keys if one.action.name.startswith("grade-")}
    for one in keymap.keys:
        if not one.action.name.startswith("grade-"):
            yield one.action.group, one.key, one.action.does
            continue
        yield from ((one.action.group, mine.get(key, key), name) for key, name in left.items())
        left = {}
