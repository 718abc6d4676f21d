"""What the pages of signing in offer."""

from typing import Any

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def ways_in() -> dict[str, Any]:
    """The provider's name, empty where there is none, and whether passwords are taken."""
    return {"provider": settings.OIDC.name if settings.OIDC else "", "passwords": settings.PASSWORDS}
