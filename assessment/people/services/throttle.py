"""How often somebody tried to sign in or asked for a password link: counts in the cache that all processes share."""

import hashlib
import json
import unicodedata

from django.core.cache import cache

ATTEMPTS = 10
ATTEMPTS_SECONDS = 600
LINKS_OF_A_NAME = 5
LINKS_FROM_A_PLACE = 30
LINKS_SECONDS = 3_600


def key_of(name: str, place: str) -> str:
    """The key that attempts are counted under; a name counts alike however it is written."""
    folded = unicodedata.normalize("NFKC", name).strip().casefold()[:150]
    return "sign-in:" + hashlib.sha256(json.dumps([folded, place]).encode()).hexdigest()


def count_attempt(name: str, place: str) -> bool:
    """Count one more try before it is looked at, and say whether it is one too many."""
    return _count(key_of(name, place), ATTEMPTS_SECONDS) > ATTEMPTS


def count_link(name: str, place: str) -> bool:
    """Count one more wish for a password link, and say whether it is one too many for this name or from this place.

    Names are counted as typed, whether an account has them or not, so the count tells nothing of accounts.
    """
    of_name = _count("link:" + key_of(name, ""), LINKS_SECONDS)
    from_place = _count("link:" + key_of("", place), LINKS_SECONDS)
    return of_name > LINKS_OF_A_NAME or from_place > LINKS_FROM_A_PLACE


def count_request(account: int, minute: int, seconds: int) -> int:
    """How many requests to the API an account made in this minute, this one too."""
    return _count(f"api:{account}:{minute}", seconds)


def forget_attempts(name: str, place: str) -> None:
    """Begin to count anew, after somebody got in."""
    cache.delete(key_of(name, place))


def _count(key: str, seconds: int) -> int:
    """One more under a key whose count ends some time after its first."""
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # the count ended between the two
        return 0
