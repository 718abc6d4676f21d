"""What the grades of disputed items come to stands with the items: the majority's grade, and how many dissent."""

from collections import Counter, defaultdict

from django.db import migrations

AT_ONCE = 2_000


def fill(apps, schema_editor):
    """Work it out once for the items that are disputed already."""
    items, judgments = apps.get_model("submissions", "PoolItem"), apps.get_model("judging", "Judgment")
    last = 0
    while pks := list(
        items.objects.filter(disputed=True, pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    ):
        _fill_some(items, judgments, pks)
        last = pks[-1]


def _fill_some(items, judgments, pks):
    counting = judgments.objects.filter(item__in=pks, kind="human", assignment__handed_over_at__isnull=True)
    grades = defaultdict(Counter)
    for item, grade in counting.exclude(grade="").order_by().values_list("item", "grade"):
        grades[item][grade] += 1
    alike = defaultdict(list)
    for item, counts in grades.items():
        (grade, most), total = counts.most_common(1)[0], sum(counts.values())
        alike[grade if most * 2 > total else "", total - most].append(item)
    for (majority, dissenters), some in alike.items():
        items.objects.filter(pk__in=some).update(majority=majority, dissenters=dissenters)


class Migration(migrations.Migration):
    dependencies = [("judging", "0005_opinions_and_batches")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
