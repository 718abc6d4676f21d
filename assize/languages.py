"""The languages of the pages. English sentences stand in the code and name themselves (docs/decisions/0032)."""

from collections.abc import Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

FOLDER = Path(__file__).resolve().parent.parent / "locale"
ENGLISH = "en"
NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", "ar": "العربية"}  # each in itself
# In the order of the forms that a catalog gives of one sentence, the kinds of numbers that a browser tells apart.
PLURALS = {
    "de": ("one", "other"),
    "fr": ("one", "other"),
    "ar": ("zero", "one", "two", "few", "many", "other"),
}


def offered(languages: Sequence[str]) -> list[tuple[str, str]]:
    """The languages that a site offers, English among them in any case, with their names."""
    if unknown := [language for language in languages if language not in NAMES]:
        raise ImproperlyConfigured(
            f"ASSIZE_LANGUAGES names {', '.join(unknown)}, and pages speak {', '.join(NAMES)}. Nothing was started."
        )
    return [(language, name) for language, name in NAMES.items() if language in (ENGLISH, *languages)]
