import { ulid } from 'ulid';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import { canonicalHash } from '@/lib/domain/content-hash';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { forgetConfig } from '@/server/config/config';
import { freePort } from '@/server/config/ports';
import { db } from '@/server/db/client';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { type FlagServer, startFlagServer } from '@/server/serving/testing/flag-server';
import {
  type EndpointScript,
  type ModelEndpoint,
  startModelEndpoint,
  USD_PER_MILLION,
} from '@/server/testing/model-endpoint';

/** All that a run with runners has, each a process of its own that a test may kill: the flag server starts here. */
export interface RunnerLab {
  readonly lab: PracticeLab;
  readonly endpoint: ModelEndpoint;
  readonly agent: PinnedAgent;
  readonly experimentId: string;
  /** Key of the agent's runners. */
  readonly key: string;
  /** The address stays the same over kills of the flag server. */
  readonly origin: string;
  /** Kills the flag server and starts it anew, with a clock that is wrong by so much. */
  killFlagServer(skewMs: number): Promise<void>;
  close(): Promise<void>;
}

export async function openRunnerLab(script: EndpointScript): Promise<RunnerLab> {
  process.env.WAGGLE_ALLOWED_ADDRESSES = '127.0.0.1';
  const lab = await openPracticeLab({ train: 24, heldOut: 8, timeScale: null });
  const endpoint = await startModelEndpoint(script);
  const { workspaceId } = lab.actor;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  process.env.WAGGLE_AGENT_PROXY_URL = origin;
  forgetConfig();
  const startServer = (skewMs: number): Promise<FlagServer> =>
    startFlagServer(lab.database.url, { port, skewMs, secret: process.env.WAGGLE_SECRET ?? '' });
  let server = await startServer(0);
  const { agent, key } = await addAgent(workspaceId);
  const providerId = `prv_endpoint_${ulid()}`;
  const prices = { usdPerMillionIn: USD_PER_MILLION.in, usdPerMillionOut: USD_PER_MILLION.out };
  await db().provider.create({
    data: {
      ...{ id: providerId, workspaceId, name: 'Endpoint', baseUrl: endpoint.openaiUrl, hardware: 'none' },
      models: { create: { id: `mdl_${providerId}`, name: 'adder', ...prices } },
    },
  });
  const practice = (name: string) => ({ providerId: lab.providerId, model: `practice-${name}` });
  const experimentId = await lab.makeExperiment({
    ...{ spreadRollouts: true, lanes: 8 },
    batch: { kind: 'static', size: 8, reason: 'A test compares runs at one size.' },
    models: {
      serving: { providerId, model: 'adder' },
      proposer: practice('proposer'),
      evaluator: practice('judge'),
    },
  });
  return {
    ...{ lab, endpoint, agent, experimentId, key, origin },
    async killFlagServer(skewMs) {
      await server.kill();
      server = await startServer(skewMs);
    },
    async close() {
      await server.stop();
      await lab.close();
      await endpoint.close();
    },
  };
}

async function addAgent(workspaceId: string): Promise<{ agent: PinnedAgent; key: string }> {
  const limits = { modelCalls: 40, tokens: 200_000, usd: null, seconds: 900 };
  const settings = agentSettings.parse({ kind: 'runner', limits, rolloutsMax: 8, reset: 'stateless' });
  const version = { version: 1, hash: canonicalHash(settings), settings };
  const named = { id: `agt_${ulid()}`, name: 'Sums' };
  await db().agent.create({
    data: {
      ...named,
      workspaceId,
      createdBy: 'test',
      versions: { create: { ...version, createdBy: 'test' } },
    },
  });
  const { secret: key, hash: secretHash, prefix } = makeKeySecret();
  await db().apiKey.create({
    data: {
      ...{ id: `key_${ulid()}`, workspaceId, name: 'runner', role: 'viewer', secretHash, prefix },
      ...{ createdBy: 'test', scopes: ['rollouts:run'] },
    },
  });
  return { agent: { ...named, ...version }, key };
}
