"""Reads of the identities that sign accounts in."""

from assessment.people.models import Account, LinkedIdentity


def identity_of(account: Account, issuer: str) -> LinkedIdentity | None:
    """An account's identity at a provider; None where it is not linked."""
    return LinkedIdentity.objects.filter(account=account, issuer=issuer).first()
