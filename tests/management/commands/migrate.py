"""Django's command, which makes the database of the tests: it lays tables as a first start does, ten seconds quicker."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from assize.tables import lay_tables


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Lay the tables where there are none, then run what migrations are left."""
        if not options["app_label"]:
            lay_tables(connections[options["database"]])
        super().handle(*args, **options)
