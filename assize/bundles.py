"""Several scripts or style sheets as one file, put together when the site starts: no build, no tool, nothing to forget.

A module that imports others becomes one file with all of them. Each keeps names of its own in a function, in the order
in which a browser would run them. It understands the imports and exports that our scripts write and refuses all others.
"""

import re
from collections.abc import Callable, Sequence
from posixpath import dirname, join, normpath

Reader = Callable[[str], str]  # gives a file of static/ by its name

_IMPORT = re.compile(
    r'^import (?:\* as (?P<all>\w+) from |\{(?P<names>[^}]*)\} from )?"(?P<file>\.[^"]+)";$', re.M
)
_DECLARED = re.compile(r"^export ((?:async )?function\*? |class |const )(?P<names>\w+|\{[^}]*\})", re.M)
_LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.M)
_LEFT = re.compile(r"^(?:import\b(?!\()|export\b).*$", re.M)
_COMMENT = re.compile(r"^[ \t]*//.*\n", re.M)
_LATER = re.compile(r'\bimport\("(?P<file>\.[^"]+)"\)')


def module_with_imports(name: str, read: Reader) -> str:
    """A module and all that it imports, as one module; itself where it imports nothing."""
    text = read(name)
    if not _IMPORT.search(text):
        return text
    order: list[str] = []
    _put_in_order(name, read, order, ())
    numbers = {module: f"module{number}" for number, module in enumerate(order)}
    return "".join(_as_function(module, read(module), numbers) for module in order)


def without_comments(text: str) -> str:
    """A script without the lines that are for readers alone: a quarter of what would be sent.

    It would cut into a text of several lines, of which our scripts have none; a test looks.
    """
    return _COMMENT.sub("", text)


def with_addresses(name: str, text: str, address: Callable[[str], str]) -> str:
    """A module in which what it imports later, when it is needed, is named by its address."""
    return _LATER.sub(lambda found: f'import("{address(_place_of(found["file"], name))}")', text)


def _put_in_order(name: str, read: Reader, order: list[str], above: Sequence[str]) -> None:
    """Add a module to the order after all that it imports."""
    if name in above:
        raise ValueError(
            f"{' imports '.join([*above, name])}: modules that import each other are not put together"
        )
    if name in order:
        return
    for found in _IMPORT.finditer(read(name)):
        _put_in_order(_place_of(found["file"], name), read, order, (*above, name))
    order.append(name)


def _place_of(file: str, importer: str) -> str:
    return normpath(join(dirname(importer), file))


def _as_function(name: str, text: str, numbers: dict[str, str]) -> str:
    """A module as a function that is called at once and gives its exports."""
    exports: list[str] = []

    def declared(found: re.Match[str]) -> str:
        exports.extend(_targets(found["names"]))
        return found[1] + found["names"]

    def listed(found: re.Match[str]) -> str:
        exports.extend(f"{new}: {old}" for old, new in _pairs(found["names"], " as "))
        return ""

    def imported(found: re.Match[str]) -> str:
        module = numbers[_place_of(found["file"], name)]
        if found["all"]:
            return f"const {found['all']} = {module};"
        names = ", ".join(
            new if old == new else f"{old}: {new}" for old, new in _pairs(found["names"] or "", " as ")
        )
        return f"const {{ {names} }} = {module};" if names else ""

    text = _LISTED.sub(listed, _DECLARED.sub(declared, _IMPORT.sub(imported, text)))
    if left := _LEFT.search(text):
        raise ValueError(f"{name}: {left[0]!r} is an import or export of a kind that is not put together")
    return (
        f"// {name}\nconst {numbers[name]} = (() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})();\n"
    )


def _targets(names: str) -> list[str]:
    """What a declaration names: itself, or what it takes out of an object."""
    return [new for _, new in _pairs(names.strip("{}"), ":")]


def _pairs(names: str, parting: str) -> list[tuple[str, str]]:
    """Names with what they are called from there on."""
    pairs = (name.strip().partition(parting) for name in names.split(",") if name.strip())
    return [(old.strip(), new.strip() or old.strip()) for old, _, new in pairs]
