import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { openAttempt } from '@/server/repositories/rollouts';
import { estimateBasis } from './estimate-basis';

let database: TestDatabase;
const workspaceId = `ws_${ulid()}`;
const settings = agentSettings.parse({ kind: 'http', url: 'http://127.0.0.1/' });
const agent = (version: number): PinnedAgent => ({
  ...{ id: 'agt_clerk', name: 'Clerk', version, hash: 'a'.repeat(64), settings },
});
const withAgent = (version: number) => ({ ...buildManifest(), agent: agent(version) });

beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  await database.db.workspace.create({ data: { id: workspaceId, name: 'Lab' } });
});
afterAll(async () => {
  await closeLedgerPool();
  await closeDb();
  await database.close();
});

async function rolled(version: number, seconds: number, tokens: { tokensIn: number; tokensOut: number }) {
  const order = rolloutOrderOf({
    ...{ settings, components: { system: '' }, model: buildManifest().models.serving, seed: 1 },
  });
  const id = `ro_${ulid()}`;
  await openAttempt(database.pg, {
    ...{ id, workspaceId, agentId: 'agt_clerk', agentVersion: version, agentName: 'Clerk', runId: null },
    ...{ purpose: 'training', candidateHash: 'hash', input: { question: '', context: '' }, order },
  });
  const startedAt = new Date();
  const endedAt = new Date(startedAt.getTime() + seconds * 1_000);
  const ended = { status: 'completed', startedAt, endedAt, countedBy: 'proxy', ...tokens } as const;
  await database.db.rollout.updateMany({ where: { id }, data: ended });
}

describe('what an answer takes in a run with an agent', () => {
  it('is several calls before its version has run', async () => {
    const [call, rollout] = [
      await estimateBasis(workspaceId, buildManifest()),
      await estimateBasis(workspaceId, withAgent(1)),
    ];
    expect(rollout.answer.delayMs).toBeGreaterThan(call.answer.delayMs);
    expect(rollout.answer.tokensIn).toBeGreaterThan(call.answer.tokensIn);
    expect(rollout.reflect).toEqual(call.reflect);
    expect([call.rollouts, rollout.rollouts]).toEqual([null, 0]);
  });

  it('is the mean of the rollouts of its version', async () => {
    await rolled(2, 4, { tokensIn: 1_000, tokensOut: 100 });
    await rolled(2, 8, { tokensIn: 3_000, tokensOut: 300 });
    await rolled(3, 60, { tokensIn: 9, tokensOut: 9 });
    const { answer, rollouts } = await estimateBasis(workspaceId, withAgent(2));
    expect(rollouts).toBe(2);
    expect(answer).toEqual({ tokensIn: 2_000, tokensOut: 200, delayMs: 6_000 });
  });
});
