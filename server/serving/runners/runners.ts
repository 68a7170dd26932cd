import { rolloutJobOf } from '@/server/adapters/agents/rollout-job';
import { makeRolloutKeys } from '@/server/adapters/agents/rollout-key';
import { config } from '@/server/config/config';
import type { Listener } from '@/server/events/listener';
import {
  leaseAgain,
  leaseAttempts,
  OFFER_CHANNEL,
  releaseAttempts,
  releaseUnheard,
} from '@/server/repositories/runner-leases';
import { findRunnerAgent, forgetRunner, noteRunner } from '@/server/repositories/runners';
import { admitCaller } from '../admit';
import type { NodeHandler } from '../node-server';
import type { Serving } from '../serving';
import { servingPool } from '../serving-pool';
import { makeLeaseDesk } from './lease-desk';
import { makeRunnerHandler } from './runner-handler';

/** Leases of runners in this process, over Postgres and the keys that it knows. */
export interface Runners {
  readonly handler: NodeHandler;
  /** Ends polls that wait; before the server closes, which they would hold open. */
  close(): void;
}

export function makeRunners(callers: Pick<Serving, 'keys' | 'limits'>, listener: Listener): Runners {
  const pool = servingPool();
  const { agentProxyUrl: proxyUrl, secret } = config();
  const keys = makeRolloutKeys(secret);
  const desk = makeLeaseDesk({
    lease: (asked) => leaseAttempts(pool, asked),
    leaseAgain: (waiting) => leaseAgain(pool, waiting),
    release: (leased) => releaseAttempts(pool, leased),
    onOffer: (hear) => listener.subscribe(OFFER_CHANNEL, hear),
  });
  const handler = makeRunnerHandler({
    admit: (asking) => admitCaller(asking, callers, 'runRollouts'),
    agentOf: (workspaceId, name) => findRunnerAgent(pool, workspaceId, name),
    note: (runner) => noteRunner(pool, runner),
    async forget({ agentId, id }) {
      await releaseUnheard(pool, { agentId, runnerId: id });
      await forgetRunner(pool, { agentId, id });
    },
    desk,
    jobOf: ({ id: rolloutId, attempt, input, candidateHash, order }) =>
      rolloutJobOf({ rolloutId, attempt, input, candidateHash, order, proxyUrl, keys }),
  });
  return { handler, close: desk.close };
}
