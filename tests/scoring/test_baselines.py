"""What untrained baselines choose, against choices made by hand and by looking at every pair."""

from math import log

from hypothesis import given
from hypothesis import strategies as st

from scoring.baselines import ClosestQuestion, most_frequent

words = st.sets(st.sampled_from("abcdefgh"), max_size=5)


def test_words_that_few_questions_have_weigh_more() -> None:
    known = ClosestQuestion(
        {"1": ["who", "found", "comet"], "2": ["who", "built", "bridge"], "3": ["who", "sang"]}
    )
    found = known.to(["who", "crossed", "bridge"])
    assert found
    assert (found.key, found.weight) == ("2", log(1 + 3 / 3) + log(1 + 3 / 1))
    assert known.to(["tide"]) is None
    assert known.to([]) is None


@given(st.lists(words, max_size=8), words)
def test_the_closest_is_the_first_of_those_with_the_highest_weight(
    known: list[set[str]], asked: set[str]
) -> None:
    having = {word: sum(word in one for one in known) for one in known for word in one}
    weights = [sum(log(1 + len(known) / having[word]) for word in sorted(one & asked)) for one in known]
    found = ClosestQuestion({str(n): one for n, one in enumerate(known)}).to(asked)
    if not any(one & asked for one in known):
        assert found is None
    else:
        assert found
        assert found.key == str(weights.index(max(weights)))


def test_the_most_frequent_is_the_first_of_several() -> None:
    assert most_frequent(["a", "b", "b", "c", "c"]) == "b"
    assert most_frequent([]) is None
