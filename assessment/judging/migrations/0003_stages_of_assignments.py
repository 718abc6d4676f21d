"""What somebody does is a stage of the question, and who is the primary assessor a flag of its own; one word was both."""

from django.db import migrations, models

FIRST = """SELECT CASE type
        WHEN 'OTHER' THEN 'nuggets' WHEN 'SquishyList' THEN 'nuggets' WHEN 'question' THEN 'annotation' ELSE 'answers'
    END FROM campaigns_question WHERE campaigns_question.id = judging_assignment.question_id"""


class Migration(migrations.Migration):

    dependencies = [
        ('judging', '0002_program_marks'),
    ]

    operations = [
        migrations.RenameField('assignment', 'role', 'stage'),
        migrations.AlterField(
            model_name='assignment',
            name='stage',
            field=models.CharField(help_text='its name: what is done with the question', max_length=40),
        ),
        migrations.AddField(
            model_name='assignment',
            name='primary',
            field=models.BooleanField(default=False, help_text="whose classes and nuggets are the question's"),
        ),
        migrations.AlterField(
            model_name='movedassignment',
            name='promoted_from',
            field=models.CharField(blank=True, help_text='the stage that they did before', max_length=40),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=~models.Q(stage=''), name='assignment_has_stage'),
        ),
        migrations.RunSQL("""UPDATE judging_assignment SET "primary" = TRUE WHERE stage = 'primary'"""),
        migrations.RunSQL(
            f"""UPDATE judging_assignment SET stage = CASE stage
                WHEN 'voter' THEN 'votes' WHEN 'expert' THEN 'experts' WHEN 'machine' THEN 'programs' ELSE ({FIRST})
            END"""
        ),
        migrations.RunSQL(
            """UPDATE judging_movedassignment SET promoted_from = CASE promoted_from WHEN 'voter' THEN 'votes' ELSE (
                SELECT stage FROM judging_assignment WHERE judging_assignment.id = judging_movedassignment.promoted_id
            ) END WHERE promoted_from <> '' AND promoted_id IS NOT NULL"""
        ),
    ]
