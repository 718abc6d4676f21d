"""Whether a program judged is a column of every mark; which file called it automatic stays beside it."""

from django.db import migrations, models

# What a program said and was taken back stood there as of a person, and said nothing.
BY_PROGRAM = """
UPDATE judging_judgment SET by_program = TRUE, automatic = (kind = 'automatic') WHERE kind <> 'human'
    OR assignment_id IN (SELECT id FROM judging_assignment WHERE stage = 'programs')
"""


class Migration(migrations.Migration):
    dependencies = [("judging", "0004_drafts_are_nuggets")]

    operations = [
        migrations.AddField("judgment", "by_program", models.BooleanField(default=False)),
        migrations.AddField(
            "judgment",
            "automatic",
            models.BooleanField(default=False, help_text="its file gives it as the gold standard's"),
        ),
        migrations.AddField("nuggetvote", "by_program", models.BooleanField(default=False)),
        migrations.RunSQL(BY_PROGRAM, migrations.RunSQL.noop),
        migrations.RemoveField("judgment", "kind"),
        migrations.AddConstraint(
            "judgment",
            models.CheckConstraint(
                condition=models.Q(by_program=True) | models.Q(automatic=False),
                name="judgment_automatic_of_program",
            ),
        ),
    ]
