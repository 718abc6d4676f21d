"""E-mail addresses of people."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from assessment.shared.say import say

LONGEST_EMAIL = 254  # characters: RFC 5321, and the columns of addresses


def email_error(email: str) -> str:
    """What is wrong with an address; "" where nothing is."""
    try:
        validate_email(email)
    except ValidationError:
        return say("{email} is not an e-mail address.", email=email)
    too_long = say("An e-mail address has at most {most} characters.", most=LONGEST_EMAIL)
    return too_long if len(email) > LONGEST_EMAIL else ""
