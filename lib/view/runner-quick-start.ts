/** Code that starts a runner of one agent, with its address filled in. The key stays a variable: Waggle cannot show it. */
export interface QuickStart {
  readonly address: string;
  readonly agent: string;
  /** Its model calls go through Waggle: the code makes one, so that the first rollout proves its prompt. */
  readonly proxied: boolean;
}

export const RUNNER_LANGUAGES = [
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const;
export type RunnerLanguage = (typeof RUNNER_LANGUAGES)[number]['value'];

/** JSON strings are strings of both languages. */
export function quickStartOf(language: RunnerLanguage, { address, agent, proxied }: QuickStart): string {
  const [url, name] = [JSON.stringify(address), JSON.stringify(agent)];
  return language === 'typescript' ? typescript(url, name, proxied) : python(url, name, proxied);
}

/** Apart, so that no tool takes it for an import of this file. */
const IMPORT = ['import { run }', "'waggle-runner';"].join(' from ');

const typescript = (url: string, name: string, proxied: boolean) => `${IMPORT}

await run(
  { url: ${url}, key: process.env.WAGGLE_RUNNER_KEY, agent: ${name}, concurrency: 4 },
  async (job, { signal }) => {
${proxied ? CALLS.typescript : ANSWERS.typescript}
  },
);
`;

const python = (url: string, name: string, proxied: boolean) => `${proxied ? 'import json\n' : ''}import os
${proxied ? 'import urllib.request\n' : ''}from waggle_runner import run

def solve(job, cancelled):
${proxied ? CALLS.python : ANSWERS.python}

run(${url}, os.environ["WAGGLE_RUNNER_KEY"], ${name}, solve, concurrency=4)
`;

/** One model call in the place of an agent of one's own. */
const CALLS = {
  typescript: `    const { model, candidate, task } = job;
    // Your agent instead: it takes base address and key of its model, and its prompt, from the job.
    const response = await fetch(\`\${model.openaiBaseUrl}/chat/completions\`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: \`Bearer \${model.apiKey}\` },
      body: JSON.stringify({
        model: model.name,
        messages: [
          { role: 'system', content: candidate.components.system },
          { role: 'user', content: task.input.question },
        ],
      }),
      signal,
    });
    return (await response.json()).choices[0].message.content;`,
  python: `    model, components, task = job["model"], job["candidate"]["components"], job["task"]
    # Your agent instead: it takes base address and key of its model, and its prompt, from the job.
    messages = [
        {"role": "system", "content": components["system"]},
        {"role": "user", "content": task["input"]["question"]},
    ]
    request = urllib.request.Request(
        model["openaiBaseUrl"] + "/chat/completions",
        json.dumps({"model": model["name"], "messages": messages}).encode(),
        {"content-type": "application/json", "authorization": "Bearer " + model["apiKey"]},
    )
    with urllib.request.urlopen(request, timeout=600) as reply:
        return json.load(reply)["choices"][0]["message"]["content"]`,
};

/** The agent has a model of its own. */
const ANSWERS = {
  typescript: `    const { candidate, task } = job;
    // Your agent instead: its prompt is candidate.components.
    return \`an answer to \${task.input.question}\`;`,
  python: `    components, task = job["candidate"]["components"], job["task"]
    # Your agent instead: its prompt is components.
    return f"an answer to {task['input']['question']}"`,
};
