"""A search function of one's own: ``callable = "module:function"``, beside the suite."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import numpy as np
from pydantic import field_validator

from evalcore.errors import RetrieverError
from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.answers import Result, Unreadable, ranking_of, refused
from evalcore.retrievers.options import Table
from evalcore.retrievers.protocol import Capabilities, Filters, Query

_BATCH_WORD = "queries"
_ASKED_BY = ("invoke", "retrieve")
"""How LangChain's and LlamaIndex's retrievers are asked."""
_PAIR = 2
_CALLABLE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class PythonOptions(Table):
    """``[retriever]`` of kind ``python``.

    ``batch`` true: the function takes ``(queries: list[str], depth: int)`` and returns one list a
    query; false: ``(query: str, depth: int)``. Left out, the first parameter's name decides:
    ``queries`` means batch. A LangChain or LlamaIndex retriever may be named itself
    (``"module:retriever"``); ``id_field`` is the key of its documents' metadata that holds the
    chunk's id, where their own id is another.
    """

    kind: Literal["python"]
    callable: str
    batch: bool | None = None
    id_field: str | None = None

    @field_validator("callable")
    @classmethod
    def _module_and_function(cls, written: str) -> str:
        return check_callable(written)


def check_callable(written: str) -> str:
    """The text if it is ``module:function``; else ``ValueError``."""
    if not _CALLABLE.fullmatch(written):
        raise ValueError('write it as "module:function"')
    return written


class PythonRetriever:
    """The user's function. Whatever it raises is a Failure of that query; the others go on.

    It returns lists of ids, of (id, score) pairs, of dicts with ``id`` (or ``chunk_id``) and
    perhaps ``score`` and ``raw_score``, of LangChain documents (alone or with a score) or of
    LlamaIndex nodes. A batch function that raises is asked again with one
    query at a time, so that one bad question does not take the others with it.
    """

    def __init__(
        self, function: Callable[..., Any], *, batch: bool, id_field: str | None = None
    ) -> None:
        self._function = function
        self._batch = batch
        self._id_field = id_field
        self._shape: tuple[bool, bool] | None = None

    @property
    def capabilities(self) -> Capabilities:
        """Nothing beyond asking; whether there are scores shows in the answers."""
        return Capabilities()

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` results of every query, in the order the function gave them."""
        refusal = refused(filters)
        if refusal is not None:
            return [refusal] * len(queries)
        texts = [query.text for query in queries]
        if self._batch:
            answers = self._ask_all(texts, depth)
        else:
            answers = [self._ask_one(text, depth) for text in texts]
        return [self._alike(answer) for answer in answers]

    def _alike(self, answer: Ranking | Failure) -> Ranking | Failure:
        # Lists with and without scores cannot be judged by one measure; the first one decides.
        if isinstance(answer, Failure) or not answer.chunk_ids:
            return answer
        shape = (answer.scores is not None, answer.raw_scores is not None)
        self._shape = self._shape or shape
        if shape != self._shape:
            return Failure("this list carries scores and the first one does not, or the reverse")
        return answer

    def _ask_all(self, texts: Sequence[str], depth: int) -> Sequence[Ranking | Failure]:
        answers = self._call(list(texts), depth)
        if isinstance(answers, Failure):
            if len(texts) == 1:
                return [answers]
            return [answer for text in texts for answer in self._ask_all([text], depth)]
        if len(answers) != len(texts):
            why = Failure(f"the function gave {len(answers)} lists for {len(texts)} queries")
            return [why] * len(texts)
        return [_read(answer, depth, self._id_field) for answer in answers]

    def _ask_one(self, text: str, depth: int) -> Ranking | Failure:
        answer = self._call(text, depth)
        return answer if isinstance(answer, Failure) else _read(answer, depth, self._id_field)

    def _call(self, asked: Any, depth: int) -> list[Any] | Failure:
        try:
            return _items(self._function(asked, depth))
        except Unreadable as error:
            return Failure(f"the function returned {error}")
        # SystemExit too: somebody's sys.exit(0) must not end the run as a success.
        except (Exception, SystemExit) as error:  # noqa: BLE001 - other people's code
            return Failure(_told(error))


def load(options: PythonOptions, *, folder: Path) -> PythonRetriever:
    """The function of a suite, from a file beside it first, else from what is installed.

    The suite's folder is on ``sys.path`` while the module is loaded. A file is loaded afresh each
    time, under a name of its own, so that two suites may each have a ``search.py``. Raises
    ``RetrieverError`` where module or function cannot be had.
    """
    function = function_of(options.callable, folder=folder)
    batch = _wants_batch(function) if options.batch is None else options.batch
    return PythonRetriever(function, batch=batch, id_field=options.id_field)


def function_of(written: str, *, folder: Path) -> Callable[..., Any]:
    """The function that ``module:function`` names; a framework's retriever as a function.

    Raises ``RetrieverError`` as ``load`` does.
    """
    module_name, name = written.split(":")
    found: Any = getattr(_module(module_name, folder), name, None)
    ask = next((getattr(found, it) for it in _ASKED_BY if callable(getattr(found, it, None))), None)
    if ask is not None:
        return lambda query, _: ask(query)  # how many it returns is its own setting
    if not callable(found):
        raise RetrieverError(
            f'"{module_name}" has no function "{name}"', hint="check the callable in the suite"
        )
    function: Callable[..., Any] = found
    return function


def _module(name: str, folder: Path) -> ModuleType:
    path = folder / f"{name}.py"
    try:
        with _importable(folder):
            if path.is_file():
                return _from_file(path)
            return _from_path(name, folder)
    except ModuleNotFoundError as error:
        raise RetrieverError(
            f'the module "{error.name}" cannot be imported',
            hint=f"put {name}.py beside the suite, or install what it needs",
        ) from error
    except RetrieverError:
        raise
    except (Exception, SystemExit) as error:
        raise RetrieverError(
            f'the module "{name}" cannot be imported: {_told(error)}',
            hint="mend the module",
        ) from error


def _from_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"unbury_callable:{path.resolve()}", path)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name=path.stem)
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and pickles look their module up by name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _from_path(name: str, folder: Path) -> ModuleType:
    importlib.invalidate_caches()
    module = importlib.import_module(name)
    beside = folder / name.split(".", maxsplit=1)[0]
    found = Path(module.__file__ or "").resolve()
    if beside.is_dir() and folder.resolve() not in found.parents:
        raise RetrieverError(
            f'"{name}" was imported from elsewhere, not from beside the suite',
            hint="rename the package: another one of that name was loaded first",
        )
    return module


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    entry = str(folder.resolve())
    sys.path.insert(0, entry)
    try:
        yield
    finally:
        sys.path.remove(entry)


def _wants_batch(function: Callable[..., Any]) -> bool:
    try:
        first = next(iter(inspect.signature(function).parameters), None)
    except (TypeError, ValueError):
        return False
    return first == _BATCH_WORD


def _told(error: BaseException) -> str:
    # The exception's own text stays out: it may hold addresses, keys or passages.
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"it raised {type(error).__name__}{place}"


def _read(answer: Any, depth: int, id_field: str | None) -> Ranking | Failure:
    try:
        items = _items(answer)
    except Unreadable as error:
        return Failure(f"the function returned {error} for this query")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - lazy answers run foreign code
        return Failure(_told(error))
    try:
        results = [_result(item, place, id_field) for place, item in enumerate(items, start=1)]
    except Unreadable as error:
        return Failure(str(error))
    return ranking_of(results, depth)


def _items(answer: Any) -> list[Any]:
    # Sets have no order, and a data frame iterates over the names of its columns.
    ordered = isinstance(answer, Sequence | Iterator | np.ndarray)
    if not ordered or isinstance(answer, str | bytes):
        kind = "nothing" if answer is None else f"a {type(answer).__name__}"
        raise Unreadable(f"{kind}, not a list")
    return list(answer)


def _result(item: Any, place: int, id_field: str | None) -> Result:
    if isinstance(item, Mapping):
        return _from_mapping(item, place)
    if isinstance(item, tuple | list):
        if len(item) != _PAIR:
            raise Unreadable(f"result {place} has {len(item)} parts, not (id, score)")
        return Result(_id_of(item[0], place, id_field), item[1])
    if hasattr(item, "node") and hasattr(item, "score"):  # LlamaIndex: a node with its score
        node = _id_of(item.node, place, id_field)
        return Result(node, item.score, scored=item.score is not None)
    return Result(_id_of(item, place, id_field), scored=False)


def _id_of(item: Any, place: int, id_field: str | None) -> Any:
    """The id of a document or node; anything else is taken for the id itself."""
    metadata = getattr(item, "metadata", None)
    if not isinstance(metadata, Mapping):
        return item
    if id_field is not None:
        if id_field not in metadata:
            raise Unreadable(f'the metadata of result {place} has no "{id_field}"')
        return metadata[id_field]
    own = getattr(item, "node_id", None) or getattr(item, "id", None)
    if own is None:
        raise Unreadable(f"result {place} has no id: name the key of its metadata as id_field")
    return own


def _from_mapping(item: Mapping[Any, Any], place: int) -> Result:
    names = [name for name in ("id", "chunk_id") if name in item]
    if len(names) != 1:
        raise Unreadable(f'result {place} needs one of "id" and "chunk_id"')
    return Result(
        item[names[0]],
        score=item.get("score"),
        raw_score=item.get("raw_score"),
        scored="score" in item,
        raw_scored="raw_score" in item,
    )
