"""The plan behind the automatic assignment: exactly k each, nobody twice, loads close together, always the same."""

from collections import Counter, defaultdict

from hypothesis import given
from hypothesis import strategies as st

from assessment.assignments.services.balance import QuestionLoad, Unit, make_plan

NAMES = ["ada", "bo", "cy", "dee", "eve", "flo", "gil"]

sizes = st.integers(min_value=1, max_value=300)
series = st.lists(st.lists(sizes, min_size=1, max_size=6), min_size=1, max_size=25)
staffs = st.lists(st.sampled_from(NAMES), min_size=1, unique=True)


def units_of(shape: list[list[int]], had: dict[str, set[str]] | None = None) -> list[Unit]:
    """Units with qids like 3.1; `had` names who has a question already."""
    holders = had or {}
    return [
        Unit(
            f"series {u}",
            tuple(
                QuestionLoad(
                    f"{u}.{q}",
                    items,
                    frozenset(holders.get(f"{u}.{q}", ())),
                    frozenset(holders.get(f"{u}.{q}", ())),
                )
                for q, items in enumerate(row)
            ),
        )
        for u, row in enumerate(shape)
    ]


def loads_after(shape: list[list[int]], additions: list[tuple[str, str]], staff: list[str]) -> Counter[str]:
    """Pool items of everybody, those without any among them."""
    items = {f"{u}.{q}": size for u, row in enumerate(shape) for q, size in enumerate(row)}
    loads = Counter(dict.fromkeys(staff, 0))
    for qid, name in additions:
        loads[name] += items[qid]
    return loads


@given(shape=series, staff=staffs, seed=st.integers(0, 1000), data=st.data())
def test_every_question_gets_exactly_k_and_nobody_twice(
    shape: list[list[int]], staff: list[str], seed: int, data: st.DataObject
) -> None:
    judges = data.draw(st.integers(1, len(staff)))
    plan = make_plan(units_of(shape), staff, {}, judges, seed)
    assert not plan.shortages
    people = defaultdict(list)
    for qid, name in plan.additions:
        people[qid].append(name)
    assert {qid: len(set(names)) for qid, names in people.items()} == {
        f"{u}.{q}": judges for u, row in enumerate(shape) for q in range(len(row))
    }
    assert all(len(names) == judges for names in people.values())


@given(shape=series, staff=staffs, seed=st.integers(0, 1000), data=st.data())
def test_a_series_goes_to_the_same_people_whole(
    shape: list[list[int]], staff: list[str], seed: int, data: st.DataObject
) -> None:
    judges = data.draw(st.integers(1, len(staff)))
    plan = make_plan(units_of(shape), staff, {}, judges, seed)
    crews = defaultdict(set)
    for qid, name in plan.additions:
        crews[qid.partition(".")[0]].add(name)
    assert all(len(crew) == judges for crew in crews.values())


@given(shape=series, staff=staffs, seed=st.integers(0, 1000), data=st.data())
def test_loads_differ_by_the_largest_unit_at_most(
    shape: list[list[int]], staff: list[str], seed: int, data: st.DataObject
) -> None:
    judges = data.draw(st.integers(1, len(staff)))
    plan = make_plan(units_of(shape), staff, {}, judges, seed)
    loads = loads_after(shape, plan.additions, staff)
    assert max(loads.values()) - min(loads.values()) <= max(map(sum, shape))


@given(shape=series, staff=staffs, seed=st.integers(0, 1000), data=st.data())
def test_the_same_state_and_seed_give_the_same_plan_whatever_the_order_of_names(
    shape: list[list[int]], staff: list[str], seed: int, data: st.DataObject
) -> None:
    judges = data.draw(st.integers(1, len(staff)))
    shuffled = data.draw(st.permutations(staff))
    assert make_plan(units_of(shape), staff, {}, judges, seed) == make_plan(
        units_of(shape), shuffled, {}, judges, seed
    )


@given(shape=series, staff=staffs, seed=st.integers(0, 1000), data=st.data())
def test_a_second_plan_adds_nothing(
    shape: list[list[int]], staff: list[str], seed: int, data: st.DataObject
) -> None:
    judges = data.draw(st.integers(1, len(staff)))
    had = defaultdict(set)
    for qid, name in make_plan(units_of(shape), staff, {}, judges, seed).additions:
        had[qid].add(name)
    assert not make_plan(units_of(shape, had), staff, {}, judges, seed + 1).additions


@given(
    shape=series,
    staff=staffs,
    seed=st.integers(0, 1000),
    late=st.lists(sizes, min_size=1, max_size=4),
    data=st.data(),
)
def test_late_questions_go_to_those_who_judge_the_series(
    shape: list[list[int]], staff: list[str], seed: int, late: list[int], data: st.DataObject
) -> None:
    judges = data.draw(st.integers(1, len(staff)))
    had = defaultdict(set)
    for qid, name in make_plan(units_of(shape), staff, {}, judges, seed).additions:
        had[qid].add(name)
    grown = [[*shape[0], *late], *shape[1:]]
    plan = make_plan(units_of(grown, had), staff, {}, judges, seed)
    assert {name for _, name in plan.additions} == had["0.0"]
    assert len(plan.additions) == judges * len(late)


def test_a_shortage_names_the_question_and_what_is_missing() -> None:
    plan = make_plan(units_of([[5]], {"0.0": {"ada"}}), ["ada", "bo"], {}, judges=4, seed=1)
    assert plan.additions == [("0.0", "bo")]
    assert [tuple(shortage) for shortage in plan.shortages] == [("0.0", 2)]


def test_who_handed_a_question_over_does_not_get_it_again() -> None:
    piece = QuestionLoad("1", 9, frozenset({"bo"}), frozenset({"ada", "bo"}))
    plan = make_plan([Unit("question 1", (piece,))], ["ada", "bo", "cy"], {"cy": 900}, judges=2, seed=1)
    assert plan.additions == [("1", "cy")]


def test_equal_loads_are_mixed_by_the_seed() -> None:
    shape = [[10]] * 40
    plan = make_plan(units_of(shape), NAMES[:6], {}, 3, seed=1)
    crews = defaultdict(set)
    for qid, name in plan.additions:
        crews[qid].add(name)
    assert len({frozenset(crew) for crew in crews.values()}) > 4
    assert plan != make_plan(units_of(shape), NAMES[:6], {}, 3, seed=2)
