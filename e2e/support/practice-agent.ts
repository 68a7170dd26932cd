import { rolloutJob } from '@/lib/domain/rollout-documents';
import { openLoopbackServer } from '@/server/adapters/testing/loopback-server';

/**
 * An agent over HTTP on the one address that the app under test allows. It solves a job in two calls of the job's model
 * through the recording proxy: an answer, and a check of that answer. The practice model reads the question in its tags.
 */
export interface PracticeAgent {
  readonly url: string;
  /** Holds every rollout after its first call, until `release`. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

interface Completion {
  readonly choices: readonly { readonly message: { readonly content: string } }[];
}

export async function openPracticeAgent(): Promise<PracticeAgent> {
  let open: (() => void) | undefined;
  let gate: Promise<void> = Promise.resolve();
  const server = await openLoopbackServer<unknown>(({ body, method }, response) => {
    if (method === 'DELETE') {
      response.end();
      return;
    }
    solve(body, () => gate).then(
      (outcome) => response.end(JSON.stringify(outcome)),
      () => response.destroy(),
    );
  }, Number(process.env.WAGGLE_E2E_AGENT_PORT));
  return {
    url: server.url,
    hold: () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    release: () => open?.(),
    close: () => server.close(),
  };
}

async function solve(body: unknown, mayContinue: () => Promise<void>) {
  const { version, rolloutId, attempt, task, candidate, model } = rolloutJob.parse(body);
  if (model === undefined) throw new Error('The job has no model: the agent has to be proxied.');
  const ask = async (messages: readonly Message[]): Promise<string> => {
    const response = await fetch(`${model.openaiBaseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${model.apiKey}` },
      body: JSON.stringify({ model: model.name, messages }),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    const { choices }: Completion = await response.json();
    return choices[0]?.message.content ?? '';
  };
  const prompt = Object.values(candidate.components).join('\n');
  const first: readonly Message[] = [
    { role: 'system', content: `${prompt}\n\nYou are the generator.\nAnswer the question.` },
    { role: 'user', content: `<question>\n${task.input.question}\n</question>` },
  ];
  const draft = await ask(first);
  await mayContinue();
  const checked = await ask([
    ...first,
    { role: 'assistant', content: draft },
    { role: 'user', content: 'Check the answer, and give it again.' },
  ]);
  const { final_answer: text }: { final_answer: string } = JSON.parse(checked);
  return { version, rolloutId, attempt, status: 'completed', output: { text } };
}
