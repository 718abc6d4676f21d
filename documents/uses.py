"""Which documents of a collection are relied on. Whoever uses documents says so here; this package knows none of them."""

from collections.abc import Callable, Iterable

Use = Callable[[str], Iterable[str]]

_uses: list[Use] = []


def register_use(use: Use) -> Use:
    """Decorate a function that gives the ids that somebody relies on in the collection of a name."""
    _uses.append(use)
    return use


def used_docids(slug: str) -> set[str]:
    """The ids of a collection that are relied on."""
    return {docid for use in _uses for docid in use(slug)}
