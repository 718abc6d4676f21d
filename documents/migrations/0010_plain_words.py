from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("documents", "0009_renderer_version")]

    operations = [
        migrations.RenameField("remotefile", "fault", "error"),
        migrations.RenameField("scanproblem", "remedy", "hint"),
    ]
