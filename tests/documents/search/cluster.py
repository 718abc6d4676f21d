"""A small stand-in for OpenSearch: its interface as far as the site uses it, over HTTP, with BM25 by its definition."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.documents.search.plain import Scores, scored

Document = dict[str, Any]


class Cluster:
    """What it keeps, and how it misbehaves: `trouble` is slow, busy, half, part, noise, or nothing."""

    def __init__(self) -> None:
        self.indices: dict[str, dict[str, Any]] = {}
        self.version: dict[str, str] = {"distribution": "opensearch", "number": "2.19.1"}
        self.trouble = ""
        self.full_after: int | None = None  # documents that are kept before it says that it is busy
        self.freed = threading.Event()  # ends what is slow
        self.url = ""

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, Any]:
        """The status and the object with which a request is answered."""
        parts = path.partition("?")[0].strip("/").split("/")
        if parts == [""]:
            return 200, {"version": self.version}
        if parts == ["_aliases"]:
            return self._aliased(json.loads(body))
        if len(parts) == 1:
            return self._index(method, parts[0], body)
        if parts[0] not in self.indices:
            return 404, {"error": {"type": "index_not_found_exception"}, "status": 404}
        index = self.indices[parts[0]]
        if parts[1] == "_bulk":
            return self._bulk(index, body)
        if parts[1] == "_mapping":
            index["mappings"] |= json.loads(body)
        if parts[1] == "_count":
            return 200, {"count": len(_fitting(index, json.loads(body)["query"]))}
        return 200, _searched(index, json.loads(body)) if parts[1] == "_search" else {}

    def _index(self, method: str, name: str, body: bytes) -> tuple[int, Any]:
        there = {key: one for key, one in self.indices.items() if fnmatchcase(key, name)}
        if method == "PUT":
            made = json.loads(body)
            assert made["settings"]["index"]["similarity"]["default"] == {
                "type": "BM25",
                "k1": 1.2,
                "b": 0.75,
            }
            self.indices[name] = {"aliases": {}, "mappings": made["mappings"], "documents": {}}
        if method == "DELETE":
            for key in there:
                del self.indices[key]
        if method == "HEAD":
            return (200 if there else 404), None
        return 200, {
            key: {"aliases": one["aliases"], "mappings": one["mappings"]} for key, one in there.items()
        }

    def _aliased(self, body: Mapping[str, Any]) -> tuple[int, Any]:
        for action in body["actions"]:
            self.indices[action["add"]["index"]]["aliases"][action["add"]["alias"]] = {}
        return 200, {"acknowledged": True}

    def _bulk(self, index: dict[str, Any], body: bytes) -> tuple[int, Any]:
        lines = [json.loads(line) for line in body.splitlines()]
        items = []
        for act, fields in zip(lines[::2], lines[1::2], strict=True):
            assert fields.keys() <= index["mappings"]["properties"].keys()
            is_full = self.full_after is not None and len(index["documents"]) >= self.full_after
            if not is_full:
                index["documents"][act["index"]["_id"]] = fields
            items.append({"index": {"status": 429 if is_full else 201}})
        return 200, {"errors": False, "items": items}


class _Handler(BaseHTTPRequestHandler):
    cluster: Cluster
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body at once: else the system waits 40 ms between them

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        trouble = self.cluster.trouble
        if trouble == "slow":
            self.cluster.freed.wait()
        status, told = self.cluster.answer(self.command, self.path, body)
        if trouble == "busy":
            status, told = 429, {"error": {"type": "circuit_breaking_exception"}, "status": 429}
        if trouble == "part" and isinstance(told, dict) and "_shards" in told:
            told["_shards"]["failed"] = 1
        text = b"" if told is None else json.dumps({} if trouble == "noise" else told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if trouble == "half":
            text = text[: len(text) // 2]
            self.close_connection = True
        with suppress(ConnectionError):  # who asked has gone
            self.wfile.write(text)
            self.wfile.flush()

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = _answer

    def log_message(self, *_: Any) -> None:
        """Nothing is written of requests."""


@contextmanager
def serving() -> Iterator[Cluster]:
    """One that answers at its `url`."""
    cluster = Cluster()
    handler = type("Handler", (_Handler,), {"cluster": cluster})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    cluster.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield cluster
    finally:
        cluster.freed.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _searched(index: Mapping[str, Any], body: Mapping[str, Any]) -> Document:
    documents = index["documents"]
    scores = _fitting(index, body.get("query", {"match_all": {}}))
    by_number = body["sort"] == [{"number": "desc"}]
    ordered = sorted(
        scores,
        key=lambda key: -documents[key]["number"] if by_number else (-scores[key], documents[key]["number"]),
    )
    start = body.get("from", 0)
    hits = [
        {
            "_id": key,
            "_score": scores[key],
            "sort": [documents[key]["number"]],
            "fields": {"docid": [documents[key]["docid"]]},
        }
        for key in ordered[start : start + body["size"]]
    ]
    return {
        "timed_out": False,
        "_shards": {"failed": 0},
        "hits": {"total": {"value": len(scores)}, "hits": hits},
    }


def _fitting(index: Mapping[str, Any], query: Mapping[str, Any]) -> Scores:
    """The documents that fit a query, with their scores."""
    ((kind, body),) = query.items()
    documents: dict[str, Document] = index["documents"]
    if kind == "bool":
        return _combined(index, body)
    if kind == "match_all":
        return dict.fromkeys(documents, 1.0)
    if kind == "match_none":
        return {}
    if kind == "constant_score":
        return dict.fromkeys(_fitting(index, body["filter"]), body["boost"])
    ((field, value),) = body.items()
    if kind == "range":
        return {key: 0.0 for key, one in documents.items() if value["gte"] <= one[field] <= value["lte"]}
    if kind == "prefix":
        return {key: 1.0 for key, one in documents.items() if one[field].startswith(value)}
    if kind == "match_phrase":
        return scored(_texts(documents, field), value.split())
    if kind == "term" and index["mappings"]["properties"][field]["type"] == "text":
        return scored(_texts(documents, field), [value])
    assert kind == "term"
    return {key: 1.0 for key, one in documents.items() if one.get(field) == value}


def _combined(index: Mapping[str, Any], body: Mapping[str, Any]) -> Scores:
    must, should, filters, nots = (
        [_fitting(index, one) for one in body.get(name, [])]
        for name in ("must", "should", "filter", "must_not")
    )
    least = body["minimum_should_match"]
    return {
        key: sum(one.get(key, 0.0) for one in (*must, *should))
        for key in index["documents"]
        if all(key in one for one in (*must, *filters))
        and sum(key in one for one in should) >= least
        and not any(key in one for one in nots)
    }


def _texts(documents: Mapping[str, Document], field: str) -> dict[str, list[str]]:
    return {key: one.get(field, "").split() for key, one in documents.items()}
