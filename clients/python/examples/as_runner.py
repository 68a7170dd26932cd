import os

from agent import answer
from waggle_runner import run

run(
    os.environ["WAGGLE_URL"],
    os.environ["WAGGLE_RUNNER_KEY"],
    os.environ["WAGGLE_AGENT"],
    lambda job, cancelled: answer(job),
    concurrency=4,
)
