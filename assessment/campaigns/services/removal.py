"""Deleting all rows that hang on a campaign, in steps, whichever apps they belong to.

Which tables those are follows from the models, so that a table added later cannot be forgotten: every model from which
foreign keys lead to the campaign, each before those that it refers to.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model, Q, QuerySet

from assessment.campaigns.models import Campaign
from documents.steps import Pace

Path = str  # of lookups, such as question__campaign
Ways = Mapping[type[Model], list[str]]
Step = Callable[[], AbstractContextManager[None]]


def delete_rows(campaign: Campaign, step: Step) -> Iterator[int]:
    """Delete what hangs on the campaign, some rows in each step; how many at a time. May be repeated at any moment."""
    pace = Pace()
    for rows in rows_of(campaign):
        table = rows.model._base_manager
        for name in _own_keys(rows.model):
            pointing = rows.filter(**{f"{name}__isnull": False}).values_list("pk", flat=True)
            while keys := list(pointing[: pace.rows]):
                with step(), pace.timed():
                    table.filter(pk__in=keys).update(**{name: None})
        while keys := list(rows.values_list("pk", flat=True)[: pace.rows]):
            with step(), pace.timed():
                table.filter(pk__in=keys).delete()
            yield len(keys)


def rows_of(campaign: Campaign) -> "list[QuerySet[Any]]":
    """The rows of the campaign, table by table, each table before those that it refers to. The campaign is not among them."""
    paths = _paths()
    return [model._base_manager.filter(_of(campaign, paths[model])) for model in _referring_first(paths)]


def _of(campaign: Campaign, paths: list[Path]) -> Q:
    """A row belongs to the campaign to which any of its shortest ways leads."""
    found = Q()
    for path in paths:
        found |= Q(**{path: campaign.pk})
    return found


def _paths() -> dict[type[Model], list[Path]]:
    """For each model the ways to the campaign: by a key that is never empty, else by all that may be."""
    found: dict[type[Model], list[Path]] = {Campaign: ["pk"]}
    while added := _reached(found, _needed_ways) or _reached(found, _all_ways):
        found |= added
    return {model: ways for model, ways in found.items() if model is not Campaign}


def _reached(
    found: Ways, ways_of: "Callable[[type[Model], Ways], list[Path]]"
) -> dict[type[Model], list[Path]]:
    models = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    return {model: ways for model in models if model not in found and (ways := ways_of(model, found))}


def _needed_ways(model: type[Model], known: Ways) -> list[Path]:
    needed = [key for key in _keys_of(model) if key.related_model in known and not key.null]
    return [_joined(key.name, path) for key in needed[:1] for path in known[key.related_model]]


def _all_ways(model: type[Model], known: Ways) -> list[Path]:
    keys = [key for key in _keys_of(model) if key.related_model in known]
    return [_joined(key.name, path) for key in keys for path in known[key.related_model]]


def _joined(name: str, path: Path) -> Path:
    return name if path == "pk" else f"{name}__{path}"


def _keys_of(model: type[Model]) -> list[Any]:
    """The foreign keys of a model to others."""
    keys = [field for field in model._meta.get_fields() if isinstance(field, ForeignKey)]
    return [key for key in keys if key.related_model is not model]


def _own_keys(model: type[Model]) -> list[str]:
    """The foreign keys of a model to itself, which are emptied before its rows are deleted."""
    keys = [field for field in model._meta.get_fields() if isinstance(field, ForeignKey)]
    return [key.name for key in keys if key.related_model is model]


def _referring_first(paths: dict[type[Model], list[Path]]) -> Iterator[type[Model]]:
    """The models, each before those that its foreign keys name."""
    left = dict.fromkeys(sorted(paths, key=lambda model: model._meta.label))
    while left:
        named = {key.related_model for model in left for key in _keys_of(model)}
        free = [model for model in left if model not in named]
        if not free:
            raise ValueError(f"Models refer to each other in a circle: {[*left]}")
        for model in free:
            del left[model]
            yield model
