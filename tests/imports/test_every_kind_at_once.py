"""Two people at work with one file at the same moment: it is stored once, whole, or not at all."""

from pathlib import Path

import pytest

from assessment.campaigns.services.checked_files import (
    check_again,
    discard,
    request_check,
    store_checked,
)
from assessment.campaigns.services.intakes import Taken
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.runner import run_job
from assessment.shared.errors import Refused
from tests.imports.kinds import Kind, every_kind
from tests.imports.stored import HISTORY, JOINED, RECORDS, changed, stored
from tests.judging.scene import at_once

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


def checked(job: Job) -> Job:
    """A check that has been done."""
    run_job(job.pk)
    done = Job.objects.select_related("campaign").get(pk=job.pk)
    assert done.state == JobState.DONE, done.error
    return done


@every_kind
def test_of_two_who_confirm_one_file_at_once_one_is_told_what_became_of_it(
    kind: Kind, tmp_path: Path
) -> None:
    campaign = kind.scene(tmp_path)
    imports = campaign.imports.count()
    first = checked(request_check(kind=kind.name, sent=kind.sends(campaign)))
    corrections = [{}, {name: ""} if (name := kind.may_lack(campaign)) else {}]
    checks = [checked(check_again(check=first, by=None, columns=one)) for one in corrections]
    done = at_once(lambda n: store_checked(check=checks[n], by=None), times=2)
    taken = [one for one in done if isinstance(one, Taken)]
    refused = [one for one in done if isinstance(one, Refused)]
    assert (len(taken), len(refused)) == (1, 1), done
    assert refused[0].code in {"upload_gone", "file_at_work"}
    assert refused[0].hint
    if job := taken[0].job:
        run_job(job.pk)
    assert campaign.imports.count() == imports + (not kind.unkept)
    assert not Job.objects.active().exists()
    with pytest.raises(Refused, match="no longer kept"):
        store_checked(check=first, by=None)


@every_kind
def test_a_file_that_is_discarded_while_it_is_confirmed_is_stored_whole_or_not_at_all(
    kind: Kind, tmp_path: Path
) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    check = checked(request_check(kind=kind.name, sent=kind.sends(campaign)))
    mine, theirs = (Job.objects.select_related("campaign").get(pk=check.pk) for _ in range(2))
    acts = (lambda: store_checked(check=mine, by=None), lambda: discard(check=theirs))
    taken, discarded = at_once(lambda n: acts[n](), times=2)
    assert discarded is None
    if isinstance(taken, Taken):
        assert taken.job is None or checked(taken.job)
        assert changed(before, stored()) - RECORDS - HISTORY - JOINED == set(kind.changes.split())
    else:
        assert isinstance(taken, Refused), taken
        assert taken.code == "upload_gone"
        assert stored() == before
    with pytest.raises(Refused, match="no longer kept"):
        store_checked(check=check, by=None)
