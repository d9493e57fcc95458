"""How long a panel waits between attempts, when it stops, and what it keeps of each vote."""

import json

import pytest

from evalcore.judges import panel as panels
from evalcore.judges.endpoint import Reply, Trouble
from evalcore.judges.panel import GIVE_UP_AFTER, Job, Panel, Patience
from evalcore.judges.readings import Question
from evalcore.judges.vote_cache import VoteCache
from evalcore.model.judgement import Attempt, Attempted, JudgedMeasure

from support.judge_prompts import CORRECTNESS, prompt_of


def busy(wait=None):
    return Trouble(Attempt(outcome=Attempted.RATE_LIMITED), "busy", again=True, wait=wait)


def said(verdict):
    text = json.dumps({"reason": "as it stands", "verdict": verdict})
    return Reply(text=text, attempt=Attempt(outcome=Attempted.READ), served="judge-1")


class Judge:
    """Gives its script, the last of it for ever."""

    def __init__(self, *script):
        self.script, self.asked = list(script), 0

    def ask(self, _messages, _schema):
        step = self.script[min(self.asked, len(self.script) - 1)]
        self.asked += 1
        if isinstance(step, Trouble):
            raise step
        return step


@pytest.fixture
def waits(monkeypatch):
    """The seconds that were to be waited, none of which passes."""
    asked = []

    def stopped_within(run, seconds):
        asked.append(seconds)
        return run.over

    monkeypatch.setattr(panels._Run, "stopped_within", stopped_within)
    return asked


@pytest.fixture
def votes(tmp_path):
    def ask(judge, *, count=1, **patience):
        jobs = [
            Job(
                case_id=f"q{number}",
                question=Question(measure=JudgedMeasure.CORRECTNESS),
                prompt=prompt_of(text=CORRECTNESS),
                data={"question": "How many?", "reference": "Six.", "answer": f"{number}"},
            )
            for number in range(count)
        ]
        panel = Panel(
            judge=judge,
            identity={"model": "judge"},
            cache=VoteCache(tmp_path / "verdicts.db"),
            patience=Patience(concurrency=1, **patience),
        )
        return [vote for (vote,) in panel.votes(jobs, 1)]

    return ask


def test_waits_double_from_half_a_second_up_to_the_longest_allowed(votes, waits):
    (vote,) = votes(Judge(busy()), retries=6, max_wait=5.0)
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert vote.unread == "busy (7 attempts)"
    assert len(vote.attempts) == 7


def test_a_longer_wait_that_is_asked_for_is_waited_and_one_too_long_ends_it(votes, waits):
    (vote,) = votes(Judge(busy(3.0), busy(0.1), busy(5.0), busy(5.1)), retries=6, max_wait=5.0)
    assert waits == [3.0, 1.0, 5.0]
    assert vote.unread == "busy (4 attempts); it asks to wait 5 s, more than the 5 s allowed"


def test_what_cannot_be_read_is_asked_anew_at_once(votes, waits):
    (vote,) = votes(Judge(said("perhaps"), said("perhaps"), said("correct")), max_wait=5.0)
    assert waits == [0.0, 0.0]
    assert vote.passed
    assert [attempt.outcome for attempt in vote.attempts] == [
        Attempted.UNREADABLE,
        Attempted.UNREADABLE,
        Attempted.READ,
    ]


def test_a_vote_that_failed_once_does_not_count_its_attempts_in_words(votes):
    trouble = Trouble(Attempt(outcome=Attempted.REFUSED), "it refused")
    assert votes(Judge(trouble))[0].unread == "it refused"


@pytest.mark.parametrize(
    ("verdict", "score", "passed"), [("correct", 1, True), ("incorrect", 0, False)]
)
def test_a_vote_keeps_what_was_said_why_and_what_it_is_worth(votes, verdict, score, passed):
    (vote,) = votes(Judge(said(verdict)))
    assert (vote.score, vote.passed, vote.reason) == (score, passed, "as it stands")
    assert verdict in str(vote.said)
    assert vote.served == "judge-1"


def test_ten_votes_in_a_row_without_a_reply_end_it_and_a_reply_in_between_does_not(votes, waits):
    gone = Trouble(Attempt(outcome=Attempted.NO_CONNECTION), "gone")
    judge = Judge(*[gone] * (GIVE_UP_AFTER - 1), said("correct"), gone)
    found = votes(judge, count=3 * GIVE_UP_AFTER)
    assert GIVE_UP_AFTER == 10
    assert judge.asked == GIVE_UP_AFTER + GIVE_UP_AFTER
    assert found[GIVE_UP_AFTER - 1].passed
    assert {vote.unread for vote in found[2 * GIVE_UP_AFTER :]} == {
        "not asked: 10 votes in a row got no reply"
    }
    assert waits == []


def test_replies_without_a_verdict_are_replies(votes):
    refused = Trouble(Attempt(outcome=Attempted.REFUSED), "it refused")
    judge = Judge(refused)
    votes(judge, count=2 * GIVE_UP_AFTER)
    assert judge.asked == 2 * GIVE_UP_AFTER
