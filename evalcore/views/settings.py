"""The numbers of a policy in words: what each one is called and what it decides."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.views.language import N_, Translator

_DOMAIN = "noise.domain."
_SECTIONS: Mapping[str, str] = {
    "recall": N_("What must come out"),
    "noise": N_("Noise"),
    "tolerance": N_("Failures a deploy may carry"),
    "regression": N_("Against the baseline"),
    "sampling": N_("Samples and votes"),
    "golden": N_("The golden set"),
    "ingest": N_("The ingest"),
}
_SETTINGS: Mapping[str, str] = {
    "recall.floor": N_("Recall floor of a case"),
    "recall.mean_quality": N_("Mean quality at least"),
    "recall.min_grade": N_("Grade from which a chunk is relevant"),
    "noise.ceiling": N_("Noise ceiling, in general"),
    "noise.tolerance": N_("Share of cases that may be over"),
    "tolerance.gold": N_("Failures with gold expected"),
    "tolerance.other": N_("Other failures, as a share"),
    "tolerance.documented": N_("Failures must be documented"),
    "regression.quality": N_("Fall in quality, in points"),
    "regression.mrr": N_("Fall in MRR"),
    "regression.gold_mrr": N_("Fall in gold MRR"),
    "regression.noise": N_("Rise in noise"),
    "regression.cell_cases": N_("Newly failing cases in a cell"),
    "sampling.system": N_("Samples of the system"),
    "sampling.judge": N_("Samples of the judge"),
    "sampling.pass": N_("Votes that pass a check"),
    "sampling.min_agreement": N_("Votes that must agree"),
    "golden.min_cases": N_("Cases, at least"),
    "golden.max_broken": N_("Broken cases, as a share"),
    "golden.expires_months": N_("Months until a check expires"),
    "ingest.max_rejected": N_("Rejected documents, at most"),
}


def section_word(section: str, t: Translator) -> str:
    """The title of a section of the policy; one added later is shown under its own name."""
    title = _SECTIONS.get(section)
    return t.text(title) if title else section


def setting_word(key: str, t: Translator) -> str:
    """What a number is called; a domain's name in it is people's own text."""
    if key.startswith(_DOMAIN):
        return t.text("Noise ceiling of {domain}", domain=key.removeprefix(_DOMAIN))
    title = _SETTINGS.get(key)
    return t.text(title) if title else key


def field_word(key: str, t: Translator) -> str:
    """The label of a number's field, which Streamlit reads as markup: domains are set in code."""
    if not key.startswith(_DOMAIN):
        return setting_word(key, t)
    domain = key.removeprefix(_DOMAIN).replace("`", "'").replace("\n", " ")
    as_code = f"`{domain}`"
    return t.text("Noise ceiling of {domain}", domain=as_code)


def sections(settings: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The settings by section, in the order of the policy."""
    found: dict[str, dict[str, str]] = {}
    for key, value in settings.items():
        found.setdefault(key.partition(".")[0], {})[key] = value
    return found
