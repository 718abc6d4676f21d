from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0005_links_by_mail")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="zone",
            field=models.CharField(
                blank=True, help_text="an IANA zone, in which moments are shown; empty: UTC", max_length=64
            ),
        ),
    ]
