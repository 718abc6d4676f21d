"""Both engines find what BM25 finds by its definition, in the same order."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.search.embedded import Embedded
from documents.search.engine import Engine, EngineHit
from documents.search.opensearch import Cluster
from documents.search.queries import Clause, QueryRefused, read_query
from documents.search.texts import IndexedText
from tests.documents.search import cluster, plain
from tests.sizes import examples

WORDS = ("tide", "tides", "gauge", "Harbour", "mill", "Häfen", "hafen", "e-mail", "١٩٢٦", "潮汐", "x" * 120)
NAME = "1-a-1"

texts = st.lists(st.sampled_from(WORDS[:-1]), max_size=30).map(" ".join)
documents = st.lists(
    st.builds(
        IndexedText,
        number=st.just(0),
        docid=st.just(""),
        title=st.lists(st.sampled_from(WORDS[:-1]), max_size=3).map(" ".join),
        date=st.just(""),
        day=st.sampled_from((0, 19890000, 19890100, 19890600, 19890612, 19900203)),
        language=st.sampled_from(("en", "de", "xx")),
        text=texts,
        size=st.integers(0, 3),
    ),
    min_size=1,
    max_size=12,
).map(
    lambda found: [
        one._replace(
            number=3 * n + 1,
            docid=f"{'AB'[n % 2]}-{n}",
            text=one.text if one.size else "",  # nothing could be read of it
        )
        for n, one in enumerate(found)
    ]
)
bits = st.one_of(
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(WORDS[:-1]), min_size=1, max_size=3).map(lambda words: f'"{" ".join(words)}"'),
    st.sampled_from(WORDS).map(lambda word: f"title:{word}"),
    st.sampled_from(("id:A*", "id:B-1", "id:*", "id:C", "date:1989", "date:1989-06..1990", "date:..1990-01")),
    st.sampled_from(("date:1989-06", "date:1989-06-12", "date:1989..", "date:..1989")),
)
queries = st.lists(
    st.tuples(st.sampled_from(("", "", "+", "-")), bits).map("".join), min_size=1, max_size=5
).map(" ".join)


MEMORY = Path("/dev/shm")  # where there is one: each example is written through to the disk


@pytest.fixture(scope="module")
def stand_in() -> Iterator[cluster.Cluster]:
    with cluster.serving() as serving:
        yield serving


def made(engine: Engine, collection: Sequence[IndexedText]) -> Engine:
    """The engine with an index of some documents."""
    writer = engine.writer("wire", NAME, 0)
    for document in collection:
        writer.add(document)
    assert writer.end() == (len(collection), sum(not one.size for one in collection))
    assert engine.names("wire") == {NAME: True}
    return engine


def clauses_of(typed: str) -> list[Clause]:
    """What is looked for; nothing where the search is refused."""
    try:
        return read_query(typed)
    except QueryRefused:
        return []


def same(found: tuple[int, list[EngineHit]], expected: plain.Scores, order: dict[str, int]) -> None:
    """Whether an engine found what was expected, the best first and equal ones in the order of the import."""
    total, hits = found
    assert {hit.docid for hit in hits} == expected.keys()
    assert total == len(hits)
    assert [hit.score for hit in hits] == pytest.approx([expected[hit.docid] for hit in hits], rel=1e-5)
    places = [(-hit.score, order[hit.docid]) for hit in hits]
    assert places == sorted(places)


@settings(max_examples=examples(200), deadline=None)
@given(documents, st.lists(queries, min_size=1, max_size=8))
def test_the_embedded_engine_finds_what_bm25_finds(collection: list[IndexedText], typed: list[str]) -> None:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        searcher = made(Embedded(Path(folder)), collection).open("wire", NAME)
        order = {one.docid: one.number for one in collection}
        for clauses in filter(None, map(clauses_of, typed)):
            same(searcher.search(clauses, 1000), plain.searched(collection, clauses), order)


@settings(max_examples=examples(100), deadline=None)
@given(collection=documents, typed=st.lists(queries, min_size=1, max_size=8))
def test_opensearch_is_asked_for_the_same(
    stand_in: cluster.Cluster, collection: list[IndexedText], typed: list[str]
) -> None:
    stand_in.indices.clear()
    searcher = made(Cluster(stand_in.url), collection).open("wire", NAME)
    order = {one.docid: one.number for one in collection}
    for clauses in filter(None, map(clauses_of, typed)):
        same(searcher.search(clauses, 1000), plain.searched(collection, clauses), order)
        _, hits = searcher.search(clauses, 1000)
        assert searcher.search(clauses, 3, 2)[1] == hits[2:5]
