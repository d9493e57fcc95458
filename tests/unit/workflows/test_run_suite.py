import pytest

from evalcore.errors import InputError

from support.bench import case, failed, gold, listed, rule, states

PYTHON = '[retriever]\nkind = "python"\ncallable = "engine:search"\n'
RECORDED = '[retriever]\nkind = "recorded"\nrankings = "rankings.jsonl"\n'


def python(bench, body, *, n=3):
    bench.write("golden.jsonl", [case(f"q{i}", gold("a")) for i in range(n)])
    bench.write("engine.py", f"def search(query, depth):\n    {body}\n")
    return bench.run(PYTHON)


@pytest.mark.parametrize(
    ("body", "exit_code"),
    [
        ("return [('a', 1.0)]", 0),
        ("return ['a'] * 5", 0),
        ("return []", 1),
        ("return [('b', 1.0)]", 1),
        ("return None", 3),
        ("return [('a', float('nan'))]", 3),
        ("return [('a', 1.0), ('b', 2.0)]", 3),
        ("return [('a', True)]", 3),
        ("return [7]", 3),
        ("return ['\\ud800']", 3),
        ("return ['a\\x00']", 3),
        ("return [('a', 1.0)] if '0' in query else ['a']", 3),
        ("raise SystemExit(0)", 3),
        ("return search(query, depth)", 3),
    ],
)
def test_b54_whatever_a_search_function_does_it_is_accepted_for_its_answers_only(
    bench, body, exit_code
):
    assert python(bench, body).verdict.exit_code == exit_code


def test_one_question_that_fails_does_not_take_the_others_with_it(bench):
    found = python(bench, "return [('a', 1.0)] if '1' not in query else 1 / 0")
    assert states(found) == {"q0": "pass", "q1": "error", "q2": "pass"}
    assert "ZeroDivisionError" in found.examination.failures["q1"]


def test_a_service_that_is_not_there_is_an_error_of_every_case(bench):
    bench.write("golden.jsonl", [case(f"q{i}", gold("a")) for i in range(3)])
    gone = '[retriever]\nkind = "http"\nurl = "http://127.0.0.1:9/{query}"\nretries = 0\n'
    found = bench.run(gone)
    assert (found.verdict.exit_code, set(states(found).values())) == (3, {"error"})
    assert (int(found.examination.counted.sum()), int(found.examination.known.sum())) == (3, 0)


def recorded(bench, lists, *, suite="", samples=None, policy=None):
    bench.bring([case("q", gold("a"))], lists)
    if policy is not None:
        bench.write("policy.toml", policy)
        suite = f'policy = "policy.toml"\n{suite}'
    return bench.run(suite + RECORDED, samples=samples)


FIVE = [listed("q", "a" if n != 3 else "b", sample=n) for n in range(1, 6)]


def test_a_recording_brings_its_own_samples(bench):
    found = recorded(bench, FIVE)
    assert (len(found.examination.samples), states(found)) == (5, {"q": "pass"})
    assert found.examination.agreement.num.tolist() == [4]


def test_a_recording_of_fewer_samples_than_asked_is_refused(bench):
    for options in ({"samples": 6}, {"policy": "[sampling]\nsystem = 6\n"}):
        with pytest.raises(InputError, match="6 samples are asked"):
            recorded(bench, FIVE, **options)


def test_fewer_samples_than_the_policy_asks_are_stored_and_not_judged(bench):
    found = recorded(bench, FIVE, samples=2, policy="[sampling]\nsystem = 5\n")
    assert len(found.examination.samples) == 2
    assert (found.verdict.exit_code, rule(found, "judged").status) == (3, "not_evaluated")


def test_b41_a_sample_that_failed_stays_in_the_denominator(bench):
    lists = [*(listed("q", "a", sample=n) for n in range(1, 4)), failed("q", sample=4)]
    found = recorded(bench, lists)
    assert found.examination.agreement.den.tolist() == [4]
    assert states(found) == {"q": "undecided"}


def test_the_suites_depth_cuts_what_is_kept(bench):
    found = recorded(bench, [listed("q", "b", "c", "a")], suite="cutoff = 1\ndepth = 2\n")
    assert found.examination.measured.placements.rank.tolist() == [0]


def test_the_day_and_the_state_of_the_index_are_remembered(bench):
    recorded(bench, FIVE)
    context = bench.stored().context
    assert context["retriever"] == "recorded"
    assert len(context["on"]) == len("2026-01-31")


def test_b53_a_misspelt_domain_is_refused_before_the_index_is_asked(bench):
    bench.write("golden.jsonl", [case("q", gold("a"), dominio="legal")])
    bench.write("engine.py", "def search(query, depth):\n    raise SystemExit('asked')\n")
    bench.write("policy.toml", '[noise.domain]\nLegal = "1/10"\n')
    with pytest.raises(InputError, match="no case has the domain"):
        bench.run(f'policy = "policy.toml"\n{PYTHON}')
