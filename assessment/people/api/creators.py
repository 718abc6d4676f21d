"""Who may make campaigns by the API; others are told why not, since the address is no secret."""

from assessment.people.models import Account
from assessment.shared.errors import Forbidden


def who_creates(account: Account) -> Account:
    """The account, where it may make campaigns; Forbidden says why not, and who can help."""
    if account.creates:
        return account
    if account.limits.narrows:
        raise Forbidden(
            "This token is for one campaign or role, and makes no campaigns. Nothing was created.",
            "token_narrow",
            "Use a token that is for all that you may do.",
        )
    raise Forbidden(
        "This account may not create campaigns. Nothing was created.",
        "may_not_create",
        "A site admin can allow it, on the page of accounts or with let_create.",
    )
