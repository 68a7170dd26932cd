"""Plain Python: its model calls go through Waggle, its system text is the text that Waggle improves."""
import json
import urllib.request


def answer(job):
    model, given = job["model"], job["task"]["input"]
    messages = [
        {"role": "system", "content": job["candidate"]["components"]["system"]},
        {"role": "user", "content": f"{given['context']}\n\n{given['question']}".strip()},
    ]
    request = urllib.request.Request(
        model["openaiBaseUrl"] + "/chat/completions",
        json.dumps({"model": model["name"], "messages": messages}).encode(),
        {"content-type": "application/json", "authorization": "Bearer " + model["apiKey"]},
    )
    with urllib.request.urlopen(request, timeout=600) as reply:
        return json.load(reply)["choices"][0]["message"]["content"]
