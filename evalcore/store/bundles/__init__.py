"""Run bundles: a run as one file, and such files merged into a database."""

from evalcore.store.bundles.layout import BUNDLE_ENDING, BUNDLE_VERSION
from evalcore.store.bundles.merge import Merged, merge_bundles
from evalcore.store.bundles.parse import Bundle, Proven, read_bundle
from evalcore.store.bundles.take import take_bundle

__all__ = [
    "BUNDLE_ENDING",
    "BUNDLE_VERSION",
    "Bundle",
    "Merged",
    "Proven",
    "merge_bundles",
    "read_bundle",
    "take_bundle",
]
