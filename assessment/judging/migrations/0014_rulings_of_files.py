"""When somebody asked can be said by a file."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("judging", "0013_rulings_read"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ruling",
            name="asked_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ]
