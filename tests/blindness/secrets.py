"""The canaries: one made-up word for each thing that somebody must not learn, and how it is found in an answer.

Every word begins with the same letters, which nothing else on the site spells: an answer without them holds none.
"""

import base64
import gzip
import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

MARK = "zqxjv"


class Owner(StrEnum):
    """Whose a secret is."""

    FIRST = "first"  # assessor
    SECOND = "second"
    THIRD = "third"  # the other assessors
    A = "ateam"
    B = "bteam"
    C = "cteam"
    APPLICANT = "applicant"  # who asked to take part
    STAFF = "staff"  # organizers, admins and adjudicators
    DECIDER = "decider"  # what of the adjudicator's is not the organizers', too
    MACHINE = "machine"


class Kind(StrEnum):
    """What is kept secret."""

    RUN = "run"
    TEAM = "team"
    DESCRIPTION = "text"
    ANSWER = "string"
    SCORE = "score"
    REGISTRATION = "group"
    EXTENSION = "extended"
    NAME = "name"
    MAIL = "mail"
    TOKEN = "token"
    NOTE = "note"
    CANONICAL = "canonical"
    COMMENT = "comment"
    THUMB = "thumb"
    CLASS = "label"
    NUGGET = "nugget"
    ASKED = "asked"
    MESSAGE = "message"
    RULING = "ruling"
    DECISION = "decision"
    VERSION = "version"
    MODEL = "model"
    WARNING = "warning"
    SOFTWARE = "software"
    KNOWN = "known"
    CANDIDATE = "candidate"
    REASON = "reason"
    MOVE = "move"
    PATTERN = "pattern"
    JOB = "job"
    INVITED = "invited"
    TAKEN_BACK = "taken"
    HOOK = "hook"
    SEARCH = "query"


class Secret(NamedTuple):
    """One canary."""

    kind: Kind
    owner: Owner

    @property
    def word(self) -> str:
        """How it is spelled: letters alone, so that it is fit for a run id, a name, a mail address, a key."""
        return f"{MARK}{self.kind}{self.owner}"


# Teams of ResPubliQA have names of four letters, which begin their runs' names.
SHORT = {f"zqj{owner[0]}": Secret(Kind.TEAM, owner) for owner in (Owner.A, Owner.B, Owner.C)}
SECRETS = {secret.word: secret for secret in (Secret(kind, owner) for kind in Kind for owner in Owner)}

_WORDS = re.compile(rf"{MARK}(?:{'|'.join(Kind)})(?:{'|'.join(Owner)})", re.IGNORECASE)
_SHORT = re.compile(rf"(?<![A-Za-z0-9+/])(?:{'|'.join(SHORT)})(?![A-Za-z+/])", re.IGNORECASE)
_DIGESTS = re.compile(r"[0-9a-f]{32,64}", re.IGNORECASE)
# Random letters may spell four letters of base64: what a session, a form or a document is opened by.
_RANDOM = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|[?&](?:amp;)?key=[^"&\s]*|(?:csrftoken|sessionid)=[^;]*'
)


def found_in(content: bytes) -> set[Secret]:
    """The canaries in an answer: as spelled, in base64, in hexadecimal digits, as digests, and in what is packed."""
    found: set[Secret] = set()
    for part in _unpacked(content):
        text = _RANDOM.sub("", part.decode("utf-8", errors="replace"))
        lower = text.lower()
        if MARK in lower:
            found |= {SECRETS[word] for word in set(_WORDS.findall(lower))}
        if any(word in lower for word in SHORT):
            found |= {SHORT[word] for word in set(_SHORT.findall(lower))}
        if any(mark in text for mark in _disguised_marks()):
            found |= {secret for form, secret in _disguises().items() if form in text}
        found |= {
            _digests()[digest.lower()] for digest in _DIGESTS.findall(text) if digest.lower() in _digests()
        }
    return found


def _unpacked(content: bytes, depth: int = 3) -> Iterator[bytes]:
    """The bytes, and all that is packed in them."""
    yield content
    if depth == 0:
        return
    if content.startswith(b"PK\x03\x04"):
        archive = zipfile.ZipFile(io.BytesIO(content))
        for name in archive.namelist():
            yield name.encode()
            yield from _unpacked(archive.read(name), depth - 1)
    elif content.startswith(b"\x1f\x8b"):
        yield from _unpacked(gzip.decompress(content), depth - 1)
    elif content.startswith((b"\x78\x9c", b"\x78\xda")):
        yield zlib.decompress(content)


@cache
def _disguises() -> dict[str, Secret]:
    return {form: secret for word, secret in SECRETS.items() for form in _disguised(word)}


@cache
def _disguised_marks() -> list[str]:
    return _disguised(MARK)


def _disguised(word: str) -> list[str]:
    """How a word looks in base64, at each of its three places without what stands around it, and in hexadecimal."""
    packed = [base64.b64encode(b"?" * place + word.encode()).decode() for place in range(3)]
    ends = [(place + len(word)) * 8 // 6 for place in range(3)]
    whole = [text[(0, 2, 3)[place] : ends[place]] for place, text in enumerate(packed)]
    return [*whole, word.encode().hex()]


@cache
def _digests() -> dict[str, Secret]:
    return {
        hashlib.new(method, f"{word}{number}".encode()).hexdigest(): secret
        for word, secret in SECRETS.items()
        for number in ("", *range(1, 4))  # of runs of one team
        for method in ("md5", "sha1", "sha256")
    }
