"""What other packages put into the site administration and has no place there."""

from django.contrib import admin
from django.contrib.auth.models import Group

admin.site.unregister(Group)  # groups mean nothing on this site
