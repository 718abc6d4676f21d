"""What an import did to the tables: rows made, changed and removed; and what was built on them since.

A `Watch` reads some rows before the import and after it. Of rows that were made only a short checksum is kept, of
those that were changed or removed all that they held, so that the undo can put it back.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Field, IntegerField, Model, QuerySet, Subquery, Value

from assessment.campaigns.models import Campaign
from assessment.shared.say import say, say_n

Values = Sequence[Any]  # of a row, in the order of its table's columns


WORDS: Mapping[str, Callable[[int], str]] = {
    "campaigns.series": lambda n: say_n("{n} series", "{n} series", n),
    "campaigns.question": lambda n: say_n("{n} question", "{n} questions", n),
    "campaigns.correction": lambda n: say_n("{n} correction of a text", "{n} corrections of texts", n),
    "campaigns.documentlist": lambda n: say_n("{n} document list", "{n} document lists", n),
    "campaigns.listeddocument": lambda n: say_n("{n} listed document", "{n} listed documents", n),
    "campaigns.goldanswer": lambda n: say_n("{n} gold answer", "{n} gold answers", n),
    "campaigns.candidatequestion": lambda n: say_n("{n} accepted candidate", "{n} accepted candidates", n),
    "submissions.questionpool": lambda n: say_n("{n} pooled question", "{n} pooled questions", n),
    "submissions.poolitem": lambda n: say_n("{n} pool item", "{n} pool items", n),
    "submissions.response": lambda n: say_n("{n} response of a run", "{n} responses of runs", n),
    "judging.assignment": lambda n: say_n("{n} assignment", "{n} assignments", n),
    "judging.judgment": lambda n: say_n("{n} judgment", "{n} judgments", n),
    "judging.change": lambda n: say_n("{n} saved change of assessors", "{n} saved changes of assessors", n),
    "judging.questionpatterns": lambda n: say_n(
        "{n} question with patterns", "{n} questions with patterns", n
    ),
    "judging.answerclass": lambda n: say_n("{n} answer class", "{n} answer classes", n),
    "judging.nugget": lambda n: say_n("{n} nugget", "{n} nuggets", n),
    "judging.nuggetvote": lambda n: say_n("{n} vote on a nugget", "{n} votes on nuggets", n),
    "judging.nuggetmatch": lambda n: say_n("{n} nugget match", "{n} nugget matches", n),
    "judging.reading": lambda n: say_n("{n} answer read for nuggets", "{n} answers read for nuggets", n),
    "judging.draftednugget": lambda n: say_n(
        "{n} nugget drafted by a program", "{n} nuggets drafted by a program", n
    ),
    "judging.settledclass": lambda n: say_n("{n} settled answer class", "{n} settled answer classes", n),
    "submissions.team": lambda n: say_n("{n} team", "{n} teams", n),
    "submissions.team_members": lambda n: say_n("{n} membership of a team", "{n} memberships of teams", n),
    "submissions.team_invited": lambda n: say_n("{n} invitation to a team", "{n} invitations to teams", n),
    "submissions.run": lambda n: say_n("{n} run", "{n} runs", n),
    "training.trainingquestion": lambda n: say_n("{n} sample question", "{n} sample questions", n),
    "training.trainingitem": lambda n: say_n("{n} answer of a sample", "{n} answers of samples", n),
    "training.trainingattempt": lambda n: say_n("{n} attempt at a sample", "{n} attempts at samples", n),
    "people.member": lambda n: say_n("{n} person", "{n} people", n),
}


class _Exact(DjangoJSONEncoder):
    """Moments to the microsecond, which Django cuts to thousandths: an undo puts them back as they were."""

    def default(self, value: Any) -> Any:
        return value.isoformat() if isinstance(value, datetime) else super().default(value)


class Table(NamedTuple):
    """What became of one table's rows, by primary key."""

    label: str  # of the model
    columns: Sequence[str]
    made: Mapping[int, str]  # checksum
    changed: Mapping[int, tuple[Values, str]]  # what it held before, and the checksum of what it holds now
    removed: Mapping[int, Values]

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.label)

    @property
    def left(self) -> dict[int, str]:
        """The checksums of rows as the import left them."""
        return {**self.made, **{pk: mark for pk, (_, mark) in self.changed.items()}}


class Trace(NamedTuple):
    """All tables that an import wrote; one that others point to comes first."""

    tables: Sequence[Table] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the import changed nothing."""
        return not any(table.made or table.changed or table.removed for table in self.tables)

    def packed(self) -> bytes:
        """As the database keeps it."""
        return zlib.compress(json.dumps([table._asdict() for table in self.tables], cls=_Exact).encode())

    @classmethod
    def unpacked(cls, data: bytes) -> "Trace":
        """What `packed` gave."""
        return cls([_table(**kept) for kept in json.loads(zlib.decompress(data))])


def _table(label: str, columns: Sequence[str], **rows: Mapping[str, Any]) -> Table:
    by_pk = {what: {int(pk): kept for pk, kept in found.items()} for what, found in rows.items()}
    return Table(label, columns, **by_pk)


class Watch:
    """Compares rows with what they are after an import. Within its transaction, under the campaign's lock."""

    def __init__(self, *rows: "QuerySet[Any]", without: Iterable[str] = ()) -> None:
        """`without` names columns that others may change freely: counters."""
        self._watched = [(some, _columns(some.model, frozenset(without))) for some in rows]
        self._before = [_values(some, columns) for some, columns in self._watched]

    def trace(self) -> Trace:
        """What has changed since."""
        return Trace(
            [
                _compared(some.model._meta.label, columns, before, _marks(some.all(), columns))
                for (some, columns), before in zip(self._watched, self._before, strict=True)
            ]
        )


def _columns(model: type[Model], without: frozenset[str]) -> list[str]:
    fields = (field for field in model._meta.concrete_fields if not field.primary_key)
    return [field.attname for field in fields if field.attname not in without]


def _values(rows: "QuerySet[Any]", columns: Sequence[str]) -> dict[int, Values]:
    return {pk: values for pk, *values in rows.order_by("pk").values_list("pk", *columns).iterator()}


def _marks(rows: "QuerySet[Any]", columns: Sequence[str]) -> dict[int, str]:
    found = rows.order_by("pk").values_list("pk", *columns).iterator()
    return {pk: _mark(values) for pk, *values in found}


def _mark(values: Values) -> str:
    """A short checksum of a row."""
    text = json.dumps(values, cls=DjangoJSONEncoder)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _compared(
    label: str, columns: Sequence[str], before: Mapping[int, Values], after: Mapping[int, str]
) -> Table:
    made = {pk: mark for pk, mark in after.items() if pk not in before}
    changed = {
        pk: (before[pk], mark) for pk, mark in after.items() if pk in before and _mark(before[pk]) != mark
    }
    removed = {pk: values for pk, values in before.items() if pk not in after}
    return Table(label, columns, made, changed, removed)


def restored(table: Table, pk: int, values: Values) -> Model:
    """A row as it was, not stored yet."""
    fields: dict[str, Field[Any, Any]] = {field.attname: field for field in table.model._meta.concrete_fields}
    given = {name: fields[name].to_python(value) for name, value in zip(table.columns, values, strict=True)}
    return table.model(pk=pk, **given)


def dependents_on(trace: Trace) -> list[str]:
    """What was built on an import, in sentences: rows that changed since, and rows of others that point to it."""
    found = [
        say("{rows} changed or removed since.", rows=counted(table.label, changed))
        for table in trace.tables
        if (changed := len(changed_since(table)))
    ]
    return found + [f"{counted(label, number)}." for label, number in _pointing(trace).items()]


def counted(label: str, number: int) -> str:
    """So many rows of a table, in words."""
    if label.lower() in WORDS:
        return WORDS[label.lower()](number)
    name = str(apps.get_model(label)._meta.verbose_name)
    return say_n("{n} {table}", "{n} {table} rows", number, table=name)


def changed_since(table: Table) -> list[int]:
    """The rows that are not as the import left them."""
    left = table.left
    if not left:
        return []
    now = _marks(_between(table.model._base_manager.all(), "pk", left), table.columns)
    return [pk for pk, mark in left.items() if now.get(pk) != mark]


def _between(rows: "QuerySet[Any]", column: str, pks: Iterable[int]) -> "QuerySet[Any]":
    """Rows that may be among some: between the smallest and the largest, in one short statement."""
    some = sorted(pks)
    return rows.filter(**{f"{column}__gte": some[0], f"{column}__lte": some[-1]})


def pointing_to(model: type[Model], rows: "QuerySet[Any]", but: Collection[type[Model]] = ()) -> list[str]:
    """What points to some rows of a table, in sentences, but for the tables named."""
    found = Table(model._meta.label, (), dict.fromkeys(rows.values_list("pk", flat=True), ""), {}, {})
    apart = {other._meta.label for other in but}
    numbers = _pointing(Trace([found])).items()
    return [f"{counted(label, number)}." for label, number in numbers if label not in apart]


class _Pointer(NamedTuple):
    """A column of some table that points to rows that an import made."""

    model: type[Model]
    column: str
    made: Mapping[int, str]
    own: Mapping[int, str]  # rows of that table that the import made itself

    @property
    def rows(self) -> "QuerySet[Any]":
        is_kind = self.model._meta.proxy  # of a table, to which its manager narrows
        table = self.model._default_manager if is_kind else self.model._base_manager
        return _between(table.order_by(), self.column, self.made)

    @property
    def is_sure(self) -> bool:
        """Whether whatever points between the smallest and the largest row points to one that was made."""
        return not self.own and max(self.made) - min(self.made) + 1 == len(self.made)


def _pointing(trace: Trace) -> dict[str, int]:
    """How many rows of which tables point to rows that the import made, without those that it made itself."""
    pointers = list(_pointers(trace))
    found: dict[str, int] = {}
    for pointer, number in zip(pointers, _numbers(pointers), strict=True):
        exact = number if pointer.is_sure or not number else _exactly(pointer)
        if exact:
            label = pointer.model._meta.label
            found[label] = found.get(label, 0) + exact
    return found


def _pointers(trace: Trace) -> Iterator[_Pointer]:
    made = {table.label: table.made for table in trace.tables}
    for table in trace.tables:
        for model, column in _columns_to(table.model) if table.made else ():
            for kind in _kinds_of(model):
                yield _Pointer(kind, column, table.made, made.get(kind._meta.label, {}))


def _numbers(pointers: Sequence[_Pointer]) -> list[int]:
    """How many rows of each table point into the range of what was made: all in one statement."""
    if not pointers:
        return []
    one = Campaign.objects.order_by("pk")[:1]  # any row, to hang the counts on
    (found,) = one.values_list(*(_counted(pointer.rows) for pointer in pointers))
    return [number or 0 for number in found]


def _counted(rows: "QuerySet[Any]") -> Subquery:
    alone = rows.annotate(together=Value(1)).values("together").annotate(number=Count("pk"))
    return Subquery(alone.values("number"), output_field=IntegerField())


def _columns_to(model: type[Model]) -> Iterator[tuple[type[Model], str]]:
    """Where rows of a table are pointed to; of many to many, whichever of the two names the other."""
    yield from map(_pointer, model._meta.related_objects)
    for field in model._meta.many_to_many:
        if between := field.remote_field.through:
            yield between, field.m2m_field_name()


def _pointer(relation: Any) -> tuple[type[Model], str]:
    """The model with the column that points, and the column's name; of many to many, the table between."""
    if relation.many_to_many:
        return relation.through, relation.field.m2m_reverse_field_name()
    return relation.related_model, relation.field.name


def _kinds_of(model: type[Model]) -> Sequence[type[Model]]:
    """The models that share a table, each with the rows of a kind; most tables have one model alone."""
    sharing = [one for one in apps.get_models() if one._meta.proxy and one._meta.concrete_model is model]
    return sharing or [model]


def _exactly(pointer: _Pointer) -> int:
    """The rows that point to what was made, and were not made with it."""
    if pointer.own:
        pairs = pointer.rows.values_list("pk", f"{pointer.column}_id").iterator()
        return sum(target in pointer.made and pk not in pointer.own for pk, target in pairs)
    grouped = pointer.rows.values_list(f"{pointer.column}_id").annotate(number=Count("pk"))
    return sum(number for target, number in grouped if target in pointer.made)
