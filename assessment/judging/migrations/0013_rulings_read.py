"""Whoever asked can say that they read the answer; answers from before this was known count as read."""

from typing import Any

from django.db import migrations, models
from django.db.models import F


def count_as_read(apps: Any, schema_editor: Any) -> None:
    apps.get_model("judging", "Ruling").objects.exclude(text="").update(read_at=F("ruled_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("judging", "0012_rulings"),
    ]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="read_at",
            field=models.DateTimeField(help_text="when whoever asked said that they read it as it is now", null=True),
        ),
        migrations.RunPython(count_as_read, migrations.RunPython.noop),
    ]
