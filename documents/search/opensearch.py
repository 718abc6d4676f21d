"""The engine on servers of its own, for who outgrows one machine: OpenSearch, with the same words and BM25.

An index of the cluster is named PREFIX.SITE.SLUG.NAME, the prefix being the path of ASSIZE_SEARCH_URL and the site what
its secret key comes to, so that no site meets, or removes, what another one made. It is whole once the alias
PREFIX.SITE.SLUG leads to it, which it does last. Texts are cut into words here, so that both engines see the same.
"""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.utils.crypto import salted_hmac
from opensearchpy import ConnectionTimeout, NotFoundError, OpenSearch, OpenSearchException

from documents.say import say
from documents.search.analysis import LANGUAGES, PLAIN, language_field, words_in
from documents.search.engine import NAME, VERSION, Away, Broken, Contents, EngineHit
from documents.search.queries import Clause
from documents.search.texts import IndexedText

PREFIX = "assize"
OLDEST = 2  # version of OpenSearch
ASKED, WRITTEN = 3.0, 60.0  # seconds in which a search is answered, and a portion is written
_PORTION = 5_000_000  # bytes of documents that are sent at once
_UNREAD = "unread"
logging.getLogger("opensearch").setLevel(logging.CRITICAL)  # people are told, and jobs keep, what goes wrong


def _site() -> str:
    """What this site's indexes are known by: all its machines have the key, and no other site has it."""
    return salted_hmac("documents.search.site", "").hexdigest()[:16]


class Cluster:
    """Indexes in a cluster of OpenSearch; whatever is asked of one that does not answer raises Away."""

    def __init__(self, url: str) -> None:
        self._client = _client(url)
        self._prefix = f"{urlsplit(url).path.strip('/') or PREFIX}.{_site()}"
        self._noted: dict[str, Any] = {}  # of the indexes that were listed, what is noted in each

    def slugs(self) -> Iterable[str]:
        """The collections of which there are indexes."""
        return sorted({name.split(".")[-2] for name in self._listed("*.*")})

    def names(self, slug: str) -> Mapping[str, bool]:
        """The indexes of a collection, and whether each is whole."""
        listed = self._listed(f"{slug}.*")
        self._noted = {name: one["mappings"].get("_meta", {}) for name, one in listed.items()}
        return {
            short: self._alias(slug) in one["aliases"]
            for name, one in listed.items()
            if NAME.fullmatch(short := name.rpartition(".")[2])
        }

    def open(self, slug: str, name: str) -> "ClusterSearcher":
        """One to be searched; Broken where it is of another version, or gone."""
        full = self._full(slug, name)
        if full not in self._noted:
            self.names(slug)
        noted = self._noted.get(full, {})
        if noted.get("version") != VERSION:
            raise Broken(f"{full} is gone, or of another version")
        return ClusterSearcher(self._client, full, noted)

    def writer(self, slug: str, name: str, size: int) -> "ClusterWriter":
        """One to be written; how much room there is, is the cluster's affair."""
        full = self._full(slug, name)
        with _answered():
            if not self._client.indices.exists(index=full):
                self._client.indices.create(index=full, body=_made())
        return ClusterWriter(self._client, full, self._alias(slug))

    def remove(self, slug: str, name: str) -> None:
        """Delete it."""
        with _answered():
            self._client.indices.delete(index=self._full(slug, name), ignore_unavailable=True)

    def _listed(self, pattern: str) -> dict[str, Any]:
        with _answered():
            listed: dict[str, Any] = self._client.indices.get(index=f"{self._prefix}.{pattern}")
        return listed

    def _alias(self, slug: str) -> str:
        return f"{self._prefix}.{slug}"

    def _full(self, slug: str, name: str) -> str:
        return f"{self._prefix}.{slug}.{name}"


class ClusterWriter:
    """Sends documents to an index, a portion at a time, each once the one before is kept."""

    def __init__(self, client: OpenSearch, index: str, alias: str) -> None:
        self._client, self._index, self._alias = client, index, alias
        self._lines, self._size = list[str](), 0

    def last(self) -> int:
        """The largest number of a document that is kept."""
        with _answered():
            self._client.indices.refresh(index=self._index, request_timeout=WRITTEN)
            asked = {"size": 1, "sort": [{"number": "desc"}], "_source": False}
            found = self._client.search(index=self._index, body=asked)["hits"]["hits"]
            return int(found[0]["sort"][0]) if found else 0

    def add(self, document: IndexedText) -> None:
        """Take one more document."""
        language = language_field(document.language)
        fields = {
            "number": document.number,
            "docid": document.docid,
            "title": " ".join(words_in(PLAIN, document.title)),
            "day": document.day,
            "language": language if document.size else _UNREAD,
            f"text_{language}": " ".join(words_in(language, document.text)),
        }
        # The number as its id: what is sent again after a portion that was cut off takes its own place.
        self._lines += [json.dumps({"index": {"_id": str(document.number)}}), json.dumps(fields)]
        self._size += document.size
        if self._size >= _PORTION:
            self._send()

    def end(self) -> Contents:
        """Have all of it kept, note what it holds, and have the alias lead to it."""
        self._send()
        with _answered():
            self._client.indices.refresh(index=self._index, request_timeout=WRITTEN)
            counts = {code: self._count(code) for code in (*LANGUAGES, _UNREAD)}
            contents = Contents(sum(counts.values()), counts[_UNREAD])
            languages = [code for code in LANGUAGES if counts[code]]
            noted = {"version": VERSION, "languages": languages, **contents._asdict()}
            self._client.indices.put_mapping(index=self._index, body={"_meta": noted})
            alias = {"index": self._index, "alias": self._alias}
            self._client.indices.update_aliases(body={"actions": [{"add": alias}]})
        return contents

    def _count(self, language: str) -> int:
        asked = {"query": {"term": {"language": language}}}
        return int(self._client.count(index=self._index, body=asked)["count"])

    def _send(self) -> None:
        lines, self._lines, self._size = self._lines, [], 0
        if not lines:
            return
        with _answered():
            done = self._client.bulk(index=self._index, body="\n".join(lines) + "\n", request_timeout=WRITTEN)
            kept = [one["index"].get("status") in (200, 201) for one in done["items"]]
        if len(kept) * 2 != len(lines) or not all(kept):
            raise Away(say("it did not keep all documents that it was sent"))


class ClusterSearcher:
    """Looks in an index of the cluster."""

    def __init__(self, client: OpenSearch, index: str, noted: Mapping[str, Any]) -> None:
        self._client, self._index = client, index
        self._fields = [f"text_{code}" for code in noted["languages"]]
        self.contents = Contents(noted["documents"], noted["unread"])

    def search(self, clauses: Sequence[Clause], limit: int, offset: int = 0) -> tuple[int, list[EngineHit]]:
        """How many documents fit, and those from one place on, the best first, equal ones in the order of the import."""
        asked = {
            "query": compiled(clauses, self._fields),
            "from": offset,
            "size": limit,
            "sort": [{"_score": "desc"}, {"number": "asc"}],
            "track_total_hits": True,
            "_source": False,
            "docvalue_fields": ["docid"],
        }
        with _answered():
            # Frequencies of all shards together, so that a document's score does not hang on where it is kept.
            found = self._client.search(index=self._index, body=asked, search_type="dfs_query_then_fetch")
            if found["timed_out"] or found["_shards"]["failed"]:
                raise Away(say("it answered in part"))
            hits = [
                EngineHit(one["fields"]["docid"][0], float(one["_score"])) for one in found["hits"]["hits"]
            ]
            return int(found["hits"]["total"]["value"]), hits


def compiled(clauses: Sequence[Clause], fields: Sequence[str]) -> dict[str, Any]:
    """All that must be there and nothing that must not; where nothing must, some of what may. Days are a filter."""
    parts = {
        occurs: [_part(one, fields) for one in clauses if one.occurs == occurs and one.kind != "date"]
        for occurs in ("must", "may", "not")
    }
    days = [one for one in clauses if one.kind == "date"]
    return {
        "bool": {
            "must": parts["must"],
            "should": parts["may"],
            "minimum_should_match": int(bool(parts["may"]) and not parts["must"]),
            "filter": [_days(one) for one in days if one.occurs == "must"],
            "must_not": parts["not"] + [_days(one) for one in days if one.occurs == "not"],
        }
    }


def _days(clause: Clause) -> dict[str, Any]:
    return {"range": {"day": {"gte": clause.first, "lte": clause.last}}}


def _part(clause: Clause, fields: Sequence[str]) -> dict[str, Any]:
    if clause.kind == "id":
        kind, text = ("prefix", clause.text[:-1]) if clause.text.endswith("*") else ("term", clause.text)
        return {"constant_score": {"filter": {kind: {"docid": text}}, "boost": 1.0}}
    fields = ["title"] if clause.kind == "title" else fields
    found = [query for field in fields if (query := _words(field, clause.text))]
    return {"bool": {"should": found, "minimum_should_match": 1}} if found else {"match_none": {}}


def _words(field: str, text: str) -> dict[str, Any] | None:
    words = words_in(PLAIN if field == "title" else field.removeprefix("text_"), text)
    if len(words) > 1:
        return {"match_phrase": {field: " ".join(words)}}
    return {"term": {field: words[0]}} if words else None


def _made() -> dict[str, Any]:
    """Fields as those of the embedded engine; words are parted by blanks already."""
    words = {"type": "text", "analyzer": "whitespace"}
    fields = {
        "number": {"type": "long"},
        "docid": {"type": "keyword"},
        "title": words,
        "day": {"type": "integer"},
        "language": {"type": "keyword"},
        **{f"text_{code}": words for code in LANGUAGES},
    }
    similarity = {"default": {"type": "BM25", "k1": 1.2, "b": 0.75}}
    return {
        "settings": {"index": {"similarity": similarity, "refresh_interval": "-1"}},
        "mappings": {"dynamic": "strict", "_source": {"enabled": False}, "properties": fields},
    }


@cache
def _client(url: str) -> OpenSearch:
    """The connections to a cluster, once it has said that it is one of a version that is understood."""
    parts = urlsplit(url)
    client = OpenSearch(
        [parts._replace(path="", query="", fragment="").geturl()], timeout=ASKED, max_retries=0
    )
    with _answered():
        version = client.info()["version"]
        number, kind = str(version["number"]), version.get("distribution", "elasticsearch")
        if kind != "opensearch" or int(number.partition(".")[0]) < OLDEST:
            raise Away(
                say(
                    "it is {kind} {number}, and OpenSearch {oldest} or newer is needed",
                    kind=kind,
                    number=number,
                    oldest=OLDEST,
                )
            )
    return client


@contextmanager
def _answered() -> Iterator[None]:
    """Raises what goes wrong on the way to the cluster and back as Away, and an index that is gone as Broken."""
    try:
        yield
    except NotFoundError as error:
        raise Broken("it is gone") from error
    except ConnectionTimeout as error:
        raise Away(say("it took too long")) from error
    except OpenSearchException as error:
        raise Away(_reason(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Away(say("its answer was not understood")) from error


def _reason(error: OpenSearchException) -> str:
    """Why the cluster did not do as it was asked; nothing of its address, which may hold a password."""
    status = getattr(error, "status_code", None)
    if status == 429:
        return say("it has too much to do")
    if isinstance(status, int):
        return say("it answered {status}", status=status)
    return say("it cannot be reached")
