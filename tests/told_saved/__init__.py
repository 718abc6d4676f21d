"""What the model needs of its process: Django's database beside the event loop that Playwright keeps in this thread."""

import os

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
