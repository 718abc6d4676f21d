"""Who is at work on something, by the database's clock alone: the clocks of several machines need not agree."""

from datetime import timedelta

from django.db import models
from django.db.models.expressions import Combinable
from django.db.models.functions import Now


def from_now(seconds: float) -> Combinable:
    """A moment by the database's clock."""
    later = Now() + models.Value(timedelta(seconds=seconds))
    return models.ExpressionWrapper(later, output_field=models.DateTimeField())


def lately(column: str, seconds: float) -> models.Q:
    """Rows whose sign of life is of the last seconds. One as far in the future was given before the clock was set back."""
    return models.Q(**{f"{column}__gte": from_now(-seconds), f"{column}__lte": from_now(seconds)})


def unheld(column: str, longest: float) -> models.Q:
    """Rows without a lease that lasts.

    A lease that ends later than any could that is given now (`longest`, in seconds) was given before the clock was set
    back: whoever lives renews it in a moment, and one that is gone would hold the row for as long as the clock was wrong.
    """
    over = models.Q(**{f"{column}__lt": Now()})
    return models.Q(**{column: None}) | over | models.Q(**{f"{column}__gt": from_now(longest)})
