import { expect } from 'vitest';
import { makeRolloutKeys } from '@/server/adapters/agents/rollout-key';
import { config } from '@/server/config/config';
import { readCalls } from '@/server/repositories/agent-calls';
import { openAttempt } from '@/server/repositories/rollouts';
import type { ProxyBench } from './proxy-bench';

/** Attempts whose agent is the test itself. */
export const limits = { modelCalls: 40, tokens: 200_000, usd: null, seconds: 60 };

/** An attempt as a worker has just started it, with its address and key. */
export async function startAttempt(bench: ProxyBench, settings: Parameters<ProxyBench['make']>[1] = {}) {
  const given = bench.make('How many?', { limits, ...settings });
  const attempt = await openAttempt(bench.database.pg, given);
  const name = { id: given.id, attempt };
  const base = `${bench.origin}/r/${given.id}/${attempt}`;
  const key = makeRolloutKeys(config().secret).keyOf({ rolloutId: given.id, attempt });
  const calls = () => readCalls(bench.database.pg, name);
  /** Once none is under way: the end of a call is written after its last byte. */
  const ended = async () => {
    await expect.poll(async () => (await calls()).some(({ status }) => status === 'sent')).toBe(false);
    return calls();
  };
  return { given, name, base, key, calls, ended };
}

export const BODY = { model: 'asked', messages: [{ role: 'user', content: 'Hi' }] };

interface Sending {
  readonly path?: string;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

export function send(
  { base, key }: { readonly base: string; readonly key: string },
  { path = '/openai/v1/chat/completions', body = BODY, ...init }: Sending = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body), ...init });
}

export const codeOf = async (response: Response) => {
  const body = (await response.json()) as { error: { code?: string; details?: { error_code: string } } };
  return `${response.status} ${body.error.code ?? body.error.details?.error_code}`;
};
