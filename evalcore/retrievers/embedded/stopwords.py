"""Words too common to tell texts apart, as BM25 leaves them out."""

from evalcore.model.stopwords import STOPWORDS

__all__ = ["STOPWORDS"]
