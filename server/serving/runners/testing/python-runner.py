"""A runner of a test: what it does with a job, the question says; what it sees, it prints."""
import http.client
import json
import os
import signal
import sys
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.abspath(os.path.join(os.path.dirname(__file__), *[".."] * 4, "clients", "python")))
sys.dont_write_bytecode = True
import waggle_runner  # noqa: E402

SKEW = float(os.environ.get("RUNNER_SKEW_MS") or 0) / 1000
if SKEW:
    now = time.time
    time.time = lambda: now() + SKEW

released = threading.Event()
signal.signal(signal.SIGUSR2, lambda *_: released.set())


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def work(job, cancelled):
    question = job["task"]["input"]["question"]
    what = os.environ.get("RUNNER_DOES") or question.split(" ")[0]
    name = f"{job['rolloutId']}/{job['attempt']}"
    say(f"{what} {name}")
    if what == "throws":
        raise TypeError("no way")
    if what == "number":
        return 7
    if what == "waits":
        cancelled.wait()
        say(f"cancelled {name}")
        raise RuntimeError("cancelled")
    if what == "holds":
        released.wait()
    if what == "pauses":
        time.sleep(1.5)
    if what == "model":
        body = {"model": job["model"]["name"],
                "messages": [{"role": "system", "content": "Be exact.\n" + job["candidate"]["components"]["system"]},
                             {"role": "user", "content": question}]}
        request = urllib.request.Request(
            job["model"]["openaiBaseUrl"] + "/chat/completions", json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": "Bearer " + job["model"]["apiKey"]})
        try:
            with urllib.request.urlopen(request) as reply:
                return json.load(reply)["choices"][0]["message"]["content"]
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise
            raise waggle_runner.InfrastructureError(str(error)) from error
        except (OSError, http.client.HTTPException) as error:
            raise waggle_runner.InfrastructureError(str(error)) from error
    return {"text": "done", "reward": {"value": 0.5}} if what == "rewarded" else "done"


waggle_runner.run(
    os.environ["RUNNER_URL"], os.environ["RUNNER_KEY"], os.environ["RUNNER_AGENT"], work,
    concurrency=int(os.environ.get("RUNNER_AT_ONCE", "4")), grace_seconds=float(os.environ.get("RUNNER_GRACE", "30")))
say("ended")
