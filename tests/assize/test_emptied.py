"""A test that commits leaves nothing to the next one but what Django writes of itself after migrations."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal

from tests.emptied import tables_with_rows
from tests.factory import make_campaign, make_items, make_questions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_nothing_stays_but_what_django_writes_after_migrations() -> None:
    written = kept()
    make_items(make_questions(make_campaign(), "1")[0], ("D-1", "9 April"))
    assert {"campaigns_campaign", "submissions_poolitem"} <= set(tables_with_rows())
    call_command("flush", interactive=False)
    assert [model for model in apps.get_models() if model._base_manager.exists()] == [Permission, ContentType]
    emit_post_migrate_signal(0, False, "default")  # as Django's own way would end
    assert tables_with_rows() == []
    assert kept() == written != []


def kept() -> list[tuple[object, ...]]:
    return sorted(Permission.objects.values_list("pk", "codename", "content_type", "content_type__model"))
