"""Scenes: what many tests of a file start from, built once and given to each as it was built.

    @pytest.fixture(scope="module")
    def built(kept: Kept) -> Iterator[Campaign]:
        with kept():
            yield imported("trec8_small")

    @pytest.fixture
    def campaign(db: None, built: Campaign) -> Campaign:
        return as_built(built)

Rows that a test changes are rolled back after it, as ever; the scene's own go when the file's tests are over. It does
not go together with tests that commit (`transaction=True`, the browser's): those want a scene of their own.
"""

import copy
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

Kept = Callable[[], AbstractContextManager[None]]
T = TypeVar("T")


def as_built(built: T) -> T:
    """A copy for one test, so that what a test sets on the objects of a scene is not there for the next."""
    return copy.deepcopy(built)


@pytest.fixture(scope="session")
def kept(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Kept:
    """The block in which a scene is built and used: all that was stored meanwhile is gone after it."""

    @contextmanager
    def block() -> Iterator[None]:
        with django_db_blocker.unblock(), transaction.atomic():
            yield
            transaction.set_rollback(True)

    return block
