"""Answer classes and nuggets become kinds of one table, and the traces of their imports follow."""

import json
import zlib
from typing import Any

import django.db.models.deletion
from django.core.management.color import no_style
from django.db import migrations, models
from django.db.models.functions import Coalesce

import documents.fields

CLASS = "class"
SAID = ("uid", "question_id", "name", "text", "origin", "member_id", "docid", "removed")
HOLDERS = ("Judgment", "Adjudication")


def move_classes(apps: Any, editor: Any) -> None:
    """Copy the classes under new numbers, each the old one and what no nugget's number ever passed."""
    classes, entries = apps.get_model("judging", "FormerClass"), apps.get_model("judging", "Entry")
    traces = apps.get_model("campaigns", "ImportTrace").objects.filter(source__kind="answers")
    passed = number_after_all(classes, entries, editor)
    rows = classes.objects.order_by("pk").values_list("pk", *SAID).iterator()
    new = (entries(pk=pk + passed, kind=CLASS, **dict(zip(SAID, said, strict=True))) for pk, *said in rows)
    entries.objects.bulk_create(new, batch_size=2_000)
    for holder in HOLDERS:
        held = apps.get_model("judging", holder).objects.exclude(answer_class=None)
        held.update(answer_class=models.F("answer_class") + passed)
    for trace in traces:
        tables = json.loads(zlib.decompress(bytes(trace.packed)))
        trace.packed = zlib.compress(json.dumps([moved(one, passed) for one in tables]).encode())
        trace.save()
    with editor.connection.cursor() as cursor:
        for sql in editor.connection.ops.sequence_reset_sql(no_style(), [entries]):
            cursor.execute(sql)
    editor.connection.check_constraints()  # now, because PostgreSQL alters no table that waits for it


def number_after_all(classes: Any, entries: Any, editor: Any) -> int:
    """A number that no nugget ever had; 0 where there is no class to be moved."""
    first = classes.objects.order_by("pk").first()
    if first is None:
        return 0
    passed = entries.objects.create(name="~", kind=CLASS, question=first.question).pk
    editor.execute("DELETE FROM judging_entry WHERE id = %s", [passed])  # by the model, `draft` may seem to lead to it
    return int(passed)


def moved(table: dict[str, Any], passed: int) -> dict[str, Any]:
    """A table of a trace under the new numbers; the order of the columns stays, and so do its checksums."""
    if table["label"] != "judging.AnswerClass":
        return table
    columns = ["text" if name == "label" else name for name in table["columns"]]
    rows = {
        what: {int(pk) + passed: kept for pk, kept in table[what].items()}
        for what in ("made", "changed", "removed")
    }
    return {**table, "columns": columns, **rows}


def answer_class(holder: str, name: str, *, is_checked: bool) -> migrations.AlterField:
    """The class of a judgment or decision; what a number leads to is not checked until it is the new one."""
    help_text = "of a correct list answer" if holder == "Judgment" else ""
    field = models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT,
        null=True,
        related_name=name,
        to="judging.entry",
        db_constraint=is_checked,
        help_text=help_text,
    )
    return migrations.AlterField(holder, "answer_class", field)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0004_reasons_of_dates"),
        ("judging", "0005_judgments_are_marks"),
        ("people", "0002_members"),
    ]

    operations = [
        migrations.DeleteModel("DraftedNugget"),
        migrations.RemoveConstraint("nugget", "nugget_unique"),
        migrations.RemoveConstraint("nugget", "nugget_of_its_kind"),
        migrations.RenameModel("Nugget", "Entry"),
        migrations.RenameModel("AnswerClass", "FormerClass"),
        migrations.AlterField(
            "formerclass",
            "question",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                db_index=False,
                related_name="+",
                to="campaigns.question",
            ),
        ),
        migrations.RenameField("formerclass", "label", "text"),
        migrations.AlterField(
            "entry",
            "kind",
            models.CharField(
                choices=[("class", "Class"), ("nugget", "Nugget"), ("draft", "Draft")], max_length=6
            ),
        ),
        migrations.AlterField(
            "entry",
            "question",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                db_index=False,
                related_name="entries",
                to="campaigns.question",
            ),
        ),
        migrations.AlterField(
            "entry",
            "docid",
            documents.fields.CodePointCharField(
                blank=True, help_text="a document that holds or supports it", max_length=255
            ),
        ),
        migrations.AlterField(
            "entry",
            "position",
            models.PositiveIntegerField(default=0, help_text="in its list; 0 where the kind has no order"),
        ),
        migrations.AlterField(
            "entry",
            "removed",
            models.BooleanField(default=False, help_text="taken off the list, or merged into another"),
        ),
        answer_class("Judgment", "judgments", is_checked=False),
        answer_class("Adjudication", "settled_items", is_checked=False),
        migrations.RunPython(move_classes),
        answer_class("Judgment", "judgments", is_checked=True),
        answer_class("Adjudication", "settled_items", is_checked=True),
        migrations.DeleteModel("FormerClass"),
        migrations.CreateModel(
            name="AnswerClass",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("judging.entry",),
        ),
        migrations.CreateModel(
            name="Nugget",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("judging.entry",),
        ),
        migrations.CreateModel(
            name="DraftedNugget",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("judging.nugget",),
        ),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(
                models.F("question"),
                models.F("kind"),
                models.F("name"),
                models.Case(models.When(kind="class", then=Coalesce("member", 0)), default=0),
                name="entry_unique",
            ),
        ),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=models.Q(kind="class", importance="", note="", position=0, draft=None)
                | models.Q(kind="nugget", importance="", note="")
                | models.Q(kind="draft", member__isnull=False, draft=None),
                name="entry_of_its_kind",
            ),
        ),
    ]
