"""A small suite with a judge: files, a stored run, and a recorded judge to ask about its answers."""

import json
from pathlib import Path

from evalcore.workflows.judge_answers import JudgeOptions, judge_answers
from evalcore.workflows.judgement_run import judged_run

from support.bench import Bench, case, listed
from support.judge_prompts import BEHAVIOUR, CORRECTNESS, FAITHFULNESS
from support.judge_server import statements, verdict

GOLDEN = [
    case("one", "c1", reference_answer="Six days.", category="leave"),
    case("two", "c2", reference_answer="Seven per cent.", category="tax"),
    case(
        "hop", "c1", "c2", requires_all=True, difficulty="multi-hop",
        reference_answer="Both.", category="tax",
    ),
    case("none", has_answer=False, category="leave"),
    case("ask", type="ambiguous", category="tax"),
    case("secret", "c1", reference_answer="x", blind=True),
    case("draft", "c1", reference_answer="x", status="draft"),
]  # fmt: skip
CHUNKS = [
    {"chunk_id": "c1", "text": "Six days are due."},
    {"chunk_id": "c2", "text": "It is seven per cent."},
]
ANSWERS = [
    {"case_id": "one", "answer": "Six days."},
    {"case_id": "two", "answer": "Seven per cent. It is due in May."},
    {"case_id": "hop", "answer": "Six days and seven per cent."},
    {"case_id": "none", "answer": "It is not in the documents."},
    {"case_id": "ask", "answer": "Which of the two do you mean?"},
]
JUDGE = """
[judge]
base_url = "{base_url}"
model = "gpt-4.1"
max_wait = 0.05
{more}
[judge.prompts]
correctness = "correctness.md"
faithfulness = "faithfulness.md"
behaviour = "behaviour.md"
[judge.prices."gpt-4.1"]
input = 2
cached = 0.5
output = 8
"""


def honest(request):
    """What a judge says who finds one sentence unsupported and everything else right."""
    system, user = (message["content"] for message in request["messages"])
    if "statements" in system:
        n = user.count("<<<statement ")
        return statements(*["supported"] * (n - 1), "unsupported" if "May" in user else "supported")
    if "abstain" not in system:
        return verdict("correct")
    if "not in the documents" in user:
        return verdict("abstain")
    return verdict("ask_back" if "Which" in user else "answer")


class JudgedBench(Bench):
    """The files of ``Bench``, judged by a recorded judge."""

    def prepare(self, judge, *, more="", policy="", answers=ANSWERS, golden=GOLDEN) -> Path:
        """Write everything, run the suite once, and return its file."""
        self.write("correctness.md", CORRECTNESS)
        self.write("faithfulness.md", FAITHFULNESS)
        self.write("behaviour.md", BEHAVIOUR)
        self.write("golden.jsonl", golden)
        self.write("chunks.jsonl", CHUNKS)
        self.write("answers.jsonl", answers)
        self.write("policy.toml", policy)
        asked = [one["id"] for one in golden if not one.get("blind") and "status" not in one]
        self.write("lists.jsonl", [listed(one, "c1", "c2") for one in asked])
        suite = (
            'manifest = "chunks.jsonl"\npolicy = "policy.toml"\n[retriever]\nkind = "recorded"\n'
            'rankings = "lists.jsonl"\n'
        )
        table = JUDGE.format(base_url=judge.base_url, more=more)
        self.run(suite + table)
        return self.folder / "suite.toml"

    def ask(self, **options):
        """Judge the newest run; the stored judgement."""
        given = {"answers": self.folder / "answers.jsonl", "cache": self.folder}
        return judge_answers(self.db, "latest", options=JudgeOptions(**(given | options)))

    def opened(self, **options):
        """The newest judgement, opened."""
        return judged_run(self.db, "latest", **options)

    def human(self, lines) -> Path:
        return self.write("human.jsonl", [*lines])


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
