import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { rolloutJob } from '@/lib/domain/rollout-documents';
import { HttpFault, parseJson, readBody, sendJson } from '../http-exchange';
import { answerTraffic } from './answer-traffic';
import type { KeptWorlds } from './kept-worlds';
import { handleOfficeMcp } from './office-mcp';
import { playRollout } from './play-rollout';
import { CHAT_TOOLS } from './tools';

/**
 * The back office over HTTP, under /practice/back-office: `agent` takes a job and plays it, `score` is the evaluator of its
 * tasks, `worlds` and `worlds/<id>/<tool>` are the tools for an agent of one's own, `mcp` and `worlds/<id>/mcp` the same by the
 * Model Context Protocol; `traffic` answers requests of the practice slot under a prompt.
 */
export interface OfficeParts {
  readonly worlds: KeptWorlds;
  /** Origins at which an agent's job may name its model, in addition to loopback. */
  readonly proxyOrigin: string | null;
}

const BODY_BYTES_MAX = 4 * 2 ** 20;
const ROOT = '/practice/back-office/';
export const isOfficePath = (path: string): boolean => path.startsWith(ROOT);

const scoreBody = z.object({ question: z.string(), answer: z.string() });
const trafficBody = z.object({
  prompt: z.string(),
  numbers: z.array(z.int().min(0)).max(100),
});

export async function handleOffice(
  request: IncomingMessage,
  response: ServerResponse,
  parts: OfficeParts,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0]?.slice(ROOT.length) ?? '';
  const [first, world = '', tool] = path.split('/');
  if (path === 'mcp' || (first === 'worlds' && tool === 'mcp'))
    return handleOfficeMcp(request, response, {
      worlds: parts.worlds,
      world: path === 'mcp' ? undefined : world,
    });
  if (request.method === 'GET' && path === 'tools') return sendJson(response, 200, { tools: CHAT_TOOLS });
  if (request.method !== 'POST')
    throw new HttpFault(404, 'not_found', `There is nothing at ${request.method} ${path.slice(0, 100)}.`);
  const body = parseJson(await readBody(request, BODY_BYTES_MAX));
  if (path === 'agent') return play(body, response, parts);
  if (path === 'score') return score(request, response, { body, worlds: parts.worlds });
  if (path === 'traffic') return traffic(body, response);
  if (path === 'worlds') return sendJson(response, 201, { world: parts.worlds.start() });
  if (first !== 'worlds' || tool === undefined)
    throw new HttpFault(404, 'not_found', `There is nothing at ${path.slice(0, 100)}.`);
  const said = parts.worlds.use(world, tool, body);
  if (said === undefined) throw new HttpFault(404, 'not_found', 'There is no such world; open one first.');
  sendJson(response, said.isError ? 422 : 200, JSON.parse(said.text));
}

async function play(body: unknown, response: ServerResponse, parts: OfficeParts): Promise<void> {
  const job = rolloutJob.safeParse(body);
  if (!job.success) throw new HttpFault(400, 'invalid_job', 'The body is no job of waggle.rollout/1.');
  assertReachable(job.data.model?.openaiBaseUrl, parts.proxyOrigin);
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const outcome = await playRollout(job.data, { worlds: parts.worlds, signal: leaving.signal }).catch(
    (error: unknown) => {
      // Who left gets no outcome.
      if (leaving.signal.aborted) return null;
      throw error;
    },
  );
  if (outcome !== null) sendJson(response, 200, outcome);
}

/** A job may send this process to the recording proxy and nowhere else. */
function assertReachable(address: string | undefined, proxyOrigin: string | null): void {
  if (address === undefined) return;
  const { hostname, origin } = new URL(address);
  if (origin === proxyOrigin || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) return;
  throw new HttpFault(
    400,
    'model_refused',
    'The model of a job is at the recording proxy of this installation.',
  );
}

interface Scoring {
  readonly body: unknown;
  readonly worlds: KeptWorlds;
}

function score(request: IncomingMessage, response: ServerResponse, { body, worlds }: Scoring): void {
  const parsed = scoreBody.safeParse(body);
  if (!parsed.success) throw new HttpFault(400, 'invalid_request', 'Give question and answer.');
  const key = request.headers['idempotency-key'];
  const verdict = worlds.score({ ...parsed.data, key: typeof key === 'string' ? key : '' });
  if (verdict.kind === 'lost')
    throw new HttpFault(503, 'world_lost', 'The office was restarted and does not have this world any more.');
  if (verdict.kind === 'worthless') {
    sendJson(response, 200, { score: 0, sideInformation: verdict.why });
    return;
  }
  const { missing, sideEffects } = verdict;
  const said = [
    ...(missing.length === 0 ? [] : [`Not as it should be: ${missing.map(keyOf).join(', ')}.`]),
    ...(sideEffects.length === 0 ? [] : [`Not asked for: ${sideEffects.join(', ')}.`]),
  ];
  sendJson(response, 200, {
    score: verdict.score,
    ...(said.length > 0 && { sideInformation: said.join(' ') }),
  });
}

function traffic(body: unknown, response: ServerResponse): void {
  const parsed = trafficBody.safeParse(body);
  if (!parsed.success) throw new HttpFault(400, 'invalid_request', 'Give a prompt and numbers of tickets.');
  sendJson(response, 200, { answers: answerTraffic(parsed.data.prompt, parsed.data.numbers) });
}

/** The key of a missing change, without its value: an evaluator that gives the answer away teaches nothing. */
const keyOf = (entry: string): string => entry.slice(0, entry.indexOf(':'));
