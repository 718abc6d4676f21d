"""A provider of OpenID Connect on this machine: it signs ID tokens, and lets a test spoil any of them."""

import hashlib
import json
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from assize.environment import Provider

CLIENT, SECRET = "assize", "a secret of two"


@cache
def key_of(whose: str) -> rsa.RSAPrivateKey:
    """Made when a test wants it: that takes longer than most tests, and whoever collects them reads this file."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class FakeProvider:
    """What it says; tests change its fields, or spoil the claims and the token that it gives next."""

    def __init__(self, address: str) -> None:
        self.issuer = address
        self.key: Any = key_of("provider")
        self.key_id = "first"
        self.algorithm = "RS256"
        self.spoilt: dict[str, Any] = {}  # claims in place of the right ones; None: left out
        self.status = 200
        self.offer: dict[str, Any] = {}
        self.codes: dict[str, dict[str, Any]] = {}
        self.requests: list[str] = []

    def settings(self, **changed: Any) -> Provider:
        """How a site is set up to use it."""
        return Provider(self.issuer, CLIENT, SECRET, "Campus")._replace(**changed)

    def answer_to(self, address: str, subject: str = "person 1", **claims: Any) -> str:
        """What a browser brings back, after somebody signed in at the address that it was sent to."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert address.startswith(f"{self.issuer}/authorize?")
        assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
        code = f"code {len(self.codes)}"
        self.codes[code] = {**asked, "claims": {"sub": subject, **claims}}
        return urlencode({"code": code, "state": asked["state"]})

    def metadata(self) -> dict[str, Any]:
        ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        ends |= {"end_session_endpoint": "end"}
        found = {end: f"{self.issuer}/{path}" for end, path in ends.items()}
        return {"issuer": self.issuer, **found, **self.offer}

    def keys(self) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key_of("provider").public_key()))
        return {"keys": [{**public, "kid": self.key_id, "use": "sig"}]}

    def redeem(self, form: dict[str, str], authorization: str) -> dict[str, str] | None:
        """The token for a code: once, for who asked for it, with the secret and the verifier."""
        asked = self.codes.pop(form["code"], None)
        challenge = urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode()
        pair = b64decode(authorization.removeprefix("Basic ")).decode()
        if (
            not asked
            or challenge.rstrip("=") != asked["code_challenge"]
            or pair != f"{CLIENT}:a+secret+of+two"
        ):
            return None
        assert form["redirect_uri"] == asked["redirect_uri"]
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "nonce": asked["nonce"]}
        claims = {**claims, **asked["claims"], **self.spoilt}
        claims = {name: value for name, value in claims.items() if value is not None}
        token = jwt.encode(claims, self.key, algorithm=self.algorithm, headers={"kid": self.key_id})
        return {"id_token": token, "access_token": "x", "token_type": "Bearer"}


@contextmanager
def provider_running() -> Iterator[FakeProvider]:
    """One that answers on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pages = {"/.well-known/openid-configuration": fake.metadata, "/keys": fake.keys}
            self._say(pages[self.path]())

        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            found = fake.redeem(
                {name: values[0] for name, values in form.items()}, self.headers.get("Authorization", "")
            )
            self._say(found or {"error": "invalid_grant"}, 200 if found else 400)

        def _say(self, found: Any, status: int = 200) -> None:
            fake.requests.append(self.path)
            body = json.dumps(found).encode()
            self.send_response(status if fake.status == 200 else fake.status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    fake = FakeProvider(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
