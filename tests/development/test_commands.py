"""What is known of questions, by commands."""

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import known_of
from assessment.judging.models import Nugget
from tests.commands import refusal, run


def test_known_answers_are_added_changed_and_removed(comet: Campaign) -> None:
    question = comet.questions.get(qid="1.1")
    assert run("add_known", "comet", "1.1", "1910 | WIRE-1", "1986") == "Added 2.\n"
    assert run("add_known", "comet", "1.1", "1986") == "Added 0. Known before: 1.\n"
    assert run("change_known", "comet", "1.1", "1986", "in 1986 | WIRE-2") == "Saved: in 1986\n"
    assert run("remove_known", "comet", "1.1", "1910") == ("Removed: 1910. Add it again to bring it back.\n")
    assert [row.line for row in known_of(question)] == ["in 1986 | WIRE-2"]
    assert refusal("remove_known", "comet", "1.1", "1910").startswith("known_unknown: ")
    assert refusal("add_known", "comet", "1.1", "a | b | c").startswith("known_invalid: ")


def test_nuggets_have_a_vote(comet: Campaign) -> None:
    assert run("add_known", "comet", "1.3", "vital | came back in 1986") == "Added 1.\n"
    assert refusal("add_known", "comet", "1.3", "came back").startswith("known_invalid: ")
    assert (
        run("change_known", "comet", "1.3", "came back in 1986", "okay | came back") == "Saved: came back\n"
    )


def test_a_nugget_keeps_its_group_in_other_words_and_is_one_with_the_same_text_without(
    comet: Campaign,
) -> None:
    run("add_known", "comet", "1.3", "vital | came back in 1986")
    Nugget.objects.update(group="when it came")
    run("change_known", "comet", "1.3", "came back in 1986", "okay | came back")
    assert list(Nugget.objects.values_list("text", "group")) == [("came back", "when it came")]
    assert run("add_known", "comet", "1.3", "vital | came back") == "Added 0. Known before: 1.\n"
