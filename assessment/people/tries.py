"""How often somebody tried to sign in: a count for each name and place, the same in all processes of the site."""

import hashlib
import json
import unicodedata

from django.core.cache import cache

TRIES = 10
TRIES_SECONDS = 600


def key_of(name: str, place: str) -> str:
    """Where the tries are counted; a name counts alike however it is written."""
    spelled = unicodedata.normalize("NFKC", name).strip().casefold()[:150]
    return "sign-in:" + hashlib.sha256(json.dumps([spelled, place]).encode()).hexdigest()


def count_try(name: str, place: str) -> bool:
    """Count one more try before it is looked at, and say whether it is one too many."""
    key = key_of(name, place)
    cache.add(key, 0, TRIES_SECONDS)
    try:
        return cache.incr(key) > TRIES
    except ValueError:  # the count ended between the two
        return False


def forget_tries(name: str, place: str) -> None:
    """Begin to count anew, after somebody got in."""
    cache.delete(key_of(name, place))
