"""Reads the environment variables and the .env file; every setting an installation can choose starts here."""

import os
import re
import secrets
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

# numpy reads it when it is loaded, later. With a thread for each processor, products of matrices keep all of them busy
# with waiting for one another, and a page that needs two milliseconds of them takes sixty from everybody else.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

DATA_DIR = BASE_DIR / env.str("ASSIZE_DATA_DIR", default="var")
SECRET_KEY_FILE = DATA_DIR / "secret_key"


_is_keyless = False


def go_without_key() -> None:
    """Let this process, which signs nothing, run where no key was made yet: a restore brings the key."""
    global _is_keyless  # noqa: PLW0603 -- settings are read once, after this
    _is_keyless = True


_IS_PREFIX = re.compile(r"/?|/[a-z0-9][a-z0-9_-]{0,60}/?")


def secret_key() -> str:
    """The key from the environment, else the one kept in the data folder; without either the site does not start."""
    key: str = env.str("ASSIZE_SECRET_KEY", default="")
    if not key and SECRET_KEY_FILE.is_file():
        key = SECRET_KEY_FILE.read_text(encoding="ascii").strip()
    if not key and _is_keyless:
        return secrets.token_urlsafe(50)
    if not key:
        raise ImproperlyConfigured(
            f"No secret key: ASSIZE_SECRET_KEY is not set and {SECRET_KEY_FILE} holds none. Nothing was started. "
            "Set the site up first: `python -m assize.prepare --without-demo` makes and keeps a key (`make run` would make "
            "the demo, too, with passwords that everybody knows). Or set ASSIZE_SECRET_KEY to a long random text."
        )
    return key


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """The addresses and networks that a variable lists, separated by commas."""
    found = []
    for text in env.list(name, default=[]):
        try:
            found.append(ip_network(text.strip()))
        except ValueError as error:
            raise ImproperlyConfigured(
                f"{name}: {error}. Nothing was started. Write addresses and networks as 127.0.0.1,10.1.0.0/16."
            ) from None
    return found


def prefix() -> str:
    """The path under which people reach the site, without a slash at its end; empty where they have a host for it."""
    given: str = env.str("ASSIZE_PREFIX", default="").strip().rstrip("/")
    if given and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", given):
        raise ImproperlyConfigured(
            f"ASSIZE_PREFIX={given} is no path. Nothing was started. Write it as /assize, without host and query."
        )
    return given


def site_url(first_host: str, *, https: bool) -> str:
    """The address under which people reach the site; where nobody gives it, by https that of its first name."""
    is_name = first_host not in ("localhost", "127.0.0.1") and not first_host.startswith((".", "*"))
    usual = (
        f"https://{first_host}"
        if https and is_name
        else f"http://127.0.0.1:{env.str('PORT', default='8000')}"
    )
    return str(env.str("ASSIZE_SITE_URL", default="") or usual).rstrip("/").removesuffix(prefix())


def keep_secret_key() -> bool:
    """Make a random key in the data folder, readable by its owner alone, unless there is one; whether it was made."""
    if env.str("ASSIZE_SECRET_KEY", default="") or (
        SECRET_KEY_FILE.is_file() and SECRET_KEY_FILE.stat().st_size
    ):
        return False
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = SECRET_KEY_FILE.with_name(f"{SECRET_KEY_FILE.name}.{secrets.token_hex(4)}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50) + "\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(SECRET_KEY_FILE)  # whole or not at all
    return True


def hosts(name: str, default: list[str]) -> list[str]:
    """The host names that a variable lists: blanks around them, and what makes addresses of them, are left out."""
    found = []
    for text in env.list(name, default=default):
        bare = text.strip()
        try:
            with_port = bare if "://" in bare else f"//{bare}" if bare.count(":") == 1 else ""
            host = urlsplit(with_port).hostname if with_port else bare
            host = f"[{host}]" if host and ":" in host and host[0] != "[" else host
        except ValueError:
            host = None
        if bare and (not host or "/" in host):
            raise ImproperlyConfigured(
                f"{name} names {bare}, which is no host. Nothing was started. "
                "Write names alone, separated by commas: assize.example.org,www.example.org"
            )
        found += [host] if host else []
    return found


def refuse_unreadable(name: str) -> None:
    """Refuse an address of a service whose password was not encoded, without a word of it.

    A # ends an address, a / or ? ends its host: what follows would be read as something else, or be told in a traceback.
    """
    text = env.str(name, default="")
    try:
        parts = urlsplit(text)
        is_read = parts.scheme == "sqlite" or not (
            parts.fragment
            or "@" in parts.path + parts.query
            or (parts.port is None and parts.netloc[-1:] == ":")
        )
    except ValueError:
        is_read = False
    if not is_read:
        raise ImproperlyConfigured(
            f"{name} cannot be read. Nothing was started. In a user name or password, write these signs as codes: "
            "# as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25, [ as %5B, ] as %5D."
        )


def search_url() -> str:
    """The cluster of OpenSearch that collections are searched with; empty where the site does so itself."""
    text: str = env.str("ASSIZE_SEARCH_URL", default="")
    parts = urlsplit(text)
    if text and not (
        parts.scheme in ("http", "https") and parts.hostname and _IS_PREFIX.fullmatch(parts.path)
    ):
        raise ImproperlyConfigured(
            "ASSIZE_SEARCH_URL is no address of OpenSearch. Nothing was started. "
            "Write https://user:password@host:9200, or with what its indexes begin with: https://host:9200/assize-test."
        )
    return text


HOST: str = env.str("ASSIZE_HOST", default="127.0.0.1")  # that `assize.serve` listens on


def is_of_this_machine(host: str) -> bool:
    """Whether nobody but this machine itself can connect to an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Provider(NamedTuple):
    """Where people can sign in beside their password (OpenID Connect); docs/signing-in.md says what each value does."""

    issuer: str
    client_id: str
    client_secret: str = ""  # empty: a public client
    name: str = "SSO"  # as the buttons call it
    trusts_email: bool = False
    second_step: tuple[str, ...] = ()  # values of acr and amr that are as good as a code


def provider() -> Provider | None:
    """The provider that the site lets people sign in at; None: passwords alone."""
    issuer, client = env.str("ASSIZE_OIDC_ISSUER", default=""), env.str("ASSIZE_OIDC_CLIENT_ID", default="")
    if not issuer and not client:
        return None
    parts = urlsplit(issuer)
    near = parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1", "::1")
    if not client or not parts.hostname or not (parts.scheme == "https" or near) or parts.query:
        raise ImproperlyConfigured(
            "ASSIZE_OIDC_ISSUER and ASSIZE_OIDC_CLIENT_ID go together, and the issuer is an https:// address. Nothing "
            "was started. Write the issuer as the provider does: https://login.example.org/realms/people"
        )
    return Provider(
        issuer=issuer,
        client_id=client,
        client_secret=env.str("ASSIZE_OIDC_CLIENT_SECRET", default=""),
        name=env.str("ASSIZE_OIDC_NAME", default="") or "SSO",
        trusts_email=env.bool("ASSIZE_OIDC_TRUST_EMAIL", default=False),
        second_step=tuple(filter(None, env.list("ASSIZE_OIDC_SECOND_STEP", default=[]))),
    )


def passwords(other_way: Provider | None) -> bool:
    """Whether people sign in with passwords."""
    wanted: bool = env.bool("ASSIZE_PASSWORDS", default=True)
    if not wanted and other_way is None:
        raise ImproperlyConfigured(
            "ASSIZE_PASSWORDS=0 without ASSIZE_OIDC_ISSUER would let nobody in. Nothing was started. "
            "Set the provider up first."
        )
    return wanted
