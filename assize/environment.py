"""Reads the environment variables and the .env file; every setting an installation can choose starts here."""

import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

DATA_DIR = BASE_DIR / env.str("ASSIZE_DATA_DIR", default="var")
SECRET_KEY_FILE = DATA_DIR / "secret_key"


def secret_key() -> str:
    """The key from the environment, else the one kept in the data folder; without either the site does not start."""
    key: str = env.str("ASSIZE_SECRET_KEY", default="")
    if not key and SECRET_KEY_FILE.is_file():
        key = SECRET_KEY_FILE.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(
            f"No secret key: ASSIZE_SECRET_KEY is not set and {SECRET_KEY_FILE} holds none. Nothing was started. "
            "Run `make run` or `make setup` once, which make and keep one, or set ASSIZE_SECRET_KEY to a long random text."
        )
    return key


def keep_secret_key() -> None:
    """Makes a random key in the data folder, readable by its owner alone, unless there is a key already."""
    if env.str("ASSIZE_SECRET_KEY", default="") or (
        SECRET_KEY_FILE.is_file() and SECRET_KEY_FILE.stat().st_size
    ):
        return
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(SECRET_KEY_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50) + "\n")
