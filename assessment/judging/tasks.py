"""The long work of this app, done as jobs."""

from typing import Any

from django.urls import reverse

from assessment.jobs.models.registry import Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.judging.selectors.batches import UNDO
from assessment.judging.services.batches import undo_batch
from assessment.shared.say import sentence


@register(UNDO, sentence("Undoing many changes"))
def undo(job: JobHandle, **wanted: Any) -> Result:
    """Undo what one act did."""
    sentence = undo_batch(job, **wanted)
    batch = job.checkpoint.get("batch")
    page = reverse("judging:batch", args=[job.campaign.slug, batch]) if batch else ""
    return Result(sentence, page)
