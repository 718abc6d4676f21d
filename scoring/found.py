"""What the modules of a folder declare, found by looking: there is no list to add a name to."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules


def declared_in(package: str, path: Iterable[str]) -> Iterator[object]:
    """Whatever modules of a package have under a name, each object once, by module and in the order of its lines."""
    modules = [import_module(f"{package}.{name}") for name in sorted(one.name for one in iter_modules(path))]
    yield from {id(value): value for module in modules for value in vars(module).values()}.values()
