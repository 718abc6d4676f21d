"""What other packages put into the site administration and has no place there."""

from django.contrib import admin
from django.contrib.auth.models import Group
from rest_framework.authtoken.models import TokenProxy

# Tokens are shown once, to their owner alone; made here they would stand in no log. Groups mean nothing on this site.
admin.site.unregister([Group, TokenProxy])
