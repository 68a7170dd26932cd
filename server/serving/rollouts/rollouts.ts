import type pg from 'pg';
import { betasAsSent } from '@/lib/dialects/anthropic-threads';
import { practiceHeaders } from '@/lib/domain/practice-settings';
import { AppError } from '@/lib/errors/app-error';
import { makeCallBodies } from '@/server/adapters/agents/call-bodies';
import { makeRolloutKeys } from '@/server/adapters/agents/rollout-key';
import { addressesFor } from '@/server/adapters/provider-addresses';
import { type LimiterSettings, ProviderLimiter } from '@/server/adapters/provider-limiter';
import { systemTicker } from '@/server/adapters/ticker';
import { sharedUpstream } from '@/server/adapters/upstream';
import { config } from '@/server/config/config';
import { groupCommit } from '@/server/ledger/group-commit';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import {
  flushCalls,
  writeAndFlushNewCalls,
  writeEndedCalls,
  writeNewCalls,
} from '@/server/repositories/agent-call-writes';
import { readProviderSecret } from '@/server/repositories/provider-secret';
import { noteHeard, postOutcome } from '@/server/repositories/rollouts';
import { lastKnownGood } from '../last-known-good';
import type { NodeHandler } from '../node-server';
import { servingPool } from '../serving-pool';
import { makeCallBooks } from './call-books';
import { openLiveAttempt } from './live-attempt';
import { makeLiveAttempts } from './live-attempts';
import type { ProxyParts } from './proxy-parts';
import { makeRolloutHandler } from './rollout-handler';

/** The recording proxy of this process, over Postgres and the workspaces' providers. */

/** Ends of calls wait so long for a next call: less than an agent takes to hand in its outcome. */
const END_MS = 20;
const PROVIDER_FRESH_MS = 5_000;
const ANTHROPIC_VERSION = '2023-06-01';

export interface Rollouts {
  readonly handler: NodeHandler;
  /** Resolves when the ends of calls are written. */
  close(): Promise<void>;
}

export function makeRollouts(): Rollouts {
  const pool = servingPool();
  const { secret } = config();
  const bodies = makeCallBodies(secret);
  const attempts = makeLiveAttempts({
    open: (name) => openLiveAttempt(pool, name, bodies),
    clock: systemClock,
  });
  const books = makeCallBooks(
    {
      open: (calls) => writeNewCalls(pool, calls),
      openAndFlush: (calls, ended) => writeAndFlushNewCalls(pool, calls, ended),
      flush: (ended) => flushCalls(pool, ended),
      end: (ended) => writeEndedCalls(pool, ended),
    },
    { lingerMs: END_MS },
  );
  const handler = makeRolloutHandler({
    attempts,
    bodies,
    keys: makeRolloutKeys(secret),
    clock: systemClock,
    hear: groupCommit((heard) => noteHeard(pool, heard)),
    writeNew: books.writeNew,
    writeEnded: books.writeEnded,
    async post(name, outcome) {
      // The worker hears of the outcome, and waits for what its calls cost.
      void books.writeEndsNow();
      return postOutcome(pool, name, outcome);
    },
    reach: reacher(pool),
  });
  return {
    handler,
    close() {
      attempts.close();
      return books.writeEndsNow();
    },
  };
}

/** The upstream of an attempt's model: its provider as the run pinned it, with the credentials of the dialect. */
function reacher(pool: pg.Pool): ProxyParts['reach'] {
  const providers = lastKnownGood({
    read: (name) =>
      readProviderSecret(pool, ...(name.split(' ') as [workspaceId: string, providerId: string])),
    freshMs: PROVIDER_FRESH_MS,
    nowMs: systemClock.monotonicMs,
    onFailure: (err: unknown) =>
      logOf('rollouts').warn({ err }, 'A provider cannot be read now; what was known last holds.'),
  });
  return async ({ row }, dialect, agent) => {
    const { model } = row.order;
    if (model === null) throw new AppError('INVARIANT_BROKEN', 'A rollout without a model has no upstream.');
    const provider = await providers.of(`${row.workspaceId} ${model.providerId}`);
    if (new URL(provider.baseUrl).origin !== model.origin) {
      const message = `The provider ${provider.name} has another address now than this rollout pinned.`;
      throw new AppError('INPUT_INVALID', message, { howToProceed: ['Start a new run.'] });
    }
    const headers = {
      ...provider.headers,
      ...(model.practiceSettings && practiceHeaders(model.practiceSettings)),
      ...(dialect === 'anthropicMessages' ? anthropicHeaders(provider.apiKey, agent) : {}),
    };
    const apiKey = dialect === 'anthropicMessages' ? null : provider.apiKey;
    const id = `rollouts ${provider.id} ${JSON.stringify(headers)}`;
    const upstream = sharedUpstream({ ...provider, id, apiKey, headers }, addressesFor(provider));
    return { upstream, limiter: limiterOf(provider) };
  };
}

/** Workers keep to the same limits for their own calls, not for these together. */
const limiters = new Map<string, ProviderLimiter>();

function limiterOf(provider: LimiterSettings & { readonly id: string }): ProviderLimiter {
  const { id, requestsPerMinute, tokensPerMinute, concurrency } = provider;
  const settings = { requestsPerMinute, tokensPerMinute, concurrency };
  const known = limiters.get(id);
  known?.configure(settings);
  const limiter = known ?? new ProviderLimiter(settings, systemTicker);
  limiters.set(id, limiter);
  return limiter;
}

function anthropicHeaders(apiKey: string | null, agent: Pick<Headers, 'get'>): Record<string, string> {
  const betas = betasAsSent(agent.get('anthropic-beta') ?? '');
  return {
    'anthropic-version': agent.get('anthropic-version') ?? ANTHROPIC_VERSION,
    ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
    ...(betas === null ? {} : { 'anthropic-beta': betas }),
  };
}

const kept = globalThis as typeof globalThis & { waggleRollouts?: Rollouts | undefined };

export function rollouts(): Rollouts {
  kept.waggleRollouts ??= makeRollouts();
  return kept.waggleRollouts;
}

export async function closeRollouts(): Promise<void> {
  const open = kept.waggleRollouts;
  kept.waggleRollouts = undefined;
  await open?.close();
}
