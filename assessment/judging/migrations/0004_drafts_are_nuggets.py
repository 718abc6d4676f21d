"""What programs drafted becomes nuggets of a kind of their own, and its traces of imports follow."""

import json
import zlib
from typing import Any

import django.db.models.deletion
from django.core.management.color import no_style
from django.db import migrations, models

DRAFT = "draft"
SAID = ("member_id", "question_id", "position", "text", "importance", "docid", "note")


def move_drafts(apps: Any, editor: Any) -> None:
    """Copy the drafts under new numbers, each the old one and what no nugget's number ever passed."""
    drafts, nuggets = apps.get_model("judging", "MachineNugget"), apps.get_model("judging", "Nugget")
    traces = apps.get_model("campaigns", "ImportTrace").objects.filter(source__kind="machine-nuggets")
    first = drafts.objects.order_by("pk").first()
    if first is None:
        traces.delete()  # of imports that were undone
        return
    passed = nuggets.objects.create(name="~", position=0, question=first.question).pk
    editor.execute("DELETE FROM judging_nugget WHERE id = %s", [passed])  # by the model, `draft` may seem to lead to it
    rows = drafts.objects.order_by("pk").values_list("pk", *SAID).iterator()
    nuggets.objects.bulk_create(
        nuggets(pk=pk + passed, **dict(zip(SAID, said, strict=True)), **own(*said)) for pk, *said in rows
    )
    for row in nuggets.objects.exclude(draft=None).order_by("-draft_id"):  # so that each new number is free
        nuggets.objects.filter(pk=row.pk).update(draft_id=row.draft_id + passed)
    for trace in traces:
        tables = json.loads(zlib.decompress(bytes(trace.packed)))
        trace.packed = zlib.compress(json.dumps([part for one in tables for part in moved(one, passed)]).encode())
        trace.save()
    with editor.connection.cursor() as cursor:
        for sql in editor.connection.ops.sequence_reset_sql(no_style(), [nuggets]):
            cursor.execute(sql)
    editor.connection.check_constraints()  # now, because PostgreSQL alters no table that waits for it


def own(member: int, question: int, position: int, *said: str) -> dict[str, str]:
    """What a drafted nugget has beside what is said of it."""
    return {"kind": DRAFT, "name": f"{member}/{position}", "origin": DRAFT}


def moved(table: dict[str, Any], passed: int) -> list[dict[str, Any]]:
    """A table of a trace under the new numbers: what was made, whose checksums stay, and what was removed."""
    if table["label"] != "judging.MachineNugget":
        return [table]
    made = {int(pk) + passed: mark for pk, mark in table["made"].items()}
    removed = {int(pk) + passed: [*said, *own(*said).values()] for pk, said in table["removed"].items()}
    same = {"label": "judging.DraftedNugget", "changed": {}}
    return [
        {**same, "columns": table["columns"], "made": made, "removed": {}},
        {**same, "columns": [*SAID, "kind", "name", "origin"], "made": {}, "removed": removed},
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0004_reasons_of_dates"),
        ("judging", "0003_stages_of_assignments"),
        ("people", "0002_members"),
    ]

    operations = [
        migrations.AddField(
            model_name="nugget",
            name="kind",
            field=models.CharField(
                choices=[("nugget", "Listed"), ("draft", "Drafted")], default="nugget", max_length=6
            ),
        ),
        migrations.AddField(
            model_name="nugget",
            name="importance",
            field=models.CharField(
                blank=True,
                choices=[("vital", "Vital"), ("okay", "Okay")],
                default="",
                help_text="what a draft says of it",
                max_length=5,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="nugget",
            name="note",
            field=models.TextField(blank=True, default="", help_text="of a draft"),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="nugget", name="nugget_unique"),
        migrations.AlterField(
            model_name="nugget",
            name="draft",
            field=models.OneToOneField(
                db_constraint=False,  # until the numbers are those of nuggets
                help_text="the drafted nugget that it was made of (post-editing)",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="taken",
                to="judging.nugget",
            ),
        ),
        migrations.RunPython(move_drafts),
        migrations.AlterField(
            model_name="nugget",
            name="draft",
            field=models.OneToOneField(
                help_text="the drafted nugget that it was made of (post-editing)",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="taken",
                to="judging.nugget",
            ),
        ),
        migrations.DeleteModel(name="MachineNugget"),
        migrations.CreateModel(
            name="DraftedNugget",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("judging.nugget",),
        ),
        migrations.AddConstraint(
            model_name="nugget",
            constraint=models.UniqueConstraint(fields=("question", "kind", "name"), name="nugget_unique"),
        ),
        migrations.AddConstraint(
            model_name="nugget",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("importance", ""), ("kind", "nugget"), ("note", "")),
                    models.Q(("draft", None), ("kind", "draft"), ("member__isnull", False)),
                    _connector="OR",
                ),
                name="nugget_of_its_kind",
            ),
        ),
    ]
