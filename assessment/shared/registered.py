"""What rooms up the street make known by name to those below, which know none of them.

Rooms register in what their `tasks` import. Nobody imports these before a name is asked for that is not there yet:
most commands ask for none of another room, and a third of their start was spent on it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TypeVar

from django.apps import apps
from django.utils.module_loading import autodiscover_modules, module_has_submodule

Kind = TypeVar("Kind")
TASKS = "tasks"


class Registered(Mapping[str, Kind]):
    """Kinds by name. To ask for one that is missing, or for all, imports the tasks of the rooms."""

    def __init__(self) -> None:
        self._kept: dict[str, Kind] = {}

    def keep(self, name: str, kind: Kind) -> None:
        """Make a kind known."""
        self._kept[name] = kind

    def __getitem__(self, name: str) -> Kind:
        if name not in self._kept:
            _import_tasks_of(name.partition(".")[0])
        if name not in self._kept:
            _import_all_tasks()
        return self._kept[name]

    def __iter__(self) -> Iterator[str]:
        _import_all_tasks()
        return iter(self._kept)

    def __len__(self) -> int:
        _import_all_tasks()
        return len(self._kept)


def _import_tasks_of(label: str) -> None:
    """The names of most kinds of jobs begin with their app, and nobody needs the others for them."""
    room = apps.app_configs.get(label)
    if room and module_has_submodule(room.module, TASKS):
        import_module(f"{room.name}.{TASKS}")


@cache
def _import_all_tasks() -> None:
    autodiscover_modules(TASKS)
