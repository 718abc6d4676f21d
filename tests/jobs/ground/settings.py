"""The site's own settings, plus the jobs and the address of this test."""

from assize.settings import *
from assize.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.jobs.ground"]
ROOT_URLCONF = "tests.jobs.ground.urls"
