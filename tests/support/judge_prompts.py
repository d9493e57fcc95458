"""Sound prompts of a judge, in few words, and the parts of a suite that name them."""

from evalcore.judges.prompt import parse_prompt
from evalcore.model.judgement import JudgedMeasure

RULE = (
    "You compare what an assistant answered with what a person verified. The same figures and the "
    "same exceptions make it right; anything that contradicts them makes it wrong.\n\n"
)
CORRECTNESS = (
    RULE + 'Reply with JSON: {"reason": "...", "verdict": "correct"}, or "incorrect" instead.\n\n'
    "Question:\n{question}\n\nReference:\n{reference}\n\nAnswer to judge:\n{answer}\n"
)
FAITHFULNESS = (
    RULE
    + 'Reply with JSON: {"statements": [{"index": 1, "reason": "...", "verdict": "supported"}]}, '
    'or "unsupported", one for each.\n\nChunks:\n{chunks}\n\nStatements to judge:\n{statements}\n'
)
BEHAVIOUR = (
    RULE + 'Say what it does: "answer", "abstain", "ask_back" or "decline". Reply with JSON: '
    '{"reason": "...", "verdict": "answer"}.\n\nQuestion:\n{question}\n\nAnswer to judge:\n{answer}\n'
)
TEXTS = {
    JudgedMeasure.CORRECTNESS: CORRECTNESS,
    JudgedMeasure.FAITHFULNESS: FAITHFULNESS,
    JudgedMeasure.BEHAVIOUR: BEHAVIOUR,
}


def prompt_of(measure=JudgedMeasure.CORRECTNESS, text=None):
    return parse_prompt(text or TEXTS[measure], measure=measure, file=f"{measure}.md")
