import hashlib

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def take_over(apps, schema_editor):
    """Tokens of before go on working, and are kept as hashes from now on."""
    former, token = apps.get_model('authtoken', 'Token'), apps.get_model('people', 'ApiToken')
    for row in former.objects.order_by('key'):
        token.objects.create(
            account_id=row.user_id,
            name='API',
            token_hash=hashlib.sha256(row.key.encode()).hexdigest(),
            begins=row.key[:6],
            made_at=timezone.now(),
        )
    former.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('authtoken', '0004_alter_tokenproxy_options'),
        ('campaigns', '0001_initial'),
        ('people', '0009_signed_in_browsers'),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='what it is for; one that is in force has it alone', max_length=100)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('begins', models.CharField(help_text='its first characters, to tell tokens apart', max_length=12)),
                ('role', models.CharField(blank=True, choices=[('admin', 'Admin'), ('organizer', 'Organizer'), ('adjudicator', 'Adjudicator'), ('assessor', 'Assessor'), ('participant', 'Participant')], max_length=20)),
                ('writes', models.BooleanField(default=True, help_text='whether it changes anything')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(null=True)),
                ('used_at', models.DateTimeField(help_text='to the minute', null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='KeptAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200)),
                ('request_hash', models.CharField(help_text='of method, address and body', max_length=64)),
                ('status', models.PositiveSmallIntegerField(help_text='empty: not answered yet', null=True)),
                ('body', models.JSONField(null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('account', 'name'), name='token_name_unique'),
        ),
        migrations.AddConstraint(
            model_name='keptanswer',
            constraint=models.UniqueConstraint(fields=('account', 'key'), name='kept_answer_unique'),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop, elidable=True),
    ]
