from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('documents', '0008_second_texts'),
    ]

    operations = [
        migrations.RenameField(model_name='snapshot', old_name='maker', new_name='renderer_version'),
        migrations.AlterField(
            model_name='snapshot',
            name='renderer_version',
            field=models.PositiveIntegerField(help_text='of the code that made it'),
        ),
    ]
