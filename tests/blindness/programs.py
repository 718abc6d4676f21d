"""What programs send to the API: for each of its operations bodies made of its own description.

A new operation is asked by itself: fields named in VALUES get rows of the campaign, others something of their type.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from drf_spectacular.generators import SchemaGenerator

from assessment.judging.models import Assignment
from assessment.submissions.models import PoolItem
from tests.blindness.scene import Scene
from tests.blindness.who import Who

API = "/api/v1/"
STALE = 999  # a state that never was
ONCE = str(uuid4())  # the browser's or program's name of a change: none is there yet, as each is taken back
JSON, MULTIPART = "application/json", "multipart/form-data"
WAYS = (
    "first",
    "second",
    "stale",
    "least",
)  # whose row is named, seen in which state; only what must be said


class Sent(NamedTuple):
    """One request of a program."""

    method: str
    body: Mapping[str, Any]
    kind: str  # of the content
    query: str = ""


def requests_to(path: str, scene: Scene) -> Iterator[Sent]:
    """Every operation of an address, each in every way; reading, where something can be said behind the question mark."""
    yield Sent("options", {}, JSON)
    schema = description()
    for template, operations in schema["paths"].items():
        if re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", template), path):
            for method, operation in operations.items():
                query = _query(operation, scene)
                if method != "get":
                    yield from (sent._replace(query=query) for sent in _bodies(method, operation, scene))
                elif query:
                    yield Sent(method, {}, JSON, query)


@cache
def description() -> Mapping[str, Any]:
    """The API as it describes itself."""
    generator: Any = SchemaGenerator  # which has no annotations
    schema: Mapping[str, Any] = generator().get_schema(request=None, public=True)
    return schema


def _bodies(method: str, operation: Mapping[str, Any], scene: Scene) -> Iterator[Sent]:
    content = operation.get("requestBody", {}).get("content", {})
    kind = next((kind for kind in (JSON, MULTIPART) if kind in content), None)
    if kind is None:
        yield Sent(method, {}, JSON)
        return
    for way in WAYS:
        body = _example(content[kind]["schema"], "", _Rows(scene, way))
        yield Sent(method, body if isinstance(body, dict) else {"list": body}, kind)


def _query(operation: Mapping[str, Any], scene: Scene) -> str:
    """What has to stand behind the question mark, or nothing."""
    rows = _Rows(scene, "first")
    said = {
        each["name"]: _example(each["schema"], each["name"], rows)
        for each in operation.get("parameters", ())
        if each["in"] == "query" and each.get("required")
    }
    return f"?{urlencode(said)}" if said else ""


class _Rows:
    """The rows that bodies name."""

    def __init__(self, scene: Scene, way: str) -> None:
        self.scene, self.way = scene, way

    def assignment(self) -> int:
        who = Who.SECOND if self.way == "second" else Who.FIRST
        row = self.scene.assignment_of(who)
        return row.pk if row else 0

    def item(self) -> int:
        row = Assignment.objects.filter(pk=self.assignment()).first()
        items = PoolItem.objects.filter(question=row.question_id) if row else PoolItem.objects.all()
        first = items.order_by("docid", "pk").first()
        return first.pk if first else 0

    def run(self) -> Any:
        """The file of a run of team A."""
        run = self.scene.campaign.runs.order_by("run_id").first()
        text = f"{run.run_id} again" if run else "no run"
        return SimpleUploadedFile("again.txt", text.encode())


VALUES: Mapping[str, Callable[[_Rows], Any]] = {
    "assignment": _Rows.assignment,
    "item": _Rows.item,
    "file": _Rows.run,
    "seen": lambda rows: STALE if rows.way == "stale" else 0,
    **dict.fromkeys(("grade", "first", "second"), lambda rows: _grade(rows.scene)),
    "qid": lambda rows: rows.scene.campaign.questions.order_by("position", "pk")[0].qid,
}


def _grade(scene: Scene) -> str:
    scales: Sequence[Any] = [
        kind.scale for kind in scene.campaign.track.question_types.values() if kind.scale
    ]
    return str(scales[0].grades[0]) if scales else "yes"


def _example(schema: Mapping[str, Any], name: str, rows: _Rows) -> Any:
    """Something that a schema describes, with every field that it has."""
    if name in VALUES:
        return VALUES[name](rows)
    for key in ("allOf", "oneOf", "anyOf"):
        if key in schema:
            return _example(schema[key][0], name, rows)
    if "$ref" in schema:
        return _example(description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]], name, rows)
    if "enum" in schema:
        return schema["enum"][0]
    if "properties" in schema:
        fields = schema["properties"]
        wanted = schema.get("required", ()) if rows.way == "least" else fields
        return {name: _example(fields[name], name, rows) for name in wanted}
    return _of_type(schema, rows)


def _of_type(schema: Mapping[str, Any], rows: _Rows) -> Any:
    kind = schema.get("type")
    if kind == "array":
        return [_example(schema.get("items", {}), "", rows)]
    if kind in ("integer", "number"):
        return schema.get("minimum", 1)
    if kind == "boolean":
        return True
    if kind == "object":
        return {}
    return ONCE if schema.get("format") == "uuid" else "word"
