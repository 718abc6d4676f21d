"""Secrets of webhooks and the signatures made with them, by the Standard Webhooks specification, version 1."""

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Iterable
from datetime import datetime
from secrets import token_hex

from django.utils.crypto import salted_hmac

from assessment.webhooks.models import Webhook

PREFIX = "whsec_"


def new_seed() -> str:
    """What a new secret is made of."""
    return token_hex(16)


def secret_of(seed: str) -> str:
    """The secret as receivers have it."""
    return PREFIX + b64encode(_key(seed)).decode()


def _key(seed: str) -> bytes:
    return salted_hmac("assize.webhooks", seed, algorithm="sha256").digest()


def signatures(webhook: Webhook, event_id: str, body: bytes, now: datetime) -> str:
    """The header of a message sent now: signed with the secret, and for some time with the one before."""
    seeds = [webhook.secret_seed]
    if webhook.former_seed and webhook.former_until and webhook.former_until > now:
        seeds.append(webhook.former_seed)
    return signed((_key(seed) for seed in seeds), event_id, int(now.timestamp()), body)


def signed(keys: Iterable[bytes], event_id: str, timestamp: int, body: bytes) -> str:
    """A signature for each key, with spaces between them."""
    content = f"{event_id}.{timestamp}.".encode() + body
    digests = (hmac.new(key, content, hashlib.sha256).digest() for key in keys)
    return " ".join(f"v1,{b64encode(digest).decode()}" for digest in digests)
