"""Stores what people are asked to judge where a machine judged all."""

from django.db import transaction

from assessment.campaigns.models import Campaign
from assessment.judging.models import SampledUnit, SamplingDesign
from assessment.people.models import Account
from scoring.records import Sampling

ROWS_AT_A_TIME = 1_000


@transaction.atomic
def store_design(*, campaign: Campaign, sampling: Sampling, by: Account | None) -> SamplingDesign:
    """Store a design with its questions and their chances."""
    design = SamplingDesign.objects.create(
        campaign=campaign,
        design=sampling.design,
        machine=sampling.machine,
        measure=sampling.measure,
        size=sampling.size,
        seed=sampling.seed,
        machine_sha256=sampling.machine_sha256,
        recorded_by=by,
    )
    questions, chances = dict(campaign.questions.values_list("qid", "pk")), sampling.chances
    SampledUnit.objects.bulk_create(
        (
            SampledUnit(
                sampling=design,
                question_id=questions[one.qid],
                stratum=one.stratum,
                chance=float(chances[one.qid]),
                drawn=one.drawn,
            )
            for one in sampling.questions
        ),
        batch_size=ROWS_AT_A_TIME,
    )
    return design
