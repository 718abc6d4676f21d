"""The date of a newswire record, from its date field or else from its id."""

import re
from datetime import date

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)\b.*")
_SHORT = re.compile(r"(\d\d)(\d\d)(\d\d)")
_LONG = re.compile(r"(\d{4})(\d\d)(\d\d)")
_ID_LONG = re.compile(r"[A-Za-z_]+-?((?:19|20)\d{6})[-.]\d")
_ID_SHORT = re.compile(r"[A-Za-z]+(\d{6})-\d")


def shown_date(docid: str, field: str) -> str:
    """A date as `14 May 1991`; a field in any other form as it stands; empty where neither tells.

    Two-digit years are of the 1900s, as in all collections on TREC disks 1-5.
    """
    if field:
        return _in_words(field) or field
    match = _ID_LONG.match(docid) or _ID_SHORT.match(docid)
    return _in_words(match[1]) if match else ""


def _in_words(text: str) -> str:
    match = _ISO.fullmatch(text) or _LONG.fullmatch(text) or _SHORT.fullmatch(text)
    if not match:
        return ""
    year, month, day = map(int, match.groups())
    try:
        found = date(year if year > 99 else 1900 + year, month, day)
    except ValueError:
        return ""
    return f"{found.day} {found:%B} {found.year}"
