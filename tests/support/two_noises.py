"""The six runs of the two-noises text as rankings files: 21 articles, five samples each.

Four rows are the text's own. Of the other seventeen it says that they swing by two votes at most
and that most never change; the counts 15, 16, 16, 14, 16, 16 of 21 and "between two and six
split cases in any run" leave twelve that pass always and five that never do, two of these with
some dissent.
"""

from support.bench import case, listed

NAMED = {
    "evals-skills-for-coding-agents": (2, 5, 5, 2, 5, 5),
    "more-than-just-code-review": (4, 5, 5, 2, 5, 5),
    "controlling-reasoning-effort-in-llms": (5, 4, 3, 5, 5, 4),
    "recent-developments-in-llm-architectures": (5, 4, 5, 3, 5, 4),
}
DISSENT = {"other-13": (0, 1, 1, 2, 1, 0), "other-14": (1, 1, 0, 0, 2, 1)}
VOTES = {
    **NAMED,
    **{f"other-{n:02d}": (5,) * 6 for n in range(1, 13)},
    **DISSENT,
    **{f"other-{n:02d}": (0,) * 6 for n in range(15, 18)},
}
SAMPLES = 5
POLICY = '[recall]\nmean_quality = 60\n[sampling]\npass = "3/5"\nmin_agreement = "3/5"\n'


def golden():
    return [case(name, f"chunk of {name}") for name in VOTES]


def rankings(run, votes=VOTES):
    """Every sample of one run: as many lists hold the expected chunk as votes were cast for it."""
    return [
        listed(name, f"chunk of {name}" if sample <= cast[run] else "another", sample=sample)
        for name, cast in votes.items()
        for sample in range(1, SAMPLES + 1)
    ]
