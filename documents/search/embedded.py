"""The engine on the site's own disk: tantivy, with BM25 as Lucene has it (k1 = 1.2, b = 0.75)."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import tantivy
from tantivy import FieldType, Filter, Occur, Query, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

from documents.search.analysis import OTHER, STEMMED, folded, language_field
from documents.search.queries import Clause
from documents.search.texts import IndexedText

_HEAP = 50_000_000  # bytes in which new documents wait to be written
_COMMIT = 100_000_000  # bytes of documents after which they are on the disk, to go on from after a kill
_LONGEST = 100  # bytes of a word; what is longer is no word
_FIELDS = (*STEMMED, OTHER)
_PLAIN = "plain"


class EngineHit(NamedTuple):
    """A document found: its id, and how well it fits."""

    docid: str
    score: float


class Broken(Exception):
    """What is on the disk is no index that can be read."""


class Writer:
    """Adds documents to an index in a folder, and goes on where one that was cut off had come to."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._index = _opened(folder) if tantivy.Index.exists(str(folder)) else _made(folder)
        self._writer = self._index.writer(heap_size=_HEAP, num_threads=1)
        self._waiting = 0

    def last(self) -> int:
        """The largest number of a document in it; 0 where there is none."""
        self._index.reload()
        searcher = self._index.searcher()
        found = searcher.search(Query.all_query(), limit=1, count=False, order_by_field="number").hits
        return int(found[0][0]) if found else 0

    def add(self, document: IndexedText) -> None:
        """Take one more document."""
        made = tantivy.Document()
        made.add_unsigned("number", document.number)
        made.add_text("docid", document.docid)
        made.add_text("title", folded(document.title))
        made.add_unsigned("day", document.day)
        made.add_text(f"text_{language_field(document.language)}", folded(document.text))
        self._writer.add_document(made)
        self._waiting += document.size
        if self._waiting >= _COMMIT:
            self._writer.commit()
            self._waiting = 0

    def end(self) -> None:
        """Have all of it on the disk."""
        self._writer.commit()
        self._writer.wait_merging_threads()


class Searcher:
    """Looks in an index as it is on the disk; Broken where it cannot be opened. `languages`: codes of its texts."""

    def __init__(self, folder: Path, languages: Iterable[str]) -> None:
        index = _opened(folder)
        self._searcher, self._schema = index.searcher(), index.schema
        self._fields = [f"text_{code}" for code in languages]

    def search(self, clauses: Sequence[Clause], limit: int, offset: int = 0) -> tuple[int, list[EngineHit]]:
        """How many documents fit, and those from one place on, the best first."""
        try:
            found = self._searcher.search(self._query(clauses), limit=limit, offset=offset)
            hits = [EngineHit(self._docid(address), float(score)) for score, address in found.hits]
        except ValueError as error:
            raise Broken(str(error)) from error
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
            if clause.text.endswith("*"):
                return Query.regex_query(self._schema, "docid", re.escape(clause.text[:-1]) + ".*")
            return Query.term_query(self._schema, "docid", clause.text)
        fields = ["title"] if clause.kind == "title" else self._fields
        found = [(Occur.Should, query) for field in fields if (query := self._words(field, clause.text))]
        return Query.boolean_query(found) if found else Query.empty_query()

    def _words(self, field: str, text: str) -> Query | None:
        words = _analyzer(field.removeprefix("text_")).analyze(folded(text))
        if len(words) > 1:
            return Query.phrase_query(self._schema, field, list(words))
        return Query.term_query(self._schema, field, words[0]) if words else None


_OCCURS = {"must": Occur.Must, "not": Occur.MustNot}


def _made(folder: Path) -> tantivy.Index:
    schema = tantivy.SchemaBuilder()
    schema.add_unsigned_field("number", fast=True)
    schema.add_text_field("docid", stored=True, tokenizer_name="raw", index_option="basic")
    schema.add_text_field("title", tokenizer_name=_PLAIN)
    schema.add_unsigned_field("day", fast=True, indexed=True)
    for code in _FIELDS:
        schema.add_text_field(f"text_{code}", tokenizer_name=code)
    return _with_analyzers(tantivy.Index(schema.build(), path=str(folder)))


def _opened(folder: Path) -> tantivy.Index:
    try:
        return _with_analyzers(tantivy.Index.open(str(folder)))
    except (ValueError, OSError) as error:  # what it raises for a file that is gone, cut off or not its own
        raise Broken(str(error)) from error


def _with_analyzers(index: tantivy.Index) -> tantivy.Index:
    for name in (*_FIELDS, _PLAIN):
        index.register_tokenizer(name, _analyzer(name))
    return index


@cache
def _analyzer(name: str) -> TextAnalyzer:
    """What makes the words of a text: of a language with its endings taken off, else as they are."""
    built = (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.remove_long(_LONGEST))
        .filter(Filter.lowercase())
    )
    if name in STEMMED:
        built = built.filter(Filter.stemmer(STEMMED[name]))
    return built.filter(Filter.ascii_fold()).build()
