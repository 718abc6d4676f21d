"""The demo's campaign of answers with citations: what two people and a program said of it, and how it is shown."""

from collections import Counter

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.submissions.models import PoolItem
from assize.demo.people import PASSWORD
from scoring.evaluations.rag.topics import NUGGETS, RELEVANCE, SUPPORT
from tests.client import Client


def test_topics_with_citations_are_judged_by_two_people_and_by_a_program_whose_own_run_is_flagged(
    demo: None, client: Client
) -> None:
    campaign = Campaign.objects.get(slug="cited-answers")
    asked = (NUGGETS, RELEVANCE, SUPPORT)
    assert Counter(campaign.questions.values_list("type", flat=True)) == dict.fromkeys(asked, 8)
    work = Assignment.objects.of_people().filter(question__campaign=campaign)
    assert set(work.values_list("member__name", flat=True)) == {"ada", "ben"}
    done = Counter(row.question.type for row in work.select_related("question__pool") if row.is_done)
    assert done == {RELEVANCE: 12, NUGGETS: 12, SUPPORT: 10}
    assert any(row.question.type == SUPPORT and 0 < row.judged < row.pool_size for row in work)
    ranked = {
        version.rule: [row.run.run_id for row in version.scores.rows.order_by("-score")]
        for version in campaign.qrels.all()
    }
    assert ranked["union"] == ["lake1", "harbor1", "tern1", "gull1"]
    assert ranked["assessor:weigher@1"] == ["lake1", "gull1", "tern1", "harbor1"]
    assert client.login(username="olga", password=PASSWORD)
    by_program = campaign.qrels.get(rule="assessor:weigher@1").version
    assert "gull1" in client.get(f"/campaigns/cited-answers/results/{by_program}/").content.decode()


def test_a_sentence_stands_in_its_answer_and_its_segment_in_its_document(demo: None, client: Client) -> None:
    assert client.login(username="ada", password=PASSWORD)
    row = Assignment.objects.get(question__qid="coast-6/support", member__name="ada")
    item = PoolItem.objects.get(question=row.question, answer="Debts ended the line, as fewer people came.")
    page = client.get(f"/judge/{row.pk}/?item={item.pk}").content.decode()
    assert "<mark>Debts ended the line, as fewer people came.</mark>" in page
    assert "It could come back with batteries" in page.partition("<mark>")[2]
    assert "The line was given up in the spring of 1974" in page  # of the segment
    assert "It left at ten in the evening" in page  # of its document alone
