import json
import sys

from agent import answer

job = json.loads(sys.stdin.readline())
outcome = {key: job[key] for key in ("version", "rolloutId", "attempt")}
outcome.update(status="completed", output={"text": answer(job)})
print(json.dumps(outcome))
