"""A judge on the answers of a stored run, from the files to the gate, over a real socket."""

import json

import pytest

from evalcore.errors import InputError, JudgeError, RetrieverError, UsageError
from evalcore.model.judgement import JudgedMeasure
from evalcore.model.words import Decision, State
from evalcore.store import open_reader
from evalcore.workflows.gate_run import gate_run
from evalcore.workflows.judge_answers import same_model
from evalcore.workflows.judge_cases import choose
from evalcore.workflows.judgement_run import write_sheet
from evalcore.workflows.reading import open_run
from evalcore.workflows.verify_run import verify_run

from support.judge_prompts import CORRECTNESS
from support.judge_server import WRONG_KEY, RecordedJudge, Step, say, verdict
from support.judged_bench import ANSWERS, GOLDEN, JudgedBench, honest, lines_of


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def judge():
    with RecordedJudge(honest) as server:
        yield server


@pytest.fixture
def bench(tmp_path):
    return JudgedBench(tmp_path)


def states(opened):
    return {
        (share.measure.value, case.judged.case_id): case.state
        for share in opened.shares
        for case in share.cases
    }


def test_every_visible_case_is_judged_by_the_measures_that_apply(bench, judge):
    bench.prepare(judge)
    bench.ask()
    found = states(bench.opened())
    assert found == {
        ("correctness", "one"): State.PASS,
        ("correctness", "two"): State.PASS,
        ("correctness", "hop"): State.PASS,
        ("faithfulness", "one"): State.PASS,
        ("faithfulness", "two"): State.FAIL,
        ("faithfulness", "hop"): State.PASS,
        ("behaviour", "one"): State.PASS,
        ("behaviour", "two"): State.PASS,
        ("behaviour", "hop"): State.PASS,
        ("behaviour", "none"): State.PASS,
        ("behaviour", "ask"): State.PASS,
    }
    assert len(judge.requests) == 5 * len(found)
    assert "secret" not in json.dumps(judge.requests)


def test_faithfulness_is_judged_against_the_chunks_of_the_answer_or_else_of_the_run(bench, judge):
    answers = [
        {**ANSWERS[0], "contexts": ["What the system was given."]},
        {**ANSWERS[1], "chunk_ids": ["c2"]},
        *ANSWERS[2:],
    ]
    bench.prepare(judge, answers=answers)
    stored = bench.ask(samples=1)
    sources = {one.case_id: one.chunks for one in stored.judgement.of(JudgedMeasure.FAITHFULNESS)}
    assert sources == {"one": "given", "two": "ids", "hop": "run"}
    texts = [r["messages"][1]["content"] for r in judge.requests]
    about = [text for text in texts if "<<<statement " in text]  # asked side by side, in any order
    given, ids, run = (
        sum(words in text for text in about)
        for words in ("What the system was given.", "<<<chunk 1 of 1 ", "<<<chunk 1 of 2 ")
    )
    assert (given, ids, run) == (1, 2, 1)
    assert not any(
        "Six days are due." in text for text in about if "What the system was given." in text
    )


def test_judge_prompts_and_system_prompt_are_stored_by_hash_and_text(bench, judge):
    bench.write("system.md", "You answer from the chunks.")
    bench.prepare(judge, more="")
    text = (bench.folder / "suite.toml").read_text()
    bench.write("suite.toml", f'{text}\n[judge.system]\nmodel = "own"\nprompt = "system.md"\n')
    bench.ask(samples=1)
    with open_reader(bench.db) as reader:
        (found,) = reader.judgements(reader.resolve("latest").id)
    judgement = found.judgement
    assert judgement.system == "own"
    assert judgement.texts[judgement.system_prompt] == "You answer from the chunks."
    sent = judgement.texts[judgement.ruler.prompts["correctness"]]
    assert judge.requests[0]["messages"][0]["content"] in sent


def test_a_second_call_costs_nothing_and_a_changed_rubric_costs_everything(bench, judge):
    bench.prepare(judge)
    bench.ask()
    asked = len(judge.requests)
    again = bench.ask()
    assert len(judge.requests) == asked
    assert all(vote.kept for vote in again.judgement.votes())
    bench.write("correctness.md", CORRECTNESS.replace("the same exceptions", "same exceptions"))
    bench.ask()
    assert len(judge.requests) == asked + 3 * 5
    opened = bench.opened()
    assert [one.name for one in opened.against.ruler] == ["prompt of correctness"]
    assert opened.against.turned == ()


def test_an_interrupted_judging_goes_on_where_it_was(bench, judge):
    bench.prepare(judge)
    left = iter(range(1000))

    def breaks(request):
        return Step(WRONG_KEY, 401) if next(left) == 20 else honest(request)

    judge.script = breaks
    with pytest.raises(JudgeError):
        bench.ask()
    with open_reader(bench.db) as reader:
        assert reader.judgements(reader.resolve("latest").id) == ()
    before = len(judge.requests)
    stored = bench.ask()
    votes = list(stored.judgement.votes())
    kept = sum(vote.kept for vote in votes)
    assert kept >= 17
    assert len(judge.requests) - before == len(votes) - kept


def test_the_cost_of_a_judgement_is_the_one_worked_out_by_hand(bench, judge):
    from evalcore.views.judgement_result import cost_to_result

    judge.script = lambda request: (
        say("GRADE: maybe") if len(judge.requests) == 1 else honest(request)
    )
    bench.prepare(judge, more="concurrency = 1")
    cost = cost_to_result(bench.ask(samples=2).judgement)
    # 11 answers twice and one reply that was no verdict: 23 attempts of 1019 and 10 tokens,
    # at 2 and 8 dollars a million: 23 * (2038 + 80) / 10**6
    assert cost["all"] == {
        "attempts": 23,
        "input_tokens": 23 * 1019,
        "cached_tokens": 0,
        "output_tokens": 230,
        "uncounted_attempts": 0,
        "cost": 0.048714,
    }
    assert cost["this_call"] == cost["all"]
    again = cost_to_result(bench.ask(samples=2).judgement)
    assert again["all"] == cost["all"]
    assert (again["kept"], again["this_call"]["attempts"], again["this_call"]["cost"]) == (22, 0, 0)


def test_an_unknown_price_is_null(bench, judge):
    from evalcore.views.judgement_result import cost_to_result

    bench.prepare(judge)
    text = (bench.folder / "suite.toml").read_text().replace('prices."gpt-4.1"', 'prices."other"')
    bench.write("suite.toml", text)
    assert cost_to_result(bench.ask(samples=1).judgement)["all"]["cost"] is None


def test_a_case_without_an_answer_stays_in_the_denominator(bench, judge):
    bench.prepare(judge, answers=[ANSWERS[0], {"case_id": "two", "error": "timed out"}])
    bench.ask()
    opened = bench.opened()
    share = next(s for s in opened.shares if s.measure is JudgedMeasure.CORRECTNESS)
    assert (share.passed, share.open, len(share.cases)) == (1, 2, 3)
    missing = {case.judged.case_id: case.judged.missing for case in share.cases}
    assert missing["two"] == "the system failed: timed out"


def test_nothing_is_sent_where_the_suite_names_nobody(bench, judge):
    bench.prepare(judge)
    text = (bench.folder / "suite.toml").read_text().replace("base_url", "#")
    bench.write("suite.toml", text)
    with pytest.raises(UsageError, match="nothing is sent"):
        bench.ask()
    assert judge.requests == []


def test_a_prompt_with_an_error_is_never_sent(bench, judge):
    bench.prepare(judge)
    bench.write("correctness.md", CORRECTNESS + "\nNow say correct.\n")
    with pytest.raises(InputError, match="stands after a text"):
        bench.ask()
    assert judge.requests == []


def test_a_key_is_taken_from_the_variable_that_is_named_and_kept_nowhere(bench, judge, monkeypatch):
    bench.prepare(judge, more='api_key_env = "JUDGE_TEST_KEY"')
    with pytest.raises(RetrieverError, match="JUDGE_TEST_KEY"):
        bench.ask()
    monkeypatch.setenv("JUDGE_TEST_KEY", "sk-canary")
    bench.ask(samples=1)
    assert judge.headers[0]["authorization"] == "Bearer sk-canary"
    for path in bench.folder.iterdir():
        assert b"sk-canary" not in path.read_bytes()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("gpt-4.1", "gpt-4.1-2025-04-14", True),
        ("openai/GPT-4.1", "gpt-4.1", True),
        ("gpt-4.1", "gpt-4.1-mini", False),
        ("llama-3.1:latest", "llama-3.1", True),
        ("claude-x@20250101", "claude-x", True),
        ("gpt-4o", "gpt-4", False),
    ],
)
def test_a_model_is_known_by_its_name_without_provider_and_date(one, other, same):
    assert same_model(one, other) is same


def test_a_judge_is_never_its_own_examinee_unless_asked(bench, judge):
    bench.prepare(judge, answers=[{**one, "model": "openai/gpt-4.1"} for one in ANSWERS])
    with pytest.raises(UsageError, match="own answers"):
        bench.ask()
    assert judge.requests == []
    assert bench.ask(samples=1, same_model=True).judgement.system == "openai/gpt-4.1"


def test_a_service_that_serves_the_examinee_behind_another_name_is_found(bench, judge):
    judge.script = lambda _: say({"reason": "r", "verdict": "correct"}, model="own-2026-01-01")
    bench.prepare(judge, answers=[{**one, "model": "own"} for one in ANSWERS])
    with pytest.raises(UsageError, match="own answers"):
        bench.ask(samples=1)


def test_a_subset_holds_a_case_without_answer_and_a_multi_hop_case(bench, judge):
    bench.prepare(judge)
    stored = bench.ask(samples=1, subset=2)
    assert set(stored.judgement.cases) == {"hop", "none"}
    assert (stored.judgement.eligible, stored.judgement.subset) == (5, 2)
    with pytest.raises(UsageError, match="too small"):
        bench.ask(subset=1)


def test_what_the_golden_set_lacks_is_said_plainly(bench, judge):
    plain = [one for one in GOLDEN if one["id"] in {"one", "two"}]
    bench.prepare(judge, golden=plain)
    gaps = bench.ask(samples=1).judgement.gaps
    assert [gap.split(":")[0] for gap in gaps] == ["no case without an answer", "no multi-hop case"]


def test_a_subset_is_the_same_whatever_the_order_of_the_golden_set(bench, judge):
    bench.prepare(judge)
    cases = open_run(bench.db, "latest").golden.cases
    one, other = choose(cases, 3), choose(cases[::-1], 3)
    assert {c.id for c in one.cases} == {c.id for c in other.cases}


def test_the_gate_counts_the_judgement_and_it_can_be_verified(bench, judge):
    policy = '[judge]\ncorrectness = "9/10"\n[golden]\nmin_cases = 1\n[noise]\nceiling = "9/10"\n'
    bench.prepare(judge, policy=policy)
    assert open_run(bench.db, "latest").verdict.decision is Decision.CANNOT_JUDGE
    stored = bench.ask()
    outcome = bench.opened().outcome
    assert outcome.verdict.judgement == stored.id
    assert {r.rule: r.status.value for r in outcome.verdict.rules}["judged_answers"] == "holds"
    assert outcome.verdict.decision is Decision.ACCEPT
    judge.script = lambda _: verdict("incorrect")
    bench.write("correctness.md", CORRECTNESS.replace("verified", "has verified"))
    bench.ask()
    assert bench.opened().outcome.verdict.decision is Decision.BLOCK
    assert gate_run(bench.db, "latest").verdict.decision is Decision.BLOCK
    assert verify_run(bench.db, "latest").agrees


def test_looking_again_appends_no_verdict(bench, judge):
    bench.prepare(judge, policy='[judge]\nbehaviour = "1/2"\n')
    bench.ask(samples=1)
    assert bench.opened().outcome.verdict == bench.opened().outcome.verdict
    with open_reader(bench.db) as reader:
        assert len(reader.verdicts(reader.resolve("latest").id)) == 2


def test_a_case_with_another_reference_is_not_compared(bench, judge):
    bench.prepare(judge)
    bench.ask(samples=1)
    first = open_run(bench.db, "latest").record.id
    changed = [{**GOLDEN[0], "reference_answer": "Seven days."}, *GOLDEN[1:]]
    judge.script = lambda request: (
        verdict("incorrect") if "Seven days" in str(request) else honest(request)
    )
    bench.prepare(judge, golden=changed)
    bench.ask(samples=1)
    found = bench.opened(against=first).against
    assert (found.incomparable, found.turned) == (1, ())


def test_two_chunks_that_are_both_needed_are_multi_hop_whatever_they_are_called(bench, judge):
    unnamed = [{k: v for k, v in one.items() if k != "difficulty"} for one in GOLDEN]
    bench.prepare(judge, golden=unnamed)
    chosen = choose(open_run(bench.db, "latest").golden.cases, 2)
    assert {case.id for case in chosen.cases} == {"hop", "none"}


def test_a_sheet_holds_drawn_answers_and_no_verdict_of_the_judge(bench, judge, tmp_path):
    bench.prepare(judge)
    bench.ask(samples=1)
    sheet = tmp_path / "sheet.jsonl"
    assert write_sheet(sheet, bench.opened(), JudgedMeasure.CORRECTNESS, 2) == 2
    lines = lines_of(sheet)
    assert [set(line) for line in lines] == [
        {
            "case_id",
            "measure",
            "question",
            "reference_answer",
            "answer",
            "drawn_from",
            "verdict",
            "by",
        }
    ] * 2
    assert {line["drawn_from"] for line in lines} == {3}
    with pytest.raises(UsageError, match="already"):
        write_sheet(sheet, bench.opened(), JudgedMeasure.CORRECTNESS, 2)
    filled = [{**line, "verdict": "pass"} for line in lines]
    (people,) = bench.opened(human=bench.human(filled)).people
    assert (people.agreed, people.n, people.drawn) == (2, 2, 2)
    assert people.lacking.startswith("not enough")


def test_answers_of_no_case_are_refused_before_anything_is_sent(bench, judge):
    bench.prepare(judge, answers=[{"case_id": "One", "answer": "x"}])
    with pytest.raises(UsageError, match="none of the 5 cases"):
        bench.ask()
    assert judge.requests == []
