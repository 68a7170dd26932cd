"""Runs rollouts of one agent of a Waggle workspace in this process.

It asks the flag server for work by long poll, so it needs outgoing HTTPS only. No clock of this machine decides
anything: the server's answers say what is left. Standard library only, Python 3.9 or newer.
"""
import json
import os
import random
import signal
import socket
import sys
import threading
import urllib.error
import urllib.request
import uuid

__version__ = "0.1.0"
__all__ = ["InfrastructureError", "RefusedError", "run"]

CLIENT = "waggle-runner-py " + __version__
VERSION = "waggle.rollout/1"
POLL_SECONDS = 25
ANSWER_SECONDS = 30
BACKOFF_FIRST, BACKOFF_MOST = 0.5, 30.0
DELIVERIES = 14  # Tries to deliver an outcome: some four minutes, in which a server may be restarted.


class InfrastructureError(Exception):
    """Raised by an agent whose machine, not the agent itself, failed: the rollout is tried again and never scores 0."""


class RefusedError(Exception):
    """The server refuses this runner: its key, its agent or its request."""

    def __init__(self, message, status, code, retry_after=0.0):
        super().__init__(message)
        self.status, self.code, self.retry_after = status, code, retry_after
        self.is_final = status < 500 and status not in (408, 425, 429)


def run(url, key, agent, fn, concurrency=4, *, stop=None, name=None, grace_seconds=30, handle_signals=True, log=None):
    """Runs rollouts until it is stopped: by the threading.Event `stop`, SIGINT or SIGTERM.

    `fn(job, cancelled)` returns the text of the answer, or a dict with `text` and perhaps `reward`, `usage` and `trace`.
    `cancelled` is a threading.Event, set when the rollout is cancelled, its time is over, or the runner hands it back.
    A function that raises fails its rollout, which scores 0. Raises RefusedError where key or agent is refused.
    """
    return _Runner(url, key, agent, fn, concurrency, stop, name, grace_seconds, log).run(handle_signals)


class _Runner:
    def __init__(self, url, key, agent, fn, concurrency, stop, name, grace_seconds, log):
        host = (socket.gethostname() or "unknown")[:120]
        self.base, self.key, self.agent, self.fn = url.rstrip("/"), key, agent, fn
        self.concurrency, self.grace_seconds = concurrency, grace_seconds
        self.stop = stop or threading.Event()
        self.hurry = threading.Event()
        self.log = log or (lambda line: print(line, file=sys.stderr, flush=True))
        self.runner = {"id": "rn_" + uuid.uuid4().hex, "name": name or f"{host[:100]}-{os.getpid()}", "host": host,
                       "client": CLIENT, "capacity": concurrency}
        self.held = {}
        self.changed = threading.Condition()
        self.refusal = None

    def run(self, handle_signals):
        former = self._handle_signals() if handle_signals and threading.current_thread() is threading.main_thread() else {}
        # A poll blocks for long, so it has a thread of its own and a stop does not wait for it.
        poller = threading.Thread(target=self._lease, name="waggle-lease", daemon=True)
        try:
            poller.start()
            while poller.is_alive() and not self.stop.wait(0.2):
                pass
            self._finish()
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)
        if self.refusal:
            raise self.refusal

    def _handle_signals(self):
        def ask(_number, _frame):
            if self.stop.is_set():
                self.hurry.set()
            else:
                self.log("waggle-runner: stopping after the rollouts in flight; a second signal hands them back.")
                self.stop.set()
        return {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}

    def _lease(self):
        failures = 0
        while not self.stop.is_set():
            with self.changed:
                if len(self.held) >= self.concurrency:
                    self.changed.wait(1)
                    continue
                holding = list(self.held)
            asked = {"agent": self.agent, "runner": self.runner, "free": self.concurrency - len(holding),
                     "holding": holding}
            try:
                jobs = _post(self.base + "/runner/v1/lease", self.key, asked, POLL_SECONDS + ANSWER_SECONDS)["jobs"]
                failures = 0
                for job in jobs:
                    self._start(job)
            except RefusedError as error:
                if error.is_final:
                    self.refusal = error
                    return
                failures = self._wait(failures, error, error.retry_after)
            except Exception as error:  # No connection, or it broke: both pass.
                failures = self._wait(failures, error)

    def _wait(self, failures, error, at_least=0.0):
        if not self.stop.is_set():
            self.log(f"waggle-runner: no answer ({error}); asking again.")
            self.stop.wait(_backoff(failures + 1, at_least))
        return failures + 1

    def _start(self, job):
        name = f"{job['rolloutId']}/{job['attempt']}"
        with self.changed:
            # What a poll brings while this runner stops is offered to others once it has left.
            if name in self.held or self.stop.is_set():
                return
            rollout = _Rollout(job, self)
            self.held[name] = rollout
        rollout.start()

    def ended(self, rollout):
        with self.changed:
            self.held.pop(rollout.name, None)
            self.changed.notify_all()

    def _finish(self):
        """Rollouts in flight end by themselves; what is left after the grace is handed back."""
        self.stop.set()
        waited = 0.0
        while self.held and not self.hurry.is_set() and waited < self.grace_seconds:
            with self.changed:
                self.changed.wait(0.2)
            waited += 0.2
        for rollout in list(self.held.values()):
            rollout.hand_back()
        try:
            _post(self.base + "/runner/v1/leave", self.key, {"agent": self.agent, "runner": {"id": self.runner["id"]}})
        except Exception as error:
            self.log(f"waggle-runner: left without a word ({error}).")


class _Rollout:
    """One rollout: a thread for the agent, one for heartbeats. Nothing that the agent raises gets out."""

    def __init__(self, job, runner):
        self.job, self.runner = job, runner
        self.name = f"{job['rolloutId']}/{job['attempt']}"
        self.cancelled, self.done = threading.Event(), threading.Event()
        self.settling = threading.Lock()
        self.settled = False

    def start(self):
        # Daemons: an agent that ignores its cancel must not keep the process alive after its rollout was handed back.
        threading.Thread(target=self._work, name="waggle-" + self.name, daemon=True).start()
        threading.Thread(target=self._beat, name="waggle-beat-" + self.name, daemon=True).start()

    def _work(self):
        try:
            part = _success(self.runner.fn(self.job, self.cancelled))
        except InfrastructureError as error:
            part = _failure("infrastructure", "infrastructure", error)
        except BaseException as error:  # SystemExit of an agent ends its rollout, not the runner.
            part = _failure("agent", type(error).__name__, error)
        self._settle(part)

    def hand_back(self):
        self.cancelled.set()
        self._settle(_failure("infrastructure", "handedBack", "This runner is stopping."))

    def _settle(self, part):
        """Delivers the first ending; the rollout of a cancelled one is over on the server already."""
        with self.settling:
            if self.settled:
                return
            self.settled = True
        try:
            self._deliver(part)
        except Exception as error:
            self.runner.log(f"waggle-runner: the outcome of {self.name} was not delivered ({error}).")
        finally:
            self.done.set()
            self.runner.ended(self)

    def _deliver(self, part):
        control = self.job["control"]
        head = {"version": VERSION, "rolloutId": self.job["rolloutId"], "attempt": self.job["attempt"]}
        for tries in range(1, DELIVERIES + 1):
            try:
                _post(control["resultUrl"], control["apiKey"], {**head, **part})
                return
            except RefusedError as error:
                if error.status == 409:  # The attempt was over; its outcome is kept for people.
                    return
                if error.status == 400 and part["status"] == "completed":
                    part = _failure("agent", "badOutcome", error)
                    continue
                if error.is_final or tries == DELIVERIES:
                    raise
                self.runner.hurry.wait(_backoff(tries, error.retry_after))
            except Exception:
                if tries == DELIVERIES:
                    raise
                self.runner.hurry.wait(_backoff(tries))

    def _beat(self):
        control = self.job["control"]
        every = control["heartbeatSeconds"]
        wait = min(every, self.job["deadlineSeconds"] + 0.5)
        while not self.done.wait(wait):
            try:
                answer = _post(control["heartbeatUrl"], control["apiKey"], {})
                if answer["cancelled"] or answer["secondsLeft"] <= 0:
                    return self._over()
                wait = min(every, answer["secondsLeft"] + 0.5)
            except RefusedError as error:
                if error.is_final:
                    return self._over()
                wait = min(wait, 5)
            except Exception:
                wait = min(wait, 5)

    def _over(self):
        """The server has ended it: its place is free, and an agent that goes on is left behind."""
        self.cancelled.set()
        with self.settling:
            if self.settled:
                return
            self.settled = True
        self.done.set()
        self.runner.ended(self)


def _success(result):
    given = {"text": result} if isinstance(result, str) else result
    if not isinstance(given, dict) or not isinstance(given.get("text"), str):
        return _failure("agent", "noText", "The agent returned neither a text nor a dict with a text.")
    more = {key: given[key] for key in ("reward", "usage", "trace") if given.get(key) is not None}
    return {"status": "completed", "output": {"text": given["text"]}, **more}


def _failure(kind, code, message):
    return {"status": "failed", "error": {"kind": kind, "code": code[:100], "message": str(message)[:5000]}}


def _post(url, key, body, seconds=ANSWER_SECONDS):
    headers = {"content-type": "application/json", "authorization": "Bearer " + key, "user-agent": CLIENT}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=seconds) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        try:
            told = json.load(error)["error"]
        except Exception:
            told = {}
        try:
            retry_after = float(error.headers.get("retry-after") or 0)
        except ValueError:
            retry_after = 0.0
        raise RefusedError(told.get("message", f"status {error.code}"), error.code, told.get("code", "unknown"),
                           retry_after) from None


def _backoff(failures, at_least=0.0):
    """Grows with each failure, and differs between runners so that they do not come back all at once."""
    return max(at_least, min(BACKOFF_MOST, BACKOFF_FIRST * 2 ** (failures - 1)) * random.uniform(0.5, 1))
