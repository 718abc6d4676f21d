"""A site where somebody works already gets no demo campaigns."""

import io

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from tests.factory import make_account


@pytest.mark.django_db
def test_a_site_in_use_gets_no_demo() -> None:
    make_account("somebody")
    said = io.StringIO()
    call_command("seed_demo", stdout=said)
    assert "no demo was made" in said.getvalue()
    assert (Campaign.objects.count(), Account.objects.count()) == (0, 1)
