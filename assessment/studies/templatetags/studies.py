"""How values of studies look."""

from django import template

register = template.Library()


@register.filter
def percent(value: float | None) -> str:
    """A share in percent with one digit; a dash where there is none."""
    return "–" if value is None else f"{100 * value:.1f}\u00a0%"


@register.filter
def unit_name(unit: str, number: int) -> str:
    """The name of what scores are over: question, questions, series."""
    return unit if unit == "series" or number == 1 else f"{unit}s"
