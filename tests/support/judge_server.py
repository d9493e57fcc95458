"""A local server that speaks chat completions, with replies in the shape that services document.

Recorded from public documentation, field by field; only ids, texts and counts are ours:
- COMPLETION: OpenAI's API reference for ``chat.completion``, usage details included.
- REFUSED: OpenAI's guide to structured outputs; a refusal has no ``content`` key at all.
- THINKING_APART: xAI's guide to deferred completions, where thinking is in the total only.
- RATE_LIMITED and NO_QUOTA: OpenAI's guide to error codes.
"""

import copy
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMPLETION = {
    "id": "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
    "object": "chat.completion",
    "created": 1741569952,
    "model": "gpt-4.1-2025-04-14",
    "choices": [
        {
            "index": 0,
            "message": {
                "role": "assistant",
                "content": "Hello! How can I assist you today?",
                "refusal": None,
                "annotations": [],
            },
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {
        "prompt_tokens": 1019,
        "completion_tokens": 10,
        "total_tokens": 1029,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": 0,
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    },
    "service_tier": "default",
    "system_fingerprint": "fp_44709d6fcb",
}
REFUSED = {
    "id": "chatcmpl-9nYAG9LPNonX8DAyrkwYfemr3C8HC",
    "object": "chat.completion",
    "created": 1721596428,
    "model": "gpt-4o-2024-08-06",
    "choices": [
        {
            "index": 0,
            "message": {
                "role": "assistant",
                "refusal": "I'm sorry, I cannot assist with that request.",
            },
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 81, "completion_tokens": 11, "total_tokens": 92},
    "system_fingerprint": "fp_3407719c7f",
}
THINKING_APART = {
    "prompt_tokens": 26,
    "completion_tokens": 168,
    "total_tokens": 498,
    "prompt_tokens_details": {
        "text_tokens": 26,
        "audio_tokens": 0,
        "image_tokens": 0,
        "cached_tokens": 4,
    },
    "completion_tokens_details": {
        "reasoning_tokens": 304,
        "audio_tokens": 0,
        "accepted_prediction_tokens": 0,
        "rejected_prediction_tokens": 0,
    },
    "num_sources_used": 0,
}
RATE_LIMITED = {
    "error": {
        "message": "Rate limit reached for gpt-4.1 in organization org-x on tokens per min (TPM).",
        "type": "tokens",
        "param": None,
        "code": "rate_limit_exceeded",
    }
}
NO_QUOTA = {
    "error": {
        "message": "You exceeded your current quota, please check your plan and billing details.",
        "type": "insufficient_quota",
        "param": None,
        "code": "insufficient_quota",
    }
}
WRONG_KEY = {
    "error": {
        "message": "Incorrect API key provided: sk-canary. You can find your API key elsewhere.",
        "type": "invalid_request_error",
        "param": None,
        "code": "invalid_api_key",
    }
}
SERVER_ERROR = {
    "error": {
        "message": "The server had an error while processing your request.",
        "type": "server_error",
        "param": None,
        "code": None,
    }
}


@dataclass(frozen=True)
class Step:
    """One answer of the server: a status and a body, or what goes wrong on the way."""

    body: object = None
    status: int = 200
    headers: dict = field(default_factory=dict)
    cut: bool = False
    drip: float = 0.0


def say(content, *, finish="stop", usage=None, model=None):
    """A completion that says ``content``; a dict is said as JSON."""
    body = copy.deepcopy(COMPLETION)
    text = content if content is None or isinstance(content, str) else json.dumps(content)
    body["choices"][0]["message"]["content"] = text
    body["choices"][0]["finish_reason"] = finish
    if usage is not None:
        body["usage"] = usage
    if model is not None:
        body["model"] = model
    return Step(body=body)


def verdict(word, reason="because"):
    return say({"reason": reason, "verdict": word})


def statements(*words):
    listed = [
        {"index": i, "reason": "as it stands", "verdict": word}
        for i, word in enumerate(words, start=1)
    ]
    return say({"statements": listed})


REFUSAL = Step(body=REFUSED)
CUT = Step(body=COMPLETION, cut=True)
SLOW = Step(body=COMPLETION, drip=0.05)


def limited(wait=None):
    return Step(RATE_LIMITED, 429, {} if wait is None else {"retry-after": str(wait)})


class RecordedJudge:
    """The server, at 127.0.0.1 only. ``script`` is a list of steps, or asks a function.

    A list is answered in order, its last step for ever. ``requests`` holds what was sent.
    """

    def __init__(self, script: "list[Step] | Callable[[dict], Step]") -> None:
        self.script = script
        self.requests: list[dict] = []
        self.headers: list[dict] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def next_step(self, request: dict, headers: dict) -> Step:
        with self._lock:
            self.requests.append(request)
            self.headers.append(headers)
            if callable(self.script):
                return self.script(request)
            return self.script.pop(0) if len(self.script) > 1 else self.script[0]


def _handler(judge: RecordedJudge):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            size = int(self.headers["content-length"])
            request = json.loads(self.rfile.read(size))
            request["path"] = self.path
            sent = {name.lower(): value for name, value in self.headers.items()}
            self._answer(judge.next_step(request, sent))

        def _answer(self, step: Step):
            raw = step.body if isinstance(step.body, bytes) else json.dumps(step.body).encode()
            self.send_response(step.status)
            for name, value in {"content-type": "application/json", **step.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            if step.cut:
                raw, self.close_connection = raw[: len(raw) // 2], True
            try:
                if not step.drip:
                    self.wfile.write(raw)
                    return
                for i in range(0, len(raw), 8):
                    self.wfile.write(raw[i : i + 8])
                    time.sleep(step.drip)
            except OSError:  # the client hung up, as it should
                self.close_connection = True

        def log_message(self, *_):
            pass

    return Handler
