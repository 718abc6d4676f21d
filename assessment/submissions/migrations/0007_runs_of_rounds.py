"""Which round pooled which run was not kept: the first that could have is taken, to the depth that the run says."""

from django.db import migrations


def fill(apps, schema_editor):
    Run = apps.get_model("submissions", "Run")
    PoolRound = apps.get_model("submissions", "PoolRound")
    PooledRun = apps.get_model("submissions", "PooledRun")
    rounds = {}
    for made in PoolRound.objects.order_by("campaign_id", "number"):
        rounds.setdefault(made.campaign_id, []).append(made)
    found = []
    for run in Run.objects.filter(pooled=True).order_by("pk").iterator():
        possible = rounds.get(run.campaign_id, [])
        fitting = [
            made
            for made in possible
            if (not made.priorities or run.priority in made.priorities)
            and run.submitted_at <= made.made_at
            and (run.ended_at is None or made.made_at <= run.ended_at)
        ]
        if fitting or possible:
            found.append(PooledRun(round=(fitting or possible)[0], run=run, depth=run.depth))
    PooledRun.objects.bulk_create(found, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("submissions", "0006_items_leave_pools")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
