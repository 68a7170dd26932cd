import type { ServerResponse } from 'node:http';
import { ulid } from 'ulid';
import { type AgentSettings, agentSettings } from '@/lib/domain/agent';
import type { RolloutJob, RolloutOutcome } from '@/lib/domain/rollout-documents';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import type { ModelOutcome } from '@/lib/ports/language-model';
import { makeHttpAgent } from '@/server/adapters/agents/http-agent';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeListener } from '@/server/events/listener';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type PastAttempt, readAttempts } from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';
import { type AttemptWatch, attemptWatch } from '../attempt-watch';
import { carryRollout } from '../carry-rollout';

/** A real database and an agent on loopback that a test writes; its rollouts are carried as a worker carries them. */
export interface HttpAgentLab {
  readonly database: TestDatabase;
  readonly watch: AttemptWatch;
  readonly jobs: readonly RolloutJob[];
  /** Sets what the agent does with each job, in order of arrival; the last one answers all further jobs. */
  answers(...replies: readonly Reply[]): void;
  /** A rollout that no worker knows yet. */
  make(settings?: Partial<AgentSettings>): NewAttempt;
  carry(given: NewAttempt, more?: Carrying): Promise<ModelOutcome>;
  attempts(given: NewAttempt): Promise<readonly PastAttempt[]>;
  close(): Promise<void>;
}

export interface Carrying {
  readonly interrupted?: AbortSignal;
  readonly atOnce?: number;
  readonly isQueued?: boolean;
}

export type Reply = (job: RolloutJob, response: ServerResponse) => void;

export const outcomeOf = (
  { version, rolloutId, attempt }: Pick<RolloutJob, 'version' | 'rolloutId' | 'attempt'>,
  text = 'solved',
): RolloutOutcome => ({ version, rolloutId, attempt, status: 'completed', output: { text } });

/** The agent answers with an outcome at once. */
export const solved: Reply = (job, response) => response.end(JSON.stringify(outcomeOf(job)));

export async function openHttpAgentLab(): Promise<HttpAgentLab> {
  const database = await createTestDatabase();
  process.env.WAGGLE_ALLOWED_ADDRESSES = '127.0.0.1';
  asEnvironment(database);
  const workspaceId = `ws_${ulid()}`;
  await database.db.workspace.create({ data: { id: workspaceId, name: 'Lab' } });
  const listener = makeListener(database.url);
  const watch = attemptWatch(database.pg, listener);
  let replies: readonly Reply[] = [solved];
  let count = 0;
  const agent: LoopbackServer<RolloutJob> = await openLoopbackServer(({ body, method }, response) => {
    if (method === 'DELETE') response.end();
    else replies[Math.min(count++, replies.length - 1)]?.(body, response);
  });
  const carrier = makeHttpAgent({
    url: agent.url,
    secret: null,
    connections: 8,
    allowedAddresses: ['127.0.0.1'],
  });
  return {
    database,
    watch,
    get jobs() {
      return agent.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
    },
    answers(...given) {
      replies = given;
      count = 0;
    },
    make(settings = {}) {
      const parsed = agentSettings.parse({ kind: 'http', url: agent.url, proxied: false, ...settings });
      const components = { system: 'Be exact.' };
      return {
        id: `ro_${ulid()}`,
        ...{ workspaceId, agentId: `agt_${ulid()}`, agentVersion: 1, agentName: 'Desk', runId: null },
        ...{ purpose: 'training', candidateHash: 'hash', input: { question: 'How many?', context: '' } },
        order: rolloutOrderOf({ settings: parsed, components, model: null, seed: 7 }),
      };
    },
    carry(given, { interrupted = new AbortController().signal, atOnce = 8, isQueued = false } = {}) {
      const rollout = { given, carrier, watch, interrupted, atOnce, isQueued, givenUp: 'stopped' } as const;
      return carryRollout(database.pg, rollout);
    },
    attempts: (given) => readAttempts(database.pg, given.id),
    async close() {
      await carrier.close();
      await agent.close();
      await listener.close();
      await database.close();
    },
  };
}
