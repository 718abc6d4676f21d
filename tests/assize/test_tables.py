"""The shape of the tables: no index twice, document ids equally long, managers that hide nothing unasked."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.apps import apps
from django.db import models

from assessment.judging.models import KINDS_OF_MARKS
from documents.fields import MAX_DOCID, CodePointCharField
from scoring import records

OWN = ("assessment.", "documents")
# Django makes an index for each side of its own tables between two models.
MODELS = [model for model in apps.get_models() if model.__module__.startswith(OWN)]


class Index(NamedTuple):
    """What an index of a table holds, in this order, and of which rows; `plain` ones keep nothing unique."""

    columns: tuple[str, ...]
    condition: models.Q | None
    plain: bool


def _has_index(field: object) -> bool:
    return bool(getattr(field, "db_index", False))


def _column(model: type[models.Model], name: str) -> str:
    return str(getattr(model._meta.get_field(name), "attname", name))


def _indexes(model: type[models.Model]) -> Iterator[Index]:
    meta = model._meta
    for field in meta.local_concrete_fields:
        if field.unique or _has_index(field):
            yield Index((field.attname,), None, not field.unique)
    for made in [*meta.indexes, *meta.constraints]:
        if isinstance(made, models.Index | models.UniqueConstraint):
            columns = tuple(_column(model, name.lstrip("-")) for name in made.fields)
            yield Index(columns, made.condition, isinstance(made, models.Index))


def _covers(other: Index, index: Index) -> bool:
    """Whether another index finds everything that this one finds."""
    begins_alike = other.columns[: len(index.columns)] == index.columns
    return begins_alike and other.condition in (None, index.condition) and other != index


def _needless(indexes: list[Index]) -> list[Index]:
    """Plain indexes with which another one begins. Those of some rows alone are small, and stay."""
    plain = [index for index in indexes if index.plain and index.condition is None]
    return [index for index in plain if any(_covers(other, index) for other in indexes)]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_no_index_is_the_beginning_of_another(model: type[models.Model]) -> None:
    assert _needless(list(_indexes(model))) == []


def test_a_needless_index_would_be_seen() -> None:
    unique = Index(("question_id", "key"), None, False)
    some = Index(("question_id", "key"), models.Q(member=None), False)
    index = Index(("question_id",), None, True)
    assert _needless([unique, some, index]) == [index]
    assert _needless([some, index]) == []


def test_columns_in_code_point_order_have_one_index() -> None:
    # PostgreSQL would get a second one for LIKE, which the first serves already in this order.
    fields = [field for model in MODELS for field in model._meta.local_concrete_fields]
    ordered = [field for field in fields if isinstance(field, CodePointCharField)]
    assert [field for field in ordered if field.unique or _has_index(field)] == []


def test_document_ids_are_equally_long_everywhere() -> None:
    fields = [field for model in MODELS for field in model._meta.local_concrete_fields]
    lengths = {str(field): field.max_length for field in fields if "docid" in field.name}
    assert len(lengths) > 8
    assert set(lengths.values()) == {MAX_DOCID}
    assert records.MAX_DOCID == MAX_DOCID


# What left its pool is in no list, counter, file or score: here the common way is the safe one (decision 26).
# Nor does what programs say reach pages of people by the common way (tests/blindness/test_by_construction).
MARKS = [kind._meta.label for kind in KINDS_OF_MARKS]
KINDS = ("Entry", "AnswerClass", "Nugget", "DraftedNugget")  # each model shows those of its kind
ENTRIES = [f"judging.{name}" for name in KINDS]
HIDING = {  # and the manager that hides nothing
    **dict.fromkeys(("submissions.PoolItem", *MARKS), "ever"),
    **dict.fromkeys(ENTRIES, "_base_manager"),
}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_the_manager_named_objects_hides_nothing(model: type[models.Model]) -> None:
    assert model._meta.default_manager is not None
    assert model._meta.default_manager.name == "objects"
    everything = HIDING.get(model._meta.label, "objects")
    assert not getattr(model, everything).get_queryset().query.where
