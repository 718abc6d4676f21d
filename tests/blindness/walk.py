"""Goes to every address as somebody, follows what the pages lead to, sends their forms, and notes each canary met."""

import json
import logging
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache, cached_property
from http.cookies import SimpleCookie
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

import lxml.html
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Max
from django.urls import Resolver404, resolve
from lxml.etree import ParserError

from assessment.notices.models import Notice
from tests.blindness.addresses import all_patterns, paths_for
from tests.blindness.programs import API, JSON, MULTIPART, ONCE, requests_to
from tests.blindness.scene import SCORES, Scene
from tests.blindness.secrets import Kind, Secret, found_in

MOST_QUERIES = 6  # different questions to one address: filters, sorting, pages of a list
SCRIPT: Mapping[str, Any] = {"HTTP_X_ASSIZE_FETCH": "1", "HTTP_ACCEPT": "application/json"}
BAD = 400  # a status from which on nothing was done
TO_SCRIPTS = "/judge/"  # what stands below it answers scripts in JSON
VERSIONS = ("seen", "version")  # fields that say which state a form was made for
LINKS = re.compile(r'(?:href|src|action|formaction|data-[a-z-]+)="(/[^"]*|\?[^"]*)"')
# What differs between two answers that say the same.
ACCIDENTS = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"'
    r"|'(?:Expires|Date|X-Request-ID)': '[^']*'"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
)
MOMENTS = re.compile(r"\d\d:\d\d:\d\d[.,]\d+")  # whose fractions may have the digits of a score


class Form(NamedTuple):
    """A form of a page with its fields as they are."""

    action: str
    fields: Mapping[str, list[str]]
    buttons: Sequence[Mapping[str, str]]  # the first and the last that send a value
    empty: Mapping[str, list[str]]  # something for each field that is empty


class Answer(NamedTuple):
    """What of an answer leads further."""

    status_code: int
    page: str  # empty where it is none
    leads: str  # the address that it sends to


class Walk:
    """One visitor's way through the site; with `only`, through these addresses alone.

    Of links to one address with the same names behind the question mark, `most` are followed. What is asked again, with
    the same cookies, is not sent again: all that a request changed is taken back, so that the answer would be the same.
    """

    def __init__(self, scene: Scene, who: str, only: Collection[str] = (), most: int = MOST_QUERIES) -> None:
        self.scene, self.who, self.only, self.most = scene, who, only, most
        self.client = scene.clients[who]
        self._session = self.client.cookies.get("sessionid")
        self.met: dict[tuple[Secret, str], str] = {}  # at which address, and the first request that showed it
        self.mailed: dict[tuple[Secret, str], str] = {}  # to whom, and the first request that made the mail
        self.changed: list[str] = []  # requests that were to change something and were not refused
        self.opened: set[str] = set()  # names of addresses that answered with something
        self.answers: Counter[int] = Counter()
        self.repeated = 0  # requests that were not sent again
        self._said: dict[str, str] = {}
        self._told: dict[tuple[object, ...], tuple[Answer, SimpleCookie]] = {}
        self._last_notice = Notice.objects.aggregate(last=Max("pk"))["last"] or 0
        self._seen: set[str] = set()
        self._asked: Counter[str] = Counter()
        self._queries: Counter[tuple[str, ...]] = Counter()
        self._forms: dict[tuple[str, ...], Form] = {}

    def go(self) -> "Walk":
        """Go everywhere: read, follow links, send each form in every way, and send nothing to each address."""
        before = logging.root.manager.disable
        logging.disable(logging.WARNING)  # a thousand refusals, none of them news
        try:
            self._go()
        finally:
            logging.disable(before)
        return self

    def _go(self) -> None:
        paths = [
            path
            for found in all_patterns()
            if self._wants(found.name)
            for path in paths_for(self.who, found, self.scene)
        ]
        waiting = paths[::-1]
        while waiting:
            path = waiting.pop()
            if path not in self._seen:
                self._seen.add(path)
                waiting += [link for link in self._read(path) if self._is_new(link)]
        for form in list(self._forms.values()):
            self._send(form)
        for path in paths:
            self._send_nothing(path)

    def _send_nothing(self, path: str) -> None:
        """Send an address nothing at all; to those for programs, what its description says."""
        if path.startswith(API):
            for sent in requests_to(path, self.scene):
                is_json = sent.kind != MULTIPART and sent.method != "get"
                data: Any = json.dumps(sent.body) if is_json else sent.body
                self.ask(sent.method, path + sent.query, data, **({"content_type": JSON} if is_json else {}))
            return
        self.ask("post", path)
        if path.startswith(TO_SCRIPTS):
            self.ask("post", path, **SCRIPT)

    @cached_property
    def said(self) -> Mapping[str, str]:
        """What each request was answered, without accidents."""
        return {request: ACCIDENTS.sub("", said) for request, said in self._said.items()}

    def ask(self, method: str, path: str, data: Any = None, **headers: Any) -> Answer:
        """One request, whose effects are taken back; what it shows is noted, in the mail that it makes, too."""
        asked = _asked(path, data)
        cookies = [
            (name, _unsigned(one.value)) for name, one in self.client.cookies.items() if name != "csrftoken"
        ]
        key = (method, asked, *sorted(headers.items()), *sorted(cookies))
        if key in self._told:
            self.repeated += 1
            answer, self.client.cookies = self._told[key][0], deepcopy(self._told[key][1])
        else:
            answer = self._send_it(method, path, data, headers, found_in(asked))
            self._told[key] = (
                answer,
                deepcopy(self.client.cookies),
            )  # a message that was shown is gone from them
        return answer

    def _send_it(
        self, method: str, path: str, data: Any, headers: Mapping[str, Any], known: Collection[Secret]
    ) -> Answer:
        """The same, of what was not asked yet; what somebody asks with is known, and so no secret to them."""
        request = f"{method.upper()} {path}{' by script' if headers else ''}"
        with transaction.atomic():
            response: Any = getattr(self.client, method)(path, data or {}, **headers)
            content = b"".join(response.streaming_content) if response.streaming else response.content
            if method not in ("get", "options") and response.status_code < BAD:
                self._note_change(request)
            transaction.set_rollback(True)
        self._stay_signed_in()
        self.answers[response.status_code] += 1
        head = f"{response.status_code} {response.reason_phrase}\n{response.headers}"
        self._note(f"{head}\n{response.cookies.output()}", content, request, known)
        alike = ACCIDENTS.sub("", request)  # each search of a walk has a number of its own
        self._asked[alike] += 1
        text = content.decode("utf-8", "replace")
        self._said[f"{alike} {self._asked[alike]}"] = head + text
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        return Answer(response.status_code, text if is_page else "", response.headers.get("Location", ""))

    def _note_change(self, request: str) -> None:
        """What a request may have changed, and whom it wrote to."""
        self.changed.append(request)
        for account, *said in Notice.objects.filter(pk__gt=self._last_notice).values_list(
            "account", "subject", "text"
        ):
            who = next((name for name, one in self.scene.accounts.items() if one.pk == account), None)
            for secret in found_in(" ".join(said).encode()) if who else ():
                self.mailed.setdefault((secret, str(who)), request)

    def _stay_signed_in(self) -> None:
        """As before: what signing in or out did was taken back, and browsers keep cookies."""
        self.client.cookies.pop("sessionid", None)
        if self._session:
            self.client.cookies["sessionid"] = self._session.value

    def _note(self, head: str, content: bytes, request: str, known: Collection[Secret]) -> None:
        for place, said in (("header", head.encode()), ("body", content)):
            for secret in (found_in(said) | self._spelled_in(said)) - set(known):
                path = request.split(" ")[1]
                self.met.setdefault((secret, _name_of(urlsplit(path).path)), f"{request}, in the {place}")

    def _spelled_in(self, content: bytes) -> set[Secret]:
        """The secrets that are no words: tokens, links, and the digits of scores."""
        text = MOMENTS.sub("", content.decode("utf-8", "replace"))
        found = {secret for spelled, secret in self.scene.spelled.items() if spelled in text}
        return found | {
            Secret(Kind.SCORE, owner) for owner, value in SCORES.items() if str(value)[1:] in text
        }

    def _wants(self, name: str) -> bool:
        return not self.only or name in self.only

    def _read(self, path: str) -> Iterator[str]:
        response = self.ask("get", path)
        if response.status_code == 200:
            self.opened.add(_name_of(path))
        if response.leads:
            yield urljoin(path, response.leads)
        if response.page:
            for link in dict.fromkeys(LINKS.findall(response.page)):
                yield urljoin(path, link.replace("&amp;", "&").partition("#")[0])
            self._keep_forms(response.page, path)

    def _is_new(self, link: str) -> bool:
        """Whether to follow a link: pages of the site, each with some of what can stand behind the question mark."""
        address = urlsplit(link)
        name = _name_of(address.path)
        if link in self._seen or not name or not self._wants(name):
            return False
        asked = (name, *sorted({key for key, _ in parse_qsl(address.query)}))
        self._queries[asked] += 1
        return self._queries[asked] <= self.most

    def _keep_forms(self, page: str, path: str) -> None:
        try:
            forms = lxml.html.fromstring(page).forms
        except (ParserError, ValueError):
            return
        for form in forms:
            action = urljoin(path, form.action or path)
            if (form.method or "").upper() == "POST" and action != "/sign-out/":
                fields: dict[str, list[str]] = {}
                for name, value in form.form_values():
                    fields.setdefault(name, []).append(value or "")
                key = (_name_of(urlsplit(action).path), *sorted(fields))
                self._forms.setdefault(key, Form(action, fields, _buttons(form), _filled(form)))

    def _send(self, form: Form) -> None:
        """Send a form with its first and last button, for its state and for another, as a page and as a script; and once filled in."""
        stale = {name: ["999"] for name in VERSIONS if name in form.fields}
        ways = ({}, SCRIPT) if form.action.startswith(TO_SCRIPTS) else ({},)
        for headers, changed, button in product(ways, ({}, stale) if stale else ({},), form.buttons):
            self._send_once(form, {**form.fields, **button, **changed}, headers)
        if form.empty:
            self._send_once(form, {**form.fields, **form.buttons[0], **form.empty}, {})

    def _send_once(self, form: Form, fields: Mapping[str, Any], headers: Mapping[str, Any]) -> None:
        once = {"client_id": [ONCE]} if "client_id" in form.fields else {}
        response = self.ask("post", form.action, {**fields, **once}, **headers)
        if response.leads.startswith("/"):
            self.ask("get", response.leads)  # which says what became of it


def _unsigned(cookie: str) -> str:
    """What a cookie says, without the second in which it was signed: VALUE:SECOND:SIGNATURE."""
    return cookie.rsplit(":", 2)[0]


def _asked(path: str, data: Any) -> bytes:
    """All that a request says, files too."""
    said = f"{path} {data}".encode()
    for field in data.values() if isinstance(data, Mapping) else ():
        if isinstance(field, UploadedFile):
            field.seek(0)
            said += b" " + field.read()
            field.seek(0)
    return said


def _buttons(form: Any) -> list[dict[str, str]]:
    """The values that the first and the last button of a form send; nothing where it has none that do."""
    inside = form.xpath(".//button[@name][@value] | .//input[@type='submit'][@name]")
    outside = form.getroottree().xpath("//button[@form=$id][@name][@value]", id=form.get("id") or "no form")
    sent = [{str(button.get("name")): str(button.get("value"))} for button in [*inside, *outside]]
    return [sent[0], *sent[1:][-1:]] if sent else [{}]


def _filled(form: Any) -> dict[str, list[str]]:
    """A word for each empty field of text, a number for each of numbers."""
    texts = form.xpath(
        ".//textarea[@name] | .//input[@name][not(@type) or contains(' text search number ', @type)]"
    )
    empty = [field for field in texts if not (field.value or "").strip()]
    return {field.name: ["2" if field.get("type") == "number" else "word"] for field in empty}


def _name_of(path: str) -> str:
    return _name_of_path(urlsplit(path).path)


@cache
def _name_of_path(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""
