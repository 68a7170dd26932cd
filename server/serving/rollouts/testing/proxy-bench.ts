import { ulid } from 'ulid';
import { type AgentSettings, agentSettings } from '@/lib/domain/agent';
import type { ModelBinding } from '@/lib/domain/manifest';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { forgetConfig } from '@/server/config/config';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeListener } from '@/server/events/listener';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { systemClock } from '@/server/observability/system-clock';
import type { NewAttempt } from '@/server/repositories/rollouts';
import {
  type EndpointScript,
  type ModelEndpoint,
  startModelEndpoint,
  USD_PER_MILLION,
} from '@/server/testing/model-endpoint';
import { type AttemptWatch, attemptWatch } from '@/server/worker/agents/attempt-watch';
import { makeKeyDirectory } from '../../key-directory';
import { listen, type NodeHandler, type NodeServer } from '../../node-server';
import { makeRunners, type Runners } from '../../runners/runners';
import { makeServingLimits } from '../../serving-limits';
import { closeServingPool, servingPool } from '../../serving-pool';
import { makeRollouts, type Rollouts } from '../rollouts';

/** The recording proxy on loopback, over a database of its own and a scripted provider. */
export interface ProxyBench {
  readonly database: TestDatabase;
  readonly endpoint: ModelEndpoint;
  readonly watch: AttemptWatch;
  readonly origin: string;
  readonly workspaceId: string;
  make(question: string, settings?: Partial<AgentSettings>): NewAttempt;
  /** The serving process as after a crash: nothing of it is in memory. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const PLAYBOOK = 'Line one.\n$& Never guess: "look" first.';

export async function openProxyBench(script: EndpointScript): Promise<ProxyBench> {
  const database = await createTestDatabase();
  const endpoint = await startModelEndpoint(script);
  process.env.WAGGLE_ALLOWED_ADDRESSES = '127.0.0.1';
  asEnvironment(database);
  const workspaceId = `ws_${ulid()}`;
  const providerId = `prv_${ulid()}`;
  await database.db.workspace.create({ data: { id: workspaceId, name: 'Bench' } });
  await database.db.provider.create({
    data: { id: providerId, workspaceId, name: 'Endpoint', baseUrl: endpoint.openaiUrl },
  });
  const listener = makeListener(database.url);
  let rollouts: Rollouts = makeRollouts();
  let runners: Runners | undefined;
  const answer: NodeHandler = async (asking) => {
    const isOfRunner = new URL(asking.url).pathname.startsWith('/runner/');
    return (isOfRunner && runners ? runners : rollouts).handler(asking);
  };
  const server: NodeServer = await listen(answer, { host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${server.port}`;
  process.env.WAGGLE_AGENT_PROXY_URL = origin;
  forgetConfig();
  const callers = {
    keys: makeKeyDirectory({ pool: servingPool(), clock: systemClock }),
    limits: makeServingLimits({ perMinute: 100_000 }),
  };
  runners = makeRunners(callers, listener);
  const model: ModelBinding = {
    ...buildManifest().models.serving,
    ...{ providerId, origin: new URL(endpoint.openaiUrl).origin, model: 'pinned-model', temperature: 0.25 },
    ...{
      usdPerMillionIn: USD_PER_MILLION.in,
      usdPerMillionOut: USD_PER_MILLION.out,
      usdPerMillionCached: null,
    },
    maxTokens: 700,
  };
  return {
    ...{ database, endpoint, origin, workspaceId },
    watch: attemptWatch(database.pg, listener),
    make(question, settings = {}) {
      const parsed = agentSettings.parse({ kind: 'http', url: 'http://127.0.0.1/', ...settings });
      return {
        id: `ro_${ulid()}`,
        ...{ workspaceId, agentId: `agt_${ulid()}`, agentVersion: 1, agentName: 'Clerk', runId: null },
        ...{ purpose: 'training', candidateHash: 'hash', input: { question, context: '' } },
        order: rolloutOrderOf({ settings: parsed, components: { system: PLAYBOOK }, model, seed: 7 }),
      };
    },
    async restart() {
      void rollouts.close();
      runners?.close();
      rollouts = makeRollouts();
      runners = makeRunners(callers, listener);
    },
    async close() {
      runners?.close();
      await server.close(1_000);
      await rollouts.close();
      await endpoint.close();
      await listener.close();
      await closeServingPool();
      await closeDb();
      await database.close();
    },
  };
}
