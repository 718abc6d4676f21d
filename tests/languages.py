"""A site that offers all languages."""

from collections.abc import Iterator

import pytest
from django.test import override_settings
from django.utils.translation import trans_real

from assize import assets
from assize.languages import NAMES


@pytest.fixture
def all_languages() -> Iterator[None]:
    """All languages are offered; what was made for fewer is made anew, before and after."""
    with override_settings(LANGUAGES=list(NAMES.items())):
        _forget()
        yield
    _forget()


@pytest.fixture
def english_alone() -> Iterator[None]:
    """English alone is offered."""
    with override_settings(LANGUAGES=[("en", NAMES["en"])]):
        _forget()
        yield
    _forget()


def _forget() -> None:
    trans_real.get_languages.cache_clear()  # type: ignore[attr-defined]  # its stubs hide the cache
    assets._assets.cache_clear()
