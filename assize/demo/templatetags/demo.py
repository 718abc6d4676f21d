"""The line about demo campaigns that are being made."""

from django import template
from django.template import Context

from assize.demo.progress import progress

register = template.Library()


@register.inclusion_tag("home/_demo_progress.html", takes_context=True)
def demo_progress(context: Context) -> dict[str, object]:
    """How far they are, kept up to date by the page's script; nothing where none are being made."""
    return {"progress": progress(), "user": context["request"].user}
