"""The sentences for people in declarations that are built in, which catalogs of translations hold."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from scoring.evaluations.loader.folders import FILE, folders


def sentences(parent: Traversable) -> Iterator[str]:
    """Those of all folders, in the order of their lines."""
    for folder in folders(parent):
        yield from _sentences(tomllib.loads((folder / FILE).read_text(encoding="utf-8")))


def titles(parent: Traversable) -> Iterator[str]:
    """The titles of those of a gallery, whose other words are their users' own."""
    for folder in folders(parent):
        yield tomllib.loads((folder / FILE).read_text(encoding="utf-8"))["title"]


def _sentences(declared: Mapping[str, Any]) -> Iterator[str]:
    yield from declared.get("fixed", ())
    yield from filter(None, (declared.get("about"), declared["runs"].get("id_from")))
    yield from (kind.get("label", kind["name"]) for kind in declared["type"])
    for setting in declared["setting"].values():
        yield from (setting[key] for key in ("label", "help", "example", "expected") if key in setting)
    yield from (one["title"] for one in declared.get("checklist", ()))
    scales = declared.get("scale", ())
    yield from (grade["title"] for scale in scales for grade in scale["grades"] if "title" in grade)
