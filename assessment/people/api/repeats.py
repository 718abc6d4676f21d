"""Requests that may be sent again: the header Idempotency-Key, and the ETag of what somebody saw."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from assessment.people.api.frame import ApiView, marks_in
from assessment.people.models import Account
from assessment.people.services.kept_answers import Answer, answer_once
from assessment.shared.errors import AssizeError, Conflict, Refused
from assessment.shared.seen import mark_of

LONGEST_KEY = 200
Method = Callable[..., Response]


def repeatable(method: Method) -> Method:
    """Decorate the method of a view: with an Idempotency-Key it is carried out once, and its answer given again.

    Only what was carried out is kept: what was refused changed nothing, and may be tried again.
    """

    @wraps(method)
    def once(view: ApiView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get("Idempotency-Key", "")
        if not key:
            return method(view, request, *args, **kwargs)
        _refuse_odd(key)

        made: list[Response] = []

        def work() -> Answer:
            made.append(method(view, request, *args, **kwargs))
            return Answer(made[0].status_code, json.loads(json.dumps(made[0].data, cls=JSONEncoder)))

        request_hash = _hash_of(request, view.account)
        found = answer_once(account=view.account, key=key, request_hash=request_hash, work=work)
        if not found.repeated:
            return made[0]
        return Response(found.answer.body, found.answer.status, headers={"Idempotent-Replayed": "true"})

    return once


def _refuse_odd(key: str) -> None:
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Refused(
            "This Idempotency-Key cannot be kept. Nothing was done.",
            "idempotency_key",
            f"Give at most {LONGEST_KEY} printable characters, such as a UUID.",
        )


def _hash_of(request: Request, account: Account) -> str:
    """What the request is, and how far its token goes: one that goes less far gets no answer to another."""
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()} {account.limits}\n".encode())
    data = request.data
    if hasattr(data, "lists"):
        for name, values in sorted(data.lists()):
            digest.update(json.dumps([name, [_said(value) for value in values]]).encode())
    else:
        digest.update(json.dumps(data, sort_keys=True).encode())
    return digest.hexdigest()


def _said(value: Any) -> str:
    if not isinstance(value, UploadedFile):
        return str(value)
    digest = hashlib.sha256()
    for chunk in value.chunks():
        digest.update(chunk)
    value.seek(0)
    return f"{value.name} {digest.hexdigest()}"


# What somebody saw


class Stale(AssizeError):
    """What was seen is no more (If-Match); `now` is what stands."""

    status = HTTPStatus.PRECONDITION_FAILED

    def __init__(self, error: Conflict, now: Mapping[str, Any]) -> None:
        super().__init__(error.message, error.code, error.hint)
        self.now = now

    @property
    def for_pages(self) -> dict[str, Any]:
        """What stands now."""
        return dict(self.now)


def etag_of(state: object) -> str:
    """The ETag of a state."""
    return f'"{mark_of(state)}"'


def refuse_stale(request: Request, state: Mapping[str, Any]) -> None:
    """Raise Stale where an If-Match names another state than there is."""
    asked = request.headers.get("If-Match", "").strip()
    if asked and asked != "*" and etag_of(state) not in marks_in(request, "If-Match"):
        error = Conflict(
            "Somebody changed it since you read it. Nothing was stored.",
            "changed_meanwhile",
            "Look at what stands now, and send yours again if it should replace it.",
        )
        raise Stale(error, state)
