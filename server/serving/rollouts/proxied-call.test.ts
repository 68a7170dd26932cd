import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { CallRetries } from '@/lib/dialects/retry';
import { SeenConversations } from '@/lib/dialects/seen-conversations';
import { agentSettings } from '@/lib/domain/agent';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import { RolloutBook } from '@/lib/evaluation/rollout-book';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { makeCallBodies } from '@/server/adapters/agents/call-bodies';
import { ProviderLimiter } from '@/server/adapters/provider-limiter';
import { systemTicker } from '@/server/adapters/ticker';
import type { Upstream } from '@/server/adapters/upstream';
import { systemClock } from '@/server/observability/system-clock';
import type { NewCall } from '@/server/repositories/agent-calls';
import type { Answer } from '../exchange';
import type { LiveAttempt } from './live-attempt';
import { proxyCall } from './proxied-call';
import type { AskedCall, ProxyParts } from './proxy-parts';

it('writes a call again that a crash of Postgres took back, before its reply is handed on', async () => {
  const written: NewCall[] = [];
  const onDisk: NewCall[] = [];
  let crashes = 1;
  const gone = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const flush = async () => {
    if (crashes > 0) {
      crashes -= 1;
      written.length = 0;
      throw gone;
    }
    onDisk.push(...written.splice(0));
  };
  const parts = partsWith({
    async writeNew(row) {
      written.push(row);
      return { heard: RUNNING, durable: flush() };
    },
  });
  const { status, body } = await proxyCall(parts, attempt(), callOf('{"messages":[]}'));
  expect(onDisk.map(({ ordinal }) => ordinal)).toEqual([0]);
  expect([status, await textOf(body)]).toEqual([200, '{}']);
});

it('holds the reply back until the row of its call is on the disk', async () => {
  const events = new EventEmitter();
  const asked = once(events, 'asked');
  const durable = once(events, 'durable').then(() => undefined);
  let isAnswered = false;
  const parts = partsWith({
    writeNew: async () => ({ heard: RUNNING, durable }),
    onReach: () => events.emit('asked'),
  });
  const answer = proxyCall(parts, attempt(), callOf('{"messages":[]}')).then((given) => {
    isAnswered = true;
    return given;
  });
  await asked;
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAnswered).toBe(false);
  events.emit('durable');
  expect((await answer).status).toBe(200);
});

const RUNNING = { status: 'running', secondsLeft: 60 } as const;

function partsWith({
  onReach,
  ...own
}: Partial<ProxyParts> & { readonly onReach?: () => unknown }): ProxyParts {
  const settings = { concurrency: 1, requestsPerMinute: null, tokensPerMinute: null };
  const upstream: Upstream = {
    async post() {
      onReach?.();
      return { status: 200, headers: new Headers(), body: bytesOf('{}') };
    },
    close: async () => undefined,
  };
  return {
    clock: systemClock,
    bodies: makeCallBodies('secret'),
    hear: async () => null,
    writeNew: async () => ({ heard: RUNNING, durable: Promise.resolve() }),
    writeEnded: async () => undefined,
    reach: async () => ({ upstream, limiter: new ProviderLimiter(settings, systemTicker) }),
    ...own,
  };
}

function attempt(): LiveAttempt {
  const settings = agentSettings.parse({ kind: 'http', url: 'http://127.0.0.1/' });
  const model = buildManifest().models.serving;
  const order = rolloutOrderOf({ settings, components: { system: '' }, model, seed: 1 });
  return {
    name: { id: 'ro_test', attempt: 1 },
    row: {
      ...{ order, workspaceId: 'wsp', runId: null, agentName: 'Clerk', status: 'running', waitMs: 0 },
      ...{ startedAt: new Date(0), deadlineAt: new Date(60_000) },
    },
    components: [],
    seen: new SeenConversations(),
    retries: new CallRetries(),
    book: new RolloutBook(order.limits),
    outputs: new Map(),
    next: 0,
    usedAtMs: 0,
  };
}

function callOf(text: string): AskedCall {
  const asking = { signal: new AbortController().signal, headers: new Headers() };
  const bytes = new TextEncoder().encode(text);
  return { dialect: 'openaiChat', address: '/v1/chat/completions', text, bytes, asking };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function textOf(body: Answer['body']): Promise<string> {
  if (body === null || typeof body === 'string') return body ?? '';
  let text = '';
  for await (const part of body) text += new TextDecoder().decode(part);
  return text;
}
