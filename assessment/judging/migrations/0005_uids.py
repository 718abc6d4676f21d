from uuid import uuid4

from django.db import migrations, models


def give_uids(apps, schema_editor):
    for name in ("AnswerClass", "Nugget"):
        rows = list(apps.get_model("judging", name).objects.filter(uid=None).only("pk"))
        for row in rows:
            row.uid = uuid4()
        apps.get_model("judging", name).objects.bulk_update(rows, ["uid"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [("judging", "0004_classes_and_nuggets")]

    operations = [
        migrations.AddField("answerclass", "removed", models.BooleanField(default=False, help_text="a known answer that was merged into another")),
        migrations.AddField("answerclass", "uid", models.UUIDField(null=True)),
        migrations.AddField("nugget", "uid", models.UUIDField(null=True)),
        migrations.RunPython(give_uids, migrations.RunPython.noop),
        migrations.AlterField("answerclass", "uid", models.UUIDField(default=uuid4, unique=True, editable=False, help_text="what pages call it")),
        migrations.AlterField("nugget", "uid", models.UUIDField(default=uuid4, unique=True, editable=False, help_text="what pages call it")),
    ]
