"""Keys of the judging pages, by account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0006_account_zone")]

    operations = [
        migrations.AddField(
            "account",
            "keys",
            models.JSONField(
                blank=True, default=dict, help_text="keys of the judging pages: `on`, and `own` by page"
            ),
        )
    ]
