"""The engine on the site's own disk: tantivy, with BM25 as Lucene has it (k1 = 1.2, b = 0.75).

Each index is a folder, search/SLUG/NAME in the data folder. It counts once `complete.json` is in it, which is written
last and names every file with its size, so that one that was cut off is not taken for whole.
"""

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import tantivy
from tantivy import FieldType, Occur, Query

from documents.say import say
from documents.search.analysis import LANGUAGES, PLAIN, analyzer, folded, language_field, words_in
from documents.search.engine import MOST_FOUND, NAME, VERSION, Broken, Contents, EngineHit, NotWritten
from documents.search.queries import Clause
from documents.search.texts import IndexedText

COMPLETE = "complete.json"
SPARE = 64_000_000  # bytes of the disk that are left to the rest of the site
_SHARE = 0.5  # of the text, which an index takes at most
_HEAP = 50_000_000  # bytes in which new documents wait to be written
# Bytes of documents after which all are on the disk: to go on from after a kill, and because tantivy keeps up to ten
# thousand documents in memory that wait for its thread, whatever their size.
_COMMIT = 25_000_000
_UNREAD = "unread"


class Embedded:
    """Indexes in folders of the data folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def slugs(self) -> Iterable[str]:
        """The collections of which there are folders."""
        return sorted(folder.name for folder in _folders(self._root))

    def names(self, slug: str) -> Mapping[str, bool]:
        """The indexes of a collection, and whether each is whole."""
        folders = _folders(self._root / slug)
        return {folder.name: bool(_facts(folder)) for folder in folders if NAME.fullmatch(folder.name)}

    def open(self, slug: str, name: str) -> "FolderSearcher":
        """One to be searched; Broken where files of it are gone, cut off or of another version."""
        return FolderSearcher(self._root / slug / name)

    def writer(self, slug: str, name: str, size: int) -> "FolderWriter":
        """One to be written, where the disk has room for it."""
        folder = self._root / slug / name
        with _as(NotWritten):
            folder.mkdir(parents=True, exist_ok=True)
            _refuse_full(folder, size)
        return FolderWriter(folder)

    def remove(self, slug: str, name: str) -> None:
        """Remove its folder, first that which makes it whole."""
        folder = self._root / slug / name
        (folder / COMPLETE).unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)


class FolderWriter:
    """Adds documents to the index in a folder."""

    def __init__(self, folder: Path) -> None:
        (folder / COMPLETE).unlink(missing_ok=True)
        self._folder = folder
        there = tantivy.Index.exists(str(folder))
        with _as(Broken if there else NotWritten):
            self._index = _opened(folder) if there else _made(folder)
        with _as(NotWritten):
            self._writer = self._index.writer(heap_size=_HEAP, num_threads=1)
        self._waiting = 0

    def last(self) -> int:
        """The largest number of a document that is on the disk."""
        with _as(Broken):
            self._index.reload()
            searcher = self._index.searcher()
            found = searcher.search(Query.all_query(), limit=1, count=False, order_by_field="number").hits
        return int(found[0][0]) if found else 0

    def add(self, document: IndexedText) -> None:
        """Take one more document."""
        language = language_field(document.language)
        made = tantivy.Document()
        made.add_unsigned("number", document.number)
        made.add_text("docid", document.docid)
        made.add_text("title", folded(document.title))
        made.add_unsigned("day", document.day)
        made.add_text("language", language if document.size else _UNREAD)
        made.add_text(f"text_{language}", folded(document.text))
        with _as(NotWritten):
            self._writer.add_document(made)
            self._waiting += document.size
            if self._waiting >= _COMMIT:
                self._writer.commit()
                self._waiting = 0

    def end(self) -> Contents:
        """Have all of it on the disk, and note what it holds and what its files are."""
        with _as(NotWritten):
            self._writer.commit()
            self._writer.wait_merging_threads()
            self._index.reload()
            searcher = self._index.searcher()
            contents = Contents(searcher.num_docs, searcher.doc_freq("language", _UNREAD))
            facts = {
                "version": VERSION,
                "languages": [code for code in LANGUAGES if searcher.doc_freq("language", code)],
                "files": {file.name: file.stat().st_size for file in sorted(self._folder.iterdir())},
                **contents._asdict(),
            }
            (self._folder / COMPLETE).write_text(json.dumps(facts), "utf-8")
        return contents


class FolderSearcher:
    """Looks in the index of a folder as it is on the disk now."""

    def __init__(self, folder: Path) -> None:
        facts = _facts(folder)
        if not facts:
            raise Broken(f"{folder} is not whole")
        with _as(Broken):
            for name, size in facts["files"].items():
                if (folder / name).stat().st_size != size:
                    raise Broken(f"{folder / name} was cut off")
            index = _opened(folder)
            self._searcher, self._schema = index.searcher(), index.schema
        self._fields = [f"text_{code}" for code in facts["languages"]]
        self.contents = Contents(facts["documents"], facts["unread"])

    def search(self, clauses: Sequence[Clause], limit: int, offset: int = 0) -> tuple[int, list[EngineHit]]:
        """How many documents fit, and those from one place on, the best first, equal ones in the order of the import."""
        with _as(Broken):
            found = self._searcher.search(self._query(clauses), limit=max(MOST_FOUND, offset + limit))
            numbers = self._searcher.fast_field_values("number", [address for _, address in found.hits])
            ordered = sorted(zip(found.hits, numbers, strict=True), key=lambda one: (-one[0][0], one[1] or 0))
            hits = [
                EngineHit(self._docid(address), float(score))
                for (score, address), _ in ordered[offset : offset + limit]
            ]
        total = cast(Any, found).count  # which its own types do not know
        return int(total or 0), hits

    def _docid(self, address: tantivy.DocAddress) -> str:
        return str(self._searcher.doc(address).get_first("docid"))

    def _query(self, clauses: Sequence[Clause]) -> Query:
        """All that must be there and nothing that must not; where nothing must, some of what may."""
        parts = [(_OCCURS[one.occurs], self._part(one)) for one in clauses if one.occurs != "may"]
        may = [(Occur.Should, self._part(one)) for one in clauses if one.occurs == "may"]
        if may and not any(one.occurs == "must" and one.kind != "date" for one in clauses):
            return Query.boolean_query([*parts, (Occur.Must, Query.boolean_query(may))])
        return Query.boolean_query([*parts, *may])

    def _part(self, clause: Clause) -> Query:
        if clause.kind == "date":
            days = Query.range_query(self._schema, "day", FieldType.Unsigned, clause.first, clause.last)
            return Query.const_score_query(days, 0.0)
        if clause.kind == "id":
            return Query.const_score_query(self._ids(clause.text), 1.0)
        fields = ["title"] if clause.kind == "title" else self._fields
        found = [(Occur.Should, query) for field in fields if (query := self._words(field, clause.text))]
        return Query.boolean_query(found) if found else Query.empty_query()

    def _ids(self, text: str) -> Query:
        if text.endswith("*"):
            return Query.regex_query(self._schema, "docid", re.escape(text[:-1]) + ".*")
        return Query.term_query(self._schema, "docid", text)

    def _words(self, field: str, text: str) -> Query | None:
        words = words_in(field.removeprefix("text_"), text)
        if len(words) > 1:
            return Query.phrase_query(self._schema, field, list(words))
        return Query.term_query(self._schema, field, words[0]) if words else None


_OCCURS = {"must": Occur.Must, "not": Occur.MustNot}


def _made(folder: Path) -> tantivy.Index:
    schema = tantivy.SchemaBuilder()
    schema.add_unsigned_field("number", fast=True)
    schema.add_text_field("docid", stored=True, tokenizer_name="raw", index_option="basic")
    schema.add_text_field("title", tokenizer_name=PLAIN)
    schema.add_unsigned_field("day", fast=True, indexed=True)
    schema.add_text_field("language", tokenizer_name="raw", index_option="basic")
    for code in LANGUAGES:
        schema.add_text_field(f"text_{code}", tokenizer_name=code)
    return _with_analyzers(tantivy.Index(schema.build(), path=str(folder)))


def _opened(folder: Path) -> tantivy.Index:
    return _with_analyzers(tantivy.Index.open(str(folder)))


def _with_analyzers(index: tantivy.Index) -> tantivy.Index:
    for name in (*LANGUAGES, PLAIN):
        index.register_tokenizer(name, analyzer(name))
    return index


@contextmanager
def _as(error: type[Exception]) -> Iterator[None]:
    """Raises what tantivy and the disk do as one of ours. Files that are not its own may even have it panic."""
    try:
        yield
    except (ValueError, OSError) as cause:
        raise error(str(cause)) from cause
    except BaseException as cause:
        if type(cause).__name__ != "PanicException":  # which has no name to be imported by
            raise
        raise error(str(cause)) from cause


def _folders(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir()]
    except OSError:
        return []


def _facts(folder: Path) -> dict[str, Any]:
    """What is noted in a whole index; nothing where it is not whole, or of another version."""
    try:
        facts = json.loads((folder / COMPLETE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) and facts.get("version") == VERSION else {}


def _refuse_full(folder: Path, size: int) -> None:
    """Leave the room that the database and the rest need: a site whose disk is full can save nothing."""
    free, needed = shutil.disk_usage(folder).free, int(size * _SHARE) + SPARE
    if free < needed:
        raise NotWritten(
            say(
                "its disk has {free} MB free, and {needed} MB are needed",
                free=f"{free / 1e6:,.0f}",
                needed=f"{needed / 1e6:,.0f}",
            )
        )
