"""The application that a WSGI server (waitress) calls."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")

application = get_wsgi_application()

from assize.soundness import refuse_unsound  # noqa: E402 -- needs the applications that the line above loads

refuse_unsound(may_be_away=True)
