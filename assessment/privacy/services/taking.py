"""Giving somebody a copy of their data."""

from collections.abc import Iterator

from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.privacy.selectors.own_data import own_data
from assessment.shared.zips import begun, stream_zip


def take_own_data(*, account: Account, by: Account | None) -> Iterator[bytes]:
    """All that the site keeps of a person as a ZIP file, in pieces; the log says that a copy was taken."""
    record_event(by=by, campaign=None, verb="account:data_taken", subject=account.username)
    return begun(stream_zip(own_data(account)))
