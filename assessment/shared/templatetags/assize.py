"""How numbers and times look on pages."""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from assessment.shared.seen import mark_of

register = template.Library()


@register.filter
def score(value: Any) -> str:
    """A score with three digits in the field's style (.660); an undefined one as a dash."""
    if value is None or value == "":
        return "–"
    text = f"{float(value):.3f}"
    return text[1:] if text.startswith("0.") else text.replace("-0.", "-.", 1)


@register.filter
def number(value: object) -> str:
    """A count as sentences of commands write it: 17,190. What is none stays as it is."""
    return f"{value:,}" if isinstance(value, int) else str(value)


@register.filter
def mark(state: object) -> str:
    """The mark of a state, for a form to carry back as `seen`."""
    return mark_of(state)


@register.filter
def when(value: datetime | None) -> SafeString | str:
    """A time with its zone, readable by people and programs."""
    if value is None:
        return "–"
    local = timezone.localtime(value)
    shown = f"{local.day} {local:%b %Y, %H:%M %Z}"
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), shown)


@register.filter
def lookup(mapping: Any, key: Any) -> Any:
    """The value of a key that is only known while rendering."""
    return mapping.get(key) if mapping else None


@register.filter
def percent(part: Any, whole: Any) -> str:
    """A share in whole percent; a dash where there is nothing to share."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


@register.filter
def spaced(name: str) -> str:
    """A grade as words: locally_correct as "locally correct"."""
    return name.replace("_", " ")
