"""What tests of campaigns share: small topics files, and one person in each role."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile, create_campaign, import_questions
from assessment.people.services.accounts import ensure_member
from tests.client import Client
from tests.factory import make_account

SERIES = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE trecqa [ <!ELEMENT trecqa (target+)> <!ENTITY far SYSTEM "http://example.invalid/far"> ]>
<trecqa year="2004" task="main">
<target id = "1" text = "Halden comet">
  <qa><q id="1.1" type="FACTOID"> When was it seen? </q></qa>
  <qa><q id="1.2" type="LIST"> Who saw it? </q></qa>
  <qa><q id="1.3" type="OTHER"> Other </q></qa>
</target>
<target id="2" text="Reed &amp; Sons">
  <qa><q id="2.1" type="FACTOID"> Who founded it? </q></qa>
  <qa><q id="2.2" type="OTHER"> Other </q></qa>
</target>
</trecqa>
"""
TYPES = b"#THING Halden comet\n#ORG Reed &amp; Sons\n"
BLOCKS = b"""<top>
<num> Number: 1
<desc> Description:
Who rang the harbour clock?
</top>

<top>
<num> Number: 2
<desc> Description:
Where is Sow Rock?
</top>
"""
ROLES = ("admin", "organizer", "adjudicator", "assessor", "participant")

Enter = Callable[[str], Client]


@pytest.fixture
def series(db: None) -> Campaign:
    """A campaign in series with five questions, open."""
    campaign = create_campaign(slug="comet", title="Comet series", track="series2004", by=None)
    import_questions(campaign=campaign, topics=SourceFile("comet.xml", SERIES), by=None)
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    campaign.refresh_from_db()
    return campaign


@pytest.fixture
def blocks(db: None) -> Campaign:
    """A campaign of two single questions, a draft."""
    campaign = create_campaign(slug="harbour", title="Harbour", track="trec8", by=None)
    import_questions(campaign=campaign, topics=SourceFile("harbour.txt", BLOCKS), by=None)
    return campaign


@pytest.fixture
def enter(db: None) -> Callable[[Campaign | None, str], Client]:
    """Sign somebody in who has one role in a campaign; "site admin" and "stranger" have none."""

    def sign_in(campaign: Campaign | None, role: str) -> Client:
        account = make_account(role.replace(" ", "-"), site_admin=role == "site admin")
        if campaign and role in ROLES:
            ensure_member(campaign=campaign, name=account.username, roles=[role], by=None, account=account)
        client = Client()
        client.force_login(account)
        return client

    return sign_in


def page_fields(client: Client, page: str = "/campaigns/comet/settings/") -> dict[str, object]:
    """What a browser would send back unchanged."""
    form = client.get(page).context["settings_form"]
    fields: dict[str, object] = {}
    for bound in form:
        value = bound.value()
        fields[f"initial-{bound.name}"] = "" if value is None else value
        if value is not False:
            fields[bound.name] = "" if value is None else value
    return fields


def upload(name: str, data: bytes) -> SimpleUploadedFile:
    """A file as a browser sends it."""
    return SimpleUploadedFile(name, data)
