from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0010_tokens'),
    ]

    operations = [
        migrations.AddField(
            model_name='account',
            name='removed_at',
            field=models.DateTimeField(blank=True, help_text="when its person's data was removed; what is left is a pseudonym", null=True),
        ),
    ]
