import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentHash } from '@/lib/domain/content-hash';
import { ROLLOUT_VERSION, type RolloutJob } from '@/lib/domain/rollout-documents';

/**
 * An HTTP agent of two model calls that misbehaves in one of four ways for a share of its rollouts, by the hash of their
 * ids, so a repeated run meets the same behaviour:
 *
 *     infrastructure   10 % of attempts are answered 503 (another draw for each attempt)
 *     silent           never answers
 *     twice            posts its outcome, and then a different one
 *     forger           posts an outcome for the rollout that came before its own, with its own key
 */
export interface UnrulyAgent {
  readonly url: string;
  readonly address: string;
  /** Attempts that it was sent, as `id/attempt`, in order. */
  readonly jobs: readonly string[];
  /** Status codes that forged outcomes got. */
  readonly forgeries: readonly number[];
  close(): Promise<void>;
}

type Behaviour = 'good' | 'infrastructure' | 'silent' | 'twice' | 'forger';

const SHARE_FAILING = 0.1;

function shareOf(text: string): number {
  return Number.parseInt(contentHash(text).slice(0, 8), 16) / 2 ** 32;
}

function behaviourOf({ rolloutId, attempt }: RolloutJob): Behaviour {
  if (shareOf(`${rolloutId}/${attempt}`) < SHARE_FAILING) return 'infrastructure';
  const share = shareOf(rolloutId);
  if (share < 0.02) return 'silent';
  if (share < 0.07) return 'twice';
  return share < 0.12 ? 'forger' : 'good';
}

export async function openUnrulyAgent(): Promise<UnrulyAgent> {
  const jobs: string[] = [];
  const forgeries: number[] = [];
  let before: RolloutJob | null = null;

  async function work(job: RolloutJob, response: ServerResponse): Promise<void> {
    jobs.push(`${job.rolloutId}/${job.attempt}`);
    const earlier = before;
    before = job;
    const behaviour = behaviourOf(job);
    if (behaviour === 'infrastructure') return end(response, 503, {});
    if (behaviour === 'silent') return;
    const outcome = outcomeOf(job, await answerTo(job));
    if (behaviour === 'forger' && earlier !== null && earlier.rolloutId !== job.rolloutId) {
      const { resultUrl } = earlier.control;
      const forged = outcomeOf(earlier, 'forged');
      forgeries.push((await post(resultUrl, forged, job.control.apiKey)).status);
    }
    if (behaviour === 'twice') {
      await post(job.control.resultUrl, outcome, job.control.apiKey);
      await post(job.control.resultUrl, outcomeOf(job, 'another answer'), job.control.apiKey);
    }
    end(response, 200, outcome);
  }

  const server = createServer((request, response) => {
    readJob(request)
      .then((job) => work(job, response))
      // The proxy or the endpoint is gone: nothing comes of this attempt for reasons outside of the agent.
      .catch(() => end(response, 503, {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/rollouts`,
    address: `127.0.0.1:${port}`,
    jobs,
    forgeries,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const GENERATOR = 'You are the generator.\nAnswer the question with the notes above.';

/** Two model calls: an answer, and a second look at it. */
async function answerTo(job: RolloutJob): Promise<string> {
  const { question, context } = job.task.input;
  const asked = [`<question>\n${question}\n</question>`, ...(context === '' ? [] : [context])].join('\n');
  const first = [
    { role: 'system', content: `${job.candidate.components.system ?? ''}\n\n${GENERATOR}` },
    { role: 'user', content: asked },
  ];
  const draft = await complete(job, first);
  const second = [...first, { role: 'assistant', content: draft }, { role: 'user', content: asked }];
  const text = await complete(job, second);
  const answer: unknown = JSON.parse(text);
  return typeof answer === 'object' && answer !== null && 'final_answer' in answer
    ? String(answer.final_answer)
    : text;
}

async function complete(job: RolloutJob, messages: readonly { role: string; content: string }[]) {
  const { model } = job;
  if (model === undefined) throw new Error('This agent works through the proxy only.');
  const response = await post(
    `${model.openaiBaseUrl}/chat/completions`,
    { model: model.name, messages },
    model.apiKey,
  );
  if (!response.ok) throw new Error(`The model answered ${response.status}.`);
  const body = (await response.json()) as { choices: { message: { content: string } }[] };
  return body.choices[0]?.message.content ?? '';
}

function post(url: string, body: unknown, key: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

const outcomeOf = ({ rolloutId, attempt }: RolloutJob, text: string) => ({
  version: ROLLOUT_VERSION,
  rolloutId,
  attempt,
  status: 'completed',
  output: { text },
});

async function readJob(request: IncomingMessage): Promise<RolloutJob> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as RolloutJob;
}

function end(response: ServerResponse, status: number, body: unknown): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
