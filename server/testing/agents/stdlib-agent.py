"""An agent on the standard library alone: Chat Completions, two tools, streamed or not.

As a program it reads one job from standard input; with `--serve` it serves jobs over HTTP and prints its port.
"""
import json
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SYSTEM = "You are a weather clerk."
TOOLS = [
    {"type": "function", "function": {"name": "lookup", "description": "Looks up a city.",
     "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}},
    {"type": "function", "function": {"name": "add", "description": "Adds two numbers.",
     "parameters": {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
                    "required": ["a", "b"]}}},
]


def run_tool(name, given):
    if name == "lookup":
        return f"{given['city']}: 12 °C"
    if given["b"] == 13:
        return "Error: unlucky number"
    return str(given["a"] + given["b"])


def complete(model, messages, stream):
    body = {"model": model["name"], "messages": messages, "tools": TOOLS, "stream": stream}
    request = urllib.request.Request(
        model["openaiBaseUrl"] + "/chat/completions", json.dumps(body).encode(),
        {"content-type": "application/json", "authorization": "Bearer " + model["apiKey"]})
    with urllib.request.urlopen(request, timeout=60) as reply:
        if not stream:
            return json.load(reply)["choices"][0]["message"]
        return assemble(reply)


def assemble(reply):
    text, calls = "", {}
    for line in reply:
        line = line.decode().strip()
        if not line.startswith("data: ") or line == "data: [DONE]":
            continue
        for choice in json.loads(line[6:]).get("choices", []):
            delta = choice["delta"]
            text += delta.get("content") or ""
            for part in delta.get("tool_calls") or []:
                call = calls.setdefault(part["index"], {"id": "", "name": "", "arguments": ""})
                call["id"] += part.get("id") or ""
                call["name"] += part.get("function", {}).get("name") or ""
                call["arguments"] += part.get("function", {}).get("arguments") or ""
    message = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": c["arguments"]}}
            for _, c in sorted(calls.items())]
    return message


def converse(job, messages, stream):
    for _ in range(9):
        message = complete(job["model"], messages, stream)
        messages.append({key: message[key] for key in ("role", "content", "tool_calls") if message.get(key)})
        calls = message.get("tool_calls") or []
        if not calls:
            return message["content"]
        for call in calls:
            given = json.loads(call["function"]["arguments"])
            messages.append({"role": "tool", "tool_call_id": call["id"],
                             "content": run_tool(call["function"]["name"], given)})
    raise RuntimeError("too many steps")


def answer(job, stream):
    messages = [{"role": "system", "content": job["candidate"]["components"]["system"] + "\n\n" + SYSTEM},
                {"role": "user", "content": job["task"]["input"]["question"]}]
    converse(job, messages, stream)
    messages.append({"role": "user", "content": "Are you sure?"})
    text = converse(job, messages, stream)
    return {"version": "waggle.rollout/1", "rolloutId": job["rolloutId"], "attempt": job["attempt"],
            "status": "completed", "output": {"text": text}}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        job = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = json.dumps(answer(job, "stream" in self.path)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    if "--serve" in sys.argv:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
    else:
        print(json.dumps(answer(json.loads(sys.stdin.readline()), "stream" in sys.argv)))
