import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from agent import answer


class Rollout(BaseHTTPRequestHandler):
    def do_POST(self):
        job = json.loads(self.rfile.read(int(self.headers["content-length"])))
        outcome = {key: job[key] for key in ("version", "rolloutId", "attempt")}
        try:
            outcome.update(status="completed", output={"text": answer(job)})
        except Exception as error:
            fault = {"kind": "agent", "code": type(error).__name__, "message": str(error)}
            outcome.update(status="failed", error=fault)
        body = json.dumps(outcome).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("", int(os.environ.get("PORT", "8000"))), Rollout).serve_forever()
