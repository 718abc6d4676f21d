"""How much people worked on which day; what was judged before is counted from the history."""

from collections import defaultdict

import django.db.models.deletion
from django.db import migrations, models


def count_history(apps, schema_editor):
    """Active seconds and answers judged by day, from the changes that people made themselves."""
    change, work_day = apps.get_model("judging", "Change"), apps.get_model("judging", "WorkDay")
    own = change.objects.filter(
        assignment__isnull=False, source=None, made_by=models.F("assignment__member__account")
    )
    rows = own.order_by("pk").values_list("assignment__member", "made_at", "seconds", "item", "kind")
    days = defaultdict(lambda: [0, set(), None])
    for member, at, seconds, item, kind in rows.iterator(2000):
        day = days[member, at.date()]
        day[0] += seconds
        day[2] = at
        if kind == "grade" and item:
            day[1].add(item)
    work_day.objects.bulk_create(
        (
            work_day(member_id=member, day=day, seconds=seconds, judged=len(items), last_at=at)
            for (member, day), (seconds, items, at) in days.items()
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("judging", "0003_page_annotations")]

    operations = [
        migrations.CreateModel(
            name="WorkDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("day", models.DateField()),
                ("seconds", models.PositiveIntegerField(default=0, help_text="active time")),
                (
                    "judged",
                    models.IntegerField(default=0, help_text="judgments made, less those taken back"),
                ),
                ("last_at", models.DateTimeField(help_text="the last save")),
                (
                    "member",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="work_days",
                        to="people.member",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="workday",
            constraint=models.UniqueConstraint(fields=("member", "day"), name="work_day_unique"),
        ),
        migrations.RunPython(count_history, migrations.RunPython.noop),
    ]
