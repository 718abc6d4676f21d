from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_importing")]

    operations = [
        migrations.RenameField("candidate", "standing", "state"),
    ]
