"""The application that a WSGI server (waitress, gunicorn) calls."""

import logging
import os

from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")

application = get_wsgi_application()


def _refuse_unsound() -> None:
    """Serve nothing from a database that is damaged or that a newer version made; one that is away may come back."""
    from assize.soundness import why_unsound

    try:
        sentence = why_unsound()
    except DatabaseError as error:
        logging.getLogger("assize").warning("The database cannot be reached yet: %s", error)
        return
    if sentence:
        raise SystemExit(sentence)


_refuse_unsound()
