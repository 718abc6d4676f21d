"""How values of measures look."""

from django import template

from assessment.shared.templatetags.assize import score
from documents.say import left_to_right
from scoring.decimals import decimal, in_full, rounded

register = template.Library()


@register.filter
def measure(value: float | int | None) -> str:
    """A count as it is, a share like a score, an undefined value as a dash."""
    return str(value) if isinstance(value, int) else score(value)


@register.filter
def figure_name(name: str) -> str:
    """The name of a formula's figure, for people."""
    return name.replace("_", " ")


@register.filter
def signed(value: float | None) -> str:
    """A difference of scores with its sign; a dash where there is none."""
    if value is None:
        return "–"
    sign = "+" if rounded(value) >= 0 else ""
    return left_to_right(f"{sign}{decimal(value)}".replace("-", "−"))


@register.filter
def share(part: int, whole: int) -> str:
    """A share in percent with one digit; a dash where there is nothing to share."""
    return f"{in_full(100 * part / whole, 1)}\u00a0%" if whole else "–"


@register.filter
def plain(value: float | None) -> str:
    """A run's own score, with six digits and no zeros at the end; a dash where there is none."""
    return "–" if value is None else f"{value:g}".replace("-", "−", 1)
