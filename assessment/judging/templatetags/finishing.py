"""Taking back that a question is finished, on the page of the question."""

from typing import Any

from django import template

from assessment.judging.models import Assignment
from assessment.judging.selectors.built_on import built_on

register = template.Library()


@register.inclusion_tag("judging/_undo_finish.html")
def undo_finish(row: Assignment) -> dict[str, Any]:
    """The button, unless it would be refused."""
    return {"row": row, "may": row.may_undo_finish and row.pk not in built_on([row])}
