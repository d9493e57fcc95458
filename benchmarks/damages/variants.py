"""Every way in which the benchmark damages an index, in the order of the probes."""

from damages import description, displaced, embedding, index, labels, split

VARIANTS = (
    *split.VARIANTS,
    *description.VARIANTS,
    *labels.VARIANTS,
    *index.VARIANTS,
    *displaced.VARIANTS,
    *embedding.VARIANTS,
)
