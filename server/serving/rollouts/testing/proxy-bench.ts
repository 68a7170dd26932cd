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
import type { NewAttempt } from '@/server/repositories/rollouts';
import {
  type EndpointScript,
  type ModelEndpoint,
  startModelEndpoint,
  USD_PER_MILLION,
} from '@/server/testing/model-endpoint';
import { type AttemptWatch, attemptWatch } from '@/server/worker/agents/attempt-watch';
import { listen, type NodeServer } from '../../node-server';
import { closeServingPool } from '../../serving-pool';
import { makeRollouts, type Rollouts } from '../rollouts';

/** The recording proxy on loopback, over a database of its own and a scripted provider. */
export interface ProxyBench {
  readonly database: TestDatabase;
  readonly endpoint: ModelEndpoint;
  readonly watch: AttemptWatch;
  readonly origin: string;
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
  const server: NodeServer = await listen((asking) => rollouts.handler(asking), {
    host: '127.0.0.1',
    port: 0,
  });
  const origin = `http://127.0.0.1:${server.port}`;
  process.env.WAGGLE_AGENT_PROXY_URL = origin;
  forgetConfig();
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
    ...{ database, endpoint, origin },
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
      rollouts.close();
      rollouts = makeRollouts();
    },
    async close() {
      await server.close(1_000);
      rollouts.close();
      await endpoint.close();
      await listener.close();
      await closeServingPool();
      await closeDb();
      await database.close();
    },
  };
}
