"""The application that a WSGI server (waitress) calls."""

import os

from django.core.wsgi import get_wsgi_application

from assize.encodings import without_unknown

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")

_site = get_wsgi_application()

from assize.soundness import refuse_unsound  # noqa: E402 -- needs the applications that the line above loads

application = without_unknown(_site)
refuse_unsound(may_be_away=True)
