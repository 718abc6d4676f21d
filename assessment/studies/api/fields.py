"""Fields that studies ask for, with the limits and defaults of the pages."""

from typing import Any

from rest_framework import serializers

from scoring.studies.designs import DESIGNS, SIMPLE


def number_field(limits: tuple[int, int], usual: int, **more: Any) -> serializers.IntegerField:
    """A whole number that has a default."""
    return serializers.IntegerField(min_value=limits[0], max_value=limits[1], default=usual, **more)


def design_field() -> serializers.ChoiceField:
    """How a sample is drawn."""
    return serializers.ChoiceField(list(DESIGNS), default=SIMPLE, help_text="how samples are drawn")
