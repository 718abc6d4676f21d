"""The sample that people of a campaign are asked to judge, where that is not all."""

from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment, SamplingDesign
from scoring.records import Sampling


def design_of(campaign: Campaign) -> SamplingDesign | None:
    """The design that was recorded."""
    return SamplingDesign.objects.filter(campaign=campaign).select_related("recorded_by").first()


def sampling_of(campaign: Campaign) -> Sampling | None:
    """The same with all its questions, as scoring knows it."""
    found = design_of(campaign)
    return found.record if found else None


def have_people_judged(campaign: Campaign) -> bool:
    """Whether it is too late to draw a sample, or to withdraw one."""
    return Judgment.objects.filter(assignment__question__campaign=campaign).exists()
