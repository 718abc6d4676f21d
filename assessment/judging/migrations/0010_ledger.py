# One history for everything that people decide.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0006_gold'),
        ('judging', '0009_judgment_imports'),
        ('submissions', '0006_unfinished_rounds'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.DeleteModel(name='AdjudicationRevision'),
        migrations.DeleteModel(name='Revision'),
        migrations.DeleteModel(name='Change'),
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('grade', 'Grade, note or “later”'), ('parts', 'Answer classes, nuggets, votes or marks'), ('notes', 'Notes on the question'), ('decision', 'Decision on a disputed item')], max_length=10)),
                ('client_id', models.UUIDField(help_text='made by the browser, so that a repeated save is harmless')),
                ('label', models.TextField(help_text='what was done, as the undo button names it')),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('is_undo', models.BooleanField(default=False)),
                ('undone', models.BooleanField(default=False, help_text='taken back, or there was nothing to take back')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('seconds', models.PositiveIntegerField(default=0, help_text='active time that came with it')),
                ('place', models.PositiveIntegerField(help_text="of the item in the assessor's list, from 1", null=True)),
                ('document_revision', models.PositiveIntegerField(help_text='which copy of the document was beside the answer', null=True)),
                ('remote_resources', models.CharField(blank=True, help_text='the setting under which that copy was shown', max_length=10)),
                ('assignment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='judging.assignment')),
                ('item', models.ForeignKey(help_text='where it concerns one item', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='submissions.poolitem')),
                ('made_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('question', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.question')),
                ('source', models.ForeignKey(db_index=False, help_text='the import that the new state is from', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='judging.judgmentimport')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('is_undo', False), ('undone', False)), fields=['question', 'assignment', 'kind', '-id'], name='change_undoable')],
                'constraints': [models.UniqueConstraint(fields=('question', 'client_id'), name='change_client_id_unique')],
            },
        ),
        migrations.AlterField(
            model_name='judgment',
            name='changes',
            field=models.PositiveIntegerField(default=0, help_text='how often it was changed; a save names the number it saw'),
        ),
    ]
