"""Freezing and scoring: versions that stay, and a new one whenever anything changed."""

import json
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile, drop, settle_nil
from assessment.judging.models import Judgment
from assessment.people.models import Event
from assessment.results.models import QrelsSnapshot, RunScore, ScoreSet
from assessment.results.selectors.report import report_json
from assessment.results.services import scores
from assessment.results.services.errors import RuleRefused
from assessment.results.services.scores import Scored, freeze_qrels, score
from assessment.submissions.services.runs import submit_run, withdraw_run
from scoring import REVISION
from scoring import say as speech
from scoring.tracks.base import Declaration
from tests.factory import make_account
from tests.results.golden import NAMES, expected_scores, imported
from tests.sizes import FULL

pytestmark = pytest.mark.django_db


def scored(campaign: Campaign, rule: str = "adjudicated", partial: bool = False) -> Scored:
    return score(campaign=campaign, rule=rule, by=None, partial=partial)


@pytest.mark.parametrize("name", NAMES)
def test_every_version_gives_back_the_report_that_made_it(name: str) -> None:
    campaign = imported(name)
    for rule in expected_scores(name):
        made = scored(campaign, rule, partial=True)
        assert report_json(made.score_set, whole=True) == made.report.as_text()


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the scoring says begins with a sign while pages are German."""

    def sign() -> str:
        return "§" if translation.get_language() == "de" else ""

    def said(sentence: str, /, **values: Any) -> str:
        return sign() + (sentence.format(**values) if values else sentence)

    def counted(one: str, many: str, n: int, /, **values: Any) -> str:
        return said(one if n == 1 else many, **{"n": n, **values})

    monkeypatch.setattr(speech, "_say", said)
    monkeypatch.setattr(speech, "_say_n", counted)


# Of two forms of judging that say most in words; `make proof` has them all.
@pytest.mark.parametrize("name", NAMES if FULL else ["series_small", "nq_small"])
def test_a_version_is_the_same_bytes_whatever_language_asks(name: str, german: None) -> None:
    campaign = imported(name)
    for rule in expected_scores(name):
        with translation.override("de"):
            frozen = freeze_qrels(campaign=campaign, rule=rule, by=None, partial=True)
            first = scored(campaign, rule, partial=True)
        again = scored(campaign, rule, partial=True)
        assert (first.is_new, again.is_new) == (True, False)
        assert report_json(first.score_set, whole=True) == again.report.as_text()
        assert "§" not in json.dumps([frozen.warnings, first.score_set.report], ensure_ascii=False)


def test_what_a_rule_cannot_say_is_said_in_the_language_of_the_reader(german: None) -> None:
    campaign = imported("trec8_small")
    with translation.override("de"), pytest.raises(RuleRefused) as refused:
        scored(campaign, "assessor:nobody")
    assert refused.value.message.startswith("§")


def test_nothing_new_is_made_while_nothing_changed() -> None:
    campaign = imported("trec8_small")
    frozen = freeze_qrels(campaign=campaign, rule="union", by=None)
    assert freeze_qrels(campaign=campaign, rule="union", by=None) == frozen
    first = scored(campaign, "union")
    assert first.score_set.qrels == frozen
    assert not scored(campaign, "union").is_new
    assert scored(campaign, "intersection").score_set.qrels.version == 2
    verbs = Event.objects.filter(campaign=campaign).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-4:] == ["qrels:frozen", "scores:made", "qrels:frozen", "scores:made"]


@pytest.mark.both_databases
def test_a_changed_judgment_makes_a_new_version_and_leaves_the_old_one() -> None:
    campaign = imported("trec8_small")
    old = scored(campaign, "union")
    before = report_json(old.score_set, whole=True)
    Judgment.ever.filter(grade="yes", item__question__qid="1").update(grade="no")
    new = scored(campaign, "union")
    assert new.is_new
    assert new.score_set.qrels.version == 2
    assert new.report.as_text() != before
    assert report_json(ScoreSet.objects.get(pk=old.score_set.pk), whole=True) == before
    assert b"1 HN-0001 1 Mira Dunn" in old.score_set.qrels.text
    assert b"1 HN-0001 -1 Mira Dunn" in new.score_set.qrels.text


def test_another_revision_of_the_scoring_scores_anew_and_leaves_what_it_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    campaign = imported("trec8_small")
    old = scored(campaign, "union")
    monkeypatch.setattr(scores, "REVISION", "another")
    frozen = freeze_qrels(campaign=campaign, rule="union", by=None)
    assert (frozen.version, frozen.revision) == (2, "another")
    new = scored(campaign, "union")
    assert new.is_new
    assert new.score_set.qrels == frozen
    assert not scored(campaign, "union").is_new
    assert QrelsSnapshot.objects.get(pk=old.score_set.qrels_id).revision == REVISION
    assert ScoreSet.objects.filter(pk=old.score_set.pk).exists()


def test_another_version_of_the_software_alone_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = imported("trec8_small")
    scored(campaign, "union")
    monkeypatch.setattr(scores, "SOFTWARE", "Assize of another year")
    assert not scored(campaign, "union").is_new


@pytest.mark.both_databases
def test_notes_and_times_of_judgments_change_no_version() -> None:
    campaign = imported("trec8_small")
    scored(campaign)
    Judgment.ever.update(note="looked twice")
    assert not scored(campaign).is_new


@pytest.mark.both_databases
def test_a_machine_counts_only_where_a_rule_names_it() -> None:
    campaign = imported("trec8_small")
    people, machine = scored(campaign, "union"), scored(campaign, "assessor:reader", partial=True)
    judged = Judgment.programs.filter(item__question__qid="1")
    assert judged.update(grade="no")
    assert not scored(campaign, "union").is_new
    again = scored(campaign, "assessor:reader", partial=True)
    assert again.is_new
    assert machine.report.inputs_sha256 != again.report.inputs_sha256 != people.report.inputs_sha256


def test_late_and_withdrawn_runs_make_a_new_version() -> None:
    campaign = imported("trec8_small")
    first = scored(campaign)
    data = b"".join(b"%d Q0 HN-0001 1 1 later1 Mira Dunn\n" % qid for qid in range(1, 8))
    run = submit_run(
        by=None,
        campaign=campaign,
        declaration=Declaration(team="later", length_limit=50),
        file=SourceFile("later1", data),
        organizer=True,
    )
    second = scored(campaign)
    assert second.report.runs.keys() - first.report.runs.keys() == {"later1"}
    late = RunScore.objects.get(score_set=second.score_set, run=run)
    assert (late.judged, late.unjudged) == (1, 5)
    assert late.bounds["high"] > late.bounds["low"] == late.score
    withdraw_run(by=None, run=run, organizer=True)
    third = scored(campaign)
    assert third.report.runs == first.report.runs
    assert report_json(second.score_set, whole=True) == second.report.as_text()


def test_a_run_replaced_under_its_own_name_keeps_its_old_scores() -> None:
    campaign = imported("trec8_small")
    first = scored(campaign, "union")
    old = campaign.runs.get(run_id="beta1")
    data = b"".join(b"%d Q0 HN-0001 1 1 beta1 nothing\n" % qid for qid in range(1, 8))
    new = submit_run(
        by=None,
        campaign=campaign,
        declaration=Declaration(team="beta", run_id="beta1", length_limit=250),
        file=SourceFile("beta1", data),
        organizer=True,
    )
    second = scored(campaign, "union")
    assert RunScore.objects.get(score_set=first.score_set, run__run_id="beta1").run == old
    assert RunScore.objects.get(score_set=second.score_set, run__run_id="beta1").run == new
    assert report_json(first.score_set, whole=True) == first.report.as_text()


def test_dropping_a_question_and_settling_nil_change_the_scores() -> None:
    campaign = imported("series_small")
    first = scored(campaign)
    settle_nil(question=campaign.questions.get(qid="2.1"), nil="right", by=None)
    assert scored(campaign).is_new
    drop(campaign=campaign, identifier="1", reason="ambiguous", by=None)
    third = scored(campaign)
    assert third.report.evaluated_questions < first.report.evaluated_questions


def test_a_rule_that_the_judgments_cannot_answer_stores_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    campaign = imported("trec8_small")
    with pytest.raises(RuleRefused) as refusal:
        freeze_qrels(campaign=campaign, rule="majority", by=None)
    assert refusal.value.questions == [("4", 1)]
    with pytest.raises(CommandError, match="no_majority"):
        call_command("freeze_qrels", campaign.slug, rule="majority")
    with pytest.raises(CommandError, match="rule_unknown"):
        call_command("score", campaign.slug, rule="best")
    with pytest.raises(CommandError, match="assessor_incomplete: bo did not judge 1 question in full"):
        call_command("freeze_qrels", campaign.slug, rule="assessor:bo")
    assert capsys.readouterr().err.splitlines()[-1] == "question 4"
    assert not QrelsSnapshot.objects.exists()
    call_command("freeze_qrels", campaign.slug, rule="assessor:bo", partial=True)
    assert "Version 1 of trec8_small" in capsys.readouterr().out


def test_score_prints_json_alone_where_it_is_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    campaign = imported("series_small")
    call_command("score", campaign.slug, json="-")
    printed = capsys.readouterr()
    assert printed.out == scored(campaign).report.as_text()
    assert "warning: Series without a value leave the evaluation: 3." in printed.err
    assert json.loads(printed.out)["campaign"] == "series_small"


def test_who_made_a_version_is_kept() -> None:
    campaign = imported("trec8_small")
    ada = make_account("ada")
    made = score(campaign=campaign, rule="adjudicated", by=ada)
    assert made.score_set.qrels.made_by == ada


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_people_who_freeze_at_once_get_one_version() -> None:
    campaign = imported("trec8_small")
    barrier = Barrier(4)
    versions: list[int] = []

    def freeze() -> None:
        try:
            barrier.wait()
            versions.append(score(campaign=campaign, rule="union", by=None).score_set.qrels.version)
        finally:
            connection.close()

    threads = [Thread(target=freeze) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert versions == [1, 1, 1, 1]
    assert ScoreSet.objects.count() == 1
