"""python manage.py migrate [APP [NAME]]: Django's command, for which a new database need not go through every migration."""

from typing import Any

from django.apps import apps
from django.core.management.base import no_translations
from django.core.management.commands import migrate
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

LESS = (
    "app_label",
    "plan",
    "check_unapplied",
    "fake",
    "fake_initial",
)  # options that ask for less than all tables


class Command(migrate.Command):
    help = "Bring the tables up to date; of an empty database, make them all at once."

    @no_translations  # content types and permissions are stored in English
    def handle(self, *args: Any, **options: Any) -> None:
        """Lay the tables where there are none; anything else is Django's."""
        connection = connections[options["database"]]
        if any(options[name] for name in LESS) or connection.introspection.table_names():
            super().handle(*args, **options)
            return
        lay_tables(connection)
        emit_post_migrate_signal(options["verbosity"], options["interactive"], connection.alias)
        if options["verbosity"]:
            self.stdout.write("Made all tables.")


def lay_tables(connection: BaseDatabaseWrapper) -> None:
    """Make the tables of the models as they are, and note every migration as run: all or none.

    That is what the migrations come to, without the models of each step between them. A test compares both ways; a
    migration that writes what no model says (RunSQL, RunPython for new databases) has to be called here too.
    """
    recorder = MigrationRecorder(connection)
    models: list[type[Model]] = [recorder.Migration, *apps.get_models()]
    with connection.schema_editor() as editor:
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        known = sorted(MigrationLoader(None).disk_migrations)
        recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in known)
