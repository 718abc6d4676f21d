"""What uses what: Python modules by their imports, templates by their names."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath

import grimp

PACKAGES = ("assize", "assessment", "documents", "scoring", "tests")


class Uses:
    """The tree of files at a place, and which of them ask for which."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def imports(self) -> grimp.ImportGraph:
        """Who imports whom, of the packages of the project and its tests."""
        return grimp.build_graph(*PACKAGES, cache_dir=str(self.root / ".import_linter_cache"))

    def module(self, file: str) -> str:
        """The name of a Python file's module; "" where the graph has none."""
        path = PurePosixPath(file)
        if path.suffix != ".py":
            return ""
        parts = path.parent.parts if path.stem == "__init__" else (*path.parent.parts, path.stem)
        name = ".".join(parts)
        return name if name in self.imports.modules else ""

    def file(self, module: str) -> str:
        """The file of a module."""
        path = module.replace(".", "/")
        package = f"{path}/__init__.py"
        return package if (self.root / package).is_file() else f"{path}.py"

    def importers(self, file: str, steps: int) -> dict[str, int]:
        """The files that import a Python file, with the number of imports between them, up to so many."""
        module = self.module(file)
        found = _spread([module] if module else [], self.imports.find_modules_that_directly_import, steps)
        return {self.file(name): number for name, number in found.items()}

    def views_of(self, template: str) -> list[str]:
        """The Python files that name a template, or one that includes or extends it, however far."""
        found = _spread([template], self._that_name, steps=len(self._texts))
        return [file for file in found if file.endswith(".py")]

    def named_in(self, name: str) -> Iterator[str]:
        """The Python files that hold a text."""
        return (file for file, text in self._texts.items() if file.endswith(".py") and name in text)

    def _that_name(self, template: str) -> list[str]:
        """The files that name a template; nothing names a Python file so."""
        name = f'"{template.removeprefix("templates/")}"'
        return (
            [] if template.endswith(".py") else [file for file, text in self._texts.items() if name in text]
        )

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Everything that may name a file: Python of the project and its tests, templates."""
        folders = [(name, "*.py") for name in PACKAGES] + [("templates", "*.html")]
        files = [path for folder, kind in folders for path in sorted((self.root / folder).rglob(kind))]
        return {path.relative_to(self.root).as_posix(): path.read_text(encoding="utf-8") for path in files}


def _spread(begin: Iterable[str], further: Callable[[str], Iterable[str]], steps: int) -> dict[str, int]:
    """All that can be reached, by the fewest steps; what one begins with is not among it."""
    known = dict.fromkeys(begin, 0)
    edge = list(known)
    for number in range(1, steps + 1):
        edge = list({other: None for one in edge for other in sorted(further(one)) if other not in known})
        known |= dict.fromkeys(edge, number)
        if not edge:
            break
    return {name: number for name, number in known.items() if number}
