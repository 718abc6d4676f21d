"""How often somebody tried to sign in or asked for a password link: counts in the cache that all processes share."""

import hashlib
import json
import time
import unicodedata

from django.core.cache import cache

ATTEMPTS = 10
ATTEMPTS_SECONDS = 600
LINKS_OF_A_NAME = 5
LINKS_FROM_A_PLACE = 30
LINKS_SECONDS = 3_600
CLOCKS_DIFFER = 60.0  # seconds, at most, of machines that count together


def key_of(name: str, place: str) -> str:
    """The key that attempts are counted under; a name counts alike however it is written."""
    folded = unicodedata.normalize("NFKC", name).strip().casefold()[:150]
    return "sign-in:" + hashlib.sha256(json.dumps([folded, place]).encode()).hexdigest()


def count_attempt(name: str, place: str) -> bool:
    """Count one more try before it is looked at, and say whether it is one too many."""
    return _count(key_of(name, place), ATTEMPTS_SECONDS) > ATTEMPTS


def of_password(account: int) -> tuple[str, str]:
    """What tries of the password by somebody who is signed in are counted under, wherever they come from."""
    return f"password of {account}", ""


def of_second_step(account: int) -> tuple[str, str]:
    """What tries of codes after the password are counted under, wherever they come from."""
    return f"second step {account}", ""


def count_link(name: str, place: str) -> bool:
    """Count one more wish for a password link, and say whether it is one too many for this name or from this place.

    Names are counted as typed, whether an account has them or not, so the count tells nothing of accounts.
    """
    of_name = _count("link:" + key_of(name, ""), LINKS_SECONDS)
    from_place = _count("link:" + key_of("", place), LINKS_SECONDS)
    return of_name > LINKS_OF_A_NAME or from_place > LINKS_FROM_A_PLACE


def count_request(account: int, minute: int, seconds: int) -> int:
    """How many requests to the API an account made in this minute, this one too."""
    return _one_more(f"api:{account}:{minute}", seconds)  # the minute is in the key: no later one shares it


def forget_attempts(name: str, place: str) -> None:
    """Begin to count anew, after somebody got in."""
    _forget(key_of(name, place))


def _count(key: str, seconds: int) -> int:
    """One more under a key whose count ends some time after its first.

    One that began in the future was begun before the clock was set back, and would lock people out until it has come
    to that moment again.
    """
    now = time.time()
    if cache.get(_start_of(key), now) > now + CLOCKS_DIFFER:
        _forget(key)
    cache.add(_start_of(key), now, seconds)
    return _one_more(key, seconds)


def _one_more(key: str, seconds: int) -> int:
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # the count ended between the two
        return 0


def _start_of(key: str) -> str:
    return f"{key}:began"


def _forget(key: str) -> None:
    cache.delete_many([key, _start_of(key)])
