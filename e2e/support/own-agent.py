"""Answers questions about the books of small businesses: a model and a calculator."""
import ast
import json
import operator
import os
import urllib.request

from waggle_runner import run

STEPS_MAX = 6

CALCULATOR = {
    "type": "function",
    "function": {
        "name": "calculate",
        "description": "Works out an arithmetic expression.",
        "parameters": {
            "type": "object",
            "properties": {"expression": {"type": "string"}},
            "required": ["expression"],
        },
    },
}
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def calculate(expression):
    def value(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        raise ValueError("only numbers and + - * /")

    return value(ast.parse(expression, mode="eval").body)


def ask_model(model, messages):
    request = urllib.request.Request(
        model["openaiBaseUrl"] + "/chat/completions",
        json.dumps({"model": model["name"], "messages": messages, "tools": [CALCULATOR]}).encode(),
        {"content-type": "application/json", "authorization": "Bearer " + model["apiKey"]},
    )
    with urllib.request.urlopen(request, timeout=600) as reply:
        return json.load(reply)["choices"][0]["message"]


def solve(job, cancelled):
    system, question = job["candidate"]["components"]["system"], job["task"]["input"]["question"]
    messages = [{"role": "system", "content": system}, {"role": "user", "content": question}]
    for _ in range(STEPS_MAX):
        message = ask_model(job["model"], messages)
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for call in message["tool_calls"]:
            try:
                result = str(calculate(json.loads(call["function"]["arguments"])["expression"]))
            except Exception as error:
                result = f"Error: {error}"
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    return "I gave up."


if __name__ == "__main__":
    run(os.environ["WAGGLE_URL"], os.environ["WAGGLE_RUNNER_KEY"], os.environ["WAGGLE_AGENT"], solve, concurrency=4)
