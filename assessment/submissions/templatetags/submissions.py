"""Languages on the pages of runs and teams."""

from django import template

from assessment.submissions.selectors.registrations import language_name

register = template.Library()
register.filter("language_name", language_name)
