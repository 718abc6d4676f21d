"""Text columns that compare and sort by code point on every database."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

MAX_DOCID = 255  # characters of a document id, in every table; scoring.records has the same number


class _CodePointMixin:
    """Adds COLLATE "C" on PostgreSQL, whose cluster may sort otherwise; SQLite's BINARY is code-point order already."""

    def db_parameters(self, connection: BaseDatabaseWrapper) -> dict[str, Any]:
        parameters: dict[str, Any] = super().db_parameters(connection)  # type: ignore[misc]  # mixed into Field
        if connection.vendor == "postgresql":
            parameters["collation"] = "C"
        return parameters


if TYPE_CHECKING:  # Django's fields take type arguments for the checker alone
    _CharField = models.CharField[str, str]
    _TextField = models.TextField[str, str]
else:
    _CharField, _TextField = models.CharField, models.TextField


class CodePointCharField(_CodePointMixin, _CharField):
    """A CharField ordered by code point."""


class CodePointTextField(_CodePointMixin, _TextField):
    """A TextField ordered by code point."""
