import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("judging", "0010_ledger")]

    operations = [
        migrations.RenameModel("TrainingTry", "TrainingAttempt"),
        migrations.RenameField("assignment", "sheet_version", "notes_version"),
        migrations.AlterField(
            "trainingattempt",
            "question",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="attempts",
                to="judging.trainingquestion",
            ),
        ),
    ]
