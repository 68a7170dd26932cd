/** Code that starts a runner of one agent, with its address filled in. The key stays a variable: Waggle cannot show it. */
export interface QuickStart {
  readonly address: string;
  readonly agent: string;
}

export const RUNNER_LANGUAGES = [
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const;
export type RunnerLanguage = (typeof RUNNER_LANGUAGES)[number]['value'];

/** JSON strings are strings of both languages. */
export function quickStartOf(language: RunnerLanguage, { address, agent }: QuickStart): string {
  const [url, name] = [JSON.stringify(address), JSON.stringify(agent)];
  return language === 'typescript' ? typescript(url, name) : python(url, name);
}

/** Apart, so that no tool takes it for an import of this file. */
const IMPORT = ['import { run }', "'waggle-runner';"].join(' from ');

const typescript = (url: string, name: string) => `${IMPORT}

await run(
  { url: ${url}, key: process.env.WAGGLE_RUNNER_KEY, agent: ${name}, concurrency: 4 },
  async (job, { signal }) => {
    const { model, candidate, task } = job;
    // Base address and key for your SDK: model.openaiBaseUrl, model.apiKey. Your prompt: candidate.components.
    return \`an answer to \${task.input.question}\`;
  },
);
`;

const python = (url: string, name: string) => `import os
from waggle_runner import run

def solve(job, cancelled):
    model, components, task = job.get("model"), job["candidate"]["components"], job["task"]
    # Base address and key for your SDK: model["openaiBaseUrl"], model["apiKey"]. Your prompt: components.
    return f"an answer to {task['input']['question']}"

run(${url}, os.environ["WAGGLE_RUNNER_KEY"], ${name}, solve, concurrency=4)
`;
