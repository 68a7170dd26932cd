import { ulid } from 'ulid';
import { type AgentSettings, agentSettings } from '@/lib/domain/agent';
import { canonicalHash } from '@/lib/domain/content-hash';
import { ROLLOUT_VERSION, type RolloutJob } from '@/lib/domain/rollout-documents';
import type { LeaseAnswer } from '@/lib/domain/runner-documents';
import type { ModelOutcome } from '@/lib/ports/language-model';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { rolloutJobOf } from '@/server/adapters/agents/rollout-job';
import { makeRolloutKeys } from '@/server/adapters/agents/rollout-key';
import { makeRunnerAgent } from '@/server/adapters/agents/runner-agent';
import { config } from '@/server/config/config';
import { type PastAttempt, readAttempts } from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';
import type { EndpointScript } from '@/server/testing/model-endpoint';
import { carryRollout } from '@/server/worker/agents/carry-rollout';
import { leaseWatch } from '@/server/worker/agents/lease-watch';
import { openProxyBench, type ProxyBench } from '../../rollouts/testing/proxy-bench';

/** Agents of runners over the proxy's bench: rollouts as a worker carries them, leased at the doors of the flag server. */
export interface RunnerBench extends ProxyBench {
  /** An agent of the kind `runner` with a key that its runners may use. */
  addAgent(settings?: Partial<AgentSettings>, name?: string): Promise<RunnerAgentAtBench>;
}

export interface RunnerAgentAtBench {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  make(question?: string): NewAttempt;
  carry(given: NewAttempt, more?: Carrying): Promise<ModelOutcome>;
  attempts(given: NewAttempt): Promise<readonly PastAttempt[]>;
  /** As time would: nothing was heard of the rollout's runner for longer than a lease. */
  lapse(given: NewAttempt): Promise<void>;
  ask(
    path: string,
    body: object,
    init?: { readonly key?: string; readonly signal?: AbortSignal },
  ): Promise<Response>;
  /** Jobs of one poll. */
  lease(more?: object, signal?: AbortSignal): Promise<readonly RolloutJob[]>;
}

export interface Carrying {
  readonly interrupted?: AbortSignal;
  readonly atOnce?: number;
}

export const RUNNER = { name: 'box', host: 'host-1', client: 'test 1', capacity: 4 };

export const runnerId = () => `rn_${ulid()}`;

export async function openRunnerBench(
  script: EndpointScript = () => ({ text: 'six' }),
): Promise<RunnerBench> {
  const bench = await openProxyBench(script);
  return { ...bench, addAgent: (settings, name) => addAgent(bench, settings, name) };
}

async function addAgent(
  bench: ProxyBench,
  given: Partial<AgentSettings> = {},
  named?: string,
): Promise<RunnerAgentAtBench> {
  const more = { proxied: false, ...given };
  const { database, workspaceId, origin } = bench;
  const settings = agentSettings.parse({ ...more, kind: 'runner' });
  const id = `agt_${ulid()}`;
  const name = named ?? `Bench ${id}`;
  const { secret, hash: secretHash, prefix } = makeKeySecret();
  const version = { version: 1, hash: canonicalHash(settings), settings, createdBy: 'test' };
  await database.db.agent.create({
    data: { id, workspaceId, name, createdBy: 'test', versions: { create: version } },
  });
  await database.db.apiKey.create({
    data: {
      ...{ id: `key_${ulid()}`, workspaceId, name: 'runner', role: 'viewer', secretHash, prefix },
      ...{ createdBy: 'test', scopes: ['rollouts:run'] },
    },
  });
  const carrier = makeRunnerAgent(leaseWatch(database.pg));
  const own = runnerId();
  const agent: RunnerAgentAtBench = {
    ...{ id, name, key: secret },
    make: (question = 'How many legs?') => ({
      ...bench.make(question, more),
      agentId: id,
      agentName: name,
    }),
    carry: (given, { interrupted = new AbortController().signal, atOnce = 1_000 } = {}) =>
      carryRollout(database.pg, {
        ...{ given, carrier, watch: bench.watch, interrupted, atOnce },
        ...{ isQueued: false, givenUp: 'stopped' },
      }),
    attempts: (given) => readAttempts(database.pg, given.id),
    async lapse(given) {
      await database.pg.query(
        `UPDATE "Rollout" SET "leasedAt" = "leasedAt" - interval '61 seconds', "heardAt" = "heardAt" - interval '61 seconds'
         WHERE id = $1 AND status = 'running'`,
        [given.id],
      );
    },
    ask: (path, body, { key = secret, ...init } = {}) =>
      fetch(`${origin}/runner/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
        ...init,
      }),
    async lease(given = {}, signal) {
      const body = { agent: name, runner: { id: own, ...RUNNER }, free: 1, ...given };
      const response = await agent.ask('lease', body, signal ? { signal } : {});
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return ((await response.json()) as LeaseAnswer).jobs;
    },
  };
  return agent;
}

/** A model call as the job's agent makes it, with the component that it was given. */
export async function callModel({ model, candidate }: RolloutJob): Promise<number> {
  const messages = [
    { role: 'system', content: candidate.components.system },
    { role: 'user', content: 'Hi' },
  ];
  const response = await fetch(`${model?.openaiBaseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${model?.apiKey}` },
    body: JSON.stringify({ model: model?.name, messages }),
  });
  await response.text();
  return response.status;
}

/** Posts an outcome for a job; the status that its runner gets. */
export async function postOutcome(job: RolloutJob, text = 'solved'): Promise<number> {
  const { rolloutId, attempt } = job;
  const outcome = { version: ROLLOUT_VERSION, rolloutId, attempt, status: 'completed', output: { text } };
  return postDocument(job, outcome);
}

export async function postDocument(job: RolloutJob, document: object): Promise<number> {
  return (await control(job, job.control.resultUrl, document)).status;
}

/** The job of an attempt, as any kind of agent gets it. */
export function jobOf({ origin: proxyUrl }: ProxyBench, given: NewAttempt, attempt: number): RolloutJob {
  const { id: rolloutId, input, candidateHash, order } = given;
  const keys = makeRolloutKeys(config().secret);
  return rolloutJobOf({ rolloutId, attempt, input, candidateHash, order, proxyUrl, keys });
}

export async function heartbeat(job: RolloutJob): Promise<unknown> {
  return (await control(job, job.control.heartbeatUrl, {})).json();
}

function control({ control: { apiKey } }: RolloutJob, url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
