"""What the product uses of packages though it is not promised: each is there, and there is nothing else of the kind."""

import ast
import codecs
from pathlib import Path

import bs4.builder
import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.models import QuerySet
from django.http import HttpRequest
from drf_spectacular.openapi import AutoSchema
from lxml import etree
from rest_framework.request import Request

CODE = ("assize", "assessment", "documents", "scoring")
USED: dict[str, object] = {
    # Django: SQLite's writers take turns (assize/fair_sqlite); sessions are read by a prepared statement
    "_start_transaction_under_autocommit": DatabaseWrapper,
    "_commit": DatabaseWrapper,
    "_rollback": DatabaseWrapper,
    "_close": DatabaseWrapper,
    "_get_session_from_db": SessionStore,
    "_session_key": SessionStore,
    "_iterable_class": QuerySet(),
    # the API: a schema is extended by what stands in it already; the request that an upload came with
    "_map_serializer": AutoSchema,
    "_request": Request(HttpRequest()),
    # readers of documents
    "_Element": etree,
    "_html5lib": bs4.builder,
    "_is_text_encoding": codecs.lookup("utf-8"),
}
PROMISED = {"_asdict", "_replace", "_fields", "_make", "_meta", "_default_manager", "_base_manager", "_exit"}


@pytest.mark.parametrize("name", USED)
def test_it_is_there(name: str) -> None:
    assert hasattr(USED[name], name), "the package has changed: look for where the product uses it"


def test_nothing_else_is_used() -> None:
    own, used = set[str](), set[str]()
    for folder in CODE:
        for path in Path(settings.BASE_DIR, folder).rglob("*.py"):
            # One after another: a thousand trees kept would be looked through for garbage again and again.
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                own |= _made(node)
                used |= _used(node)
    private = {name for name in used if name.startswith("_") and not name.startswith("__")}
    assert private - own - PROMISED <= set(USED)


def _made(node: ast.AST) -> set[str]:
    """The name that something of its own gets there."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
            return {name}
    return set()


def _used(node: ast.AST) -> set[str]:
    """The name of an attribute, or those of a module and of what is in it."""
    match node:
        case ast.Attribute(attr=name):
            return {name}
        case ast.ImportFrom(module=str(module), names=names):
            return {*module.split("."), *(one.name for one in names)}
    return set()
