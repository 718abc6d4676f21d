"""The translations, as programs read them. People write them in locale/LANGUAGE/LC_MESSAGES: those of Python and templates
in django.po, those of scripts in djangojs.po.

`scripts/messages` brings both up to date with the code. `python -m assize.catalogs` compiles what is newer than its
compiled file; setting up does so.
"""

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from assize.languages import FOLDER, PLURALS


def catalogs() -> Iterator[Path]:
    """All catalogs as people write them."""
    return (
        FOLDER / language / "LC_MESSAGES" / name
        for language in PLURALS
        for name in ("django.po", "djangojs.po")
    )


def compile_catalogs() -> list[Path]:
    """Compile each catalog that is newer than its compiled file; which these were."""
    compiled = []
    for path in catalogs():
        target = path.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= path.stat().st_mtime_ns:
            continue
        fresh = target.with_suffix(f".{os.getpid()}.fresh")
        with fresh.open("wb") as file:
            write_mo(file, read_catalog(path))
        fresh.replace(target)  # never half a file, nor another's, though two processes begin at once
        compiled.append(target)
    return compiled


def read_catalog(path: Path) -> Catalog:
    """A catalog as people write it."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


@lru_cache(maxsize=len(PLURALS))
def script_of(language: str) -> str:
    """The script that gives the scripts of a page their sentences: {English sentence: its form, or one of each plural}."""
    catalog = read_catalog(FOLDER / language / "LC_MESSAGES" / "djangojs.po")
    said: dict[str, Any] = {}
    for message in catalog:
        if message.id and message.string and not message.fuzzy:
            one = message.id if isinstance(message.id, str) else message.id[0]
            said[one] = message.string
    words = {"language": language, "plurals": PLURALS[language], "said": said}
    return f"globalThis.assizeWords = {json.dumps(words, ensure_ascii=False, sort_keys=True)};\n"


if __name__ == "__main__":
    compile_catalogs()
