import type pg from 'pg';
import { ulid } from 'ulid';
import { agentSettings } from '@/lib/domain/agent';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { makeRolloutKeys } from '@/server/adapters/agents/rollout-key';
import { config } from '@/server/config/config';
import { makeLedgerPool } from '@/server/ledger/pool';
import { openAttempt } from '@/server/repositories/rollouts';
import { openServingLab, type ServingLab, type ServingProcess } from '../serving-lab';
import { type StubProcess, startStub } from '../stub-process';

/** A flag server in a process of its own, a paced endpoint, and rollouts that are running. */
export interface ProxyLab {
  readonly endpoint: StubProcess;
  /** The floor of the machine for a call that is written down before it is sent. */
  readonly relay: StubProcess;
  readonly server: ServingProcess;
  readonly lab: ServingLab;
  /** Addresses and keys of rollouts that a worker has just started. */
  startRollouts(count: number): Promise<readonly RunningRollout[]>;
  /** How long the database takes to answer a query of nothing. */
  queryMs(): Promise<number>;
  close(): Promise<void>;
}

export interface RunningRollout {
  readonly chatUrl: string;
  readonly key: string;
}

const PLAYBOOK = 'Check the date before you answer. '.repeat(60);

export async function openProxyLab(): Promise<ProxyLab> {
  const endpoint = await startStub(0, 'server/tools/bench/agents/paced-endpoint.mjs');
  const lab = await openServingLab(endpoint.url);
  const server = await lab.startServer();
  const relay = await startStub(0, 'server/tools/bench/agents/bare-relay.mjs', {
    WAGGLE_RELAY_TARGET: `${endpoint.url}/v1/chat/completions`,
    WAGGLE_RELAY_DATABASE: config().databaseUrl,
  });
  const pool = makeLedgerPool(config().databaseUrl, 4);
  return {
    ...{ endpoint, relay, server, lab },
    startRollouts: (count) =>
      Promise.all(Array.from({ length: count }, () => start(pool, { origin: server.url, endpoint }))),
    async queryMs() {
      const sinceMs = performance.now();
      await pool.query('SELECT');
      return performance.now() - sinceMs;
    },
    async close() {
      await pool.end();
      await relay.stop();
      await lab.close();
      await endpoint.stop();
    },
  };
}

async function start(
  pool: pg.Pool,
  { origin, endpoint }: { readonly origin: string; readonly endpoint: StubProcess },
): Promise<RunningRollout> {
  const settings = agentSettings.parse({
    ...{ kind: 'http', url: 'http://127.0.0.1/', components: [{ name: 'system', injection: 'prepend' }] },
    limits: { modelCalls: 10_000, tokens: 100_000_000, usd: null, seconds: 3_600 },
  });
  const model = {
    ...buildManifest().models.serving,
    ...{ providerId: 'prv_bench', origin: endpoint.url, model: 'stub' },
  };
  const id = `ro_${ulid()}`;
  const attempt = await openAttempt(pool, {
    ...{ id, workspaceId: 'wsp_bench', agentId: 'agt_bench', agentVersion: 1, agentName: 'Bench' },
    ...{ runId: null, purpose: 'training', candidateHash: 'bench', input: { question: '', context: '' } },
    order: rolloutOrderOf({ settings, components: { system: PLAYBOOK }, model, seed: 1 }),
  });
  return {
    chatUrl: `${origin}/r/${id}/${attempt}/openai/v1/chat/completions`,
    key: makeRolloutKeys(config().secret).keyOf({ rolloutId: id, attempt }),
  };
}
