from django.db import migrations, models

STATES = {"storing": "making", "stored": "made", "taking_back": "undoing", "taken_back": "undone"}


def record_earlier(apps, schema_editor):
    """Put imports of judgments that are there already into the record of all imports, without their files."""
    imports = apps.get_model("judging", "JudgmentImport").objects.filter(kept=None).order_by("pk")
    records = apps.get_model("campaigns", "FileImport")
    for source in imports:
        last = records.objects.filter(campaign=source.campaign_id).aggregate(last=models.Max("number"))["last"]
        counts = {name: source.report.get(name, 0) for name in ("added", "changed", "unchanged", "skipped")}
        source.kept = records.objects.create(
            campaign_id=source.campaign_id,
            number=(last or 0) + 1,
            kind="annotations" if source.report.get("kind") == "annotations" else "judgments",
            file=source.file,
            state=STATES[source.state],
            sentence="{added:,} new, {changed:,} changed, {unchanged:,} unchanged.".format(**counts),
            counts=counts,
            made_by_id=source.made_by_id,
            undone_by_id=source.taken_back_by_id,
            undone_at=source.taken_back_at,
            reason=source.reason,
        )
        source.save(update_fields=["kept"])
        records.objects.filter(pk=source.kept_id).update(made_at=source.made_at)


class Migration(migrations.Migration):

    dependencies = [
        ("campaigns", "0003_file_imports"),
        ("judging", "0007_kept_files"),
    ]

    operations = [migrations.RunPython(record_earlier, migrations.RunPython.noop)]
