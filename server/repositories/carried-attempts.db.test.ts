import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentSettings } from '@/lib/domain/agent';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { openInTurn } from './carried-attempts';
import { type NewAttempt, openAttempt } from './rollouts';

let database: TestDatabase;
let agentId: string;
const workspaceId = `ws_${ulid()}`;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.workspace.create({ data: { id: workspaceId, name: 'Lab' } });
});
beforeEach(() => {
  agentId = `agt_${ulid()}`;
});
afterAll(() => database.close());

function made(): NewAttempt {
  const settings = agentSettings.parse({ kind: 'http', url: 'http://127.0.0.1/' });
  const model = buildManifest().models.serving;
  return {
    ...{ id: `ro_${ulid()}`, workspaceId, agentId, agentVersion: 1, agentName: 'Clerk', runId: null },
    ...{ purpose: 'training', candidateHash: 'hash', input: { question: '', context: '' } },
    order: rolloutOrderOf({ settings, components: { system: '' }, model, seed: 1 }),
  };
}

const open = (atOnce: number, ...given: readonly NewAttempt[]) =>
  openInTurn(
    database.pg,
    { agentId, atOnce },
    given.map((each) => ({ given: each, isQueued: false })),
  );

describe('rollouts of an agent that are opened together', () => {
  it('are opened in order while the agent has places, and the others are busy', async () => {
    expect(await open(2, made(), made(), made())).toEqual([1, 1, 'busy']);
    expect(await open(3, made(), made())).toEqual([1, 'busy']);
  });

  it('never run more than their places, on all workers together', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(4, made(), made(), made())));
    expect(opened.flat().filter((each) => each !== 'busy')).toHaveLength(4);
  });

  it('take the place of an earlier attempt of the same rollout', async () => {
    const given = made();
    expect(await open(1, given)).toEqual([1]);
    expect(await open(1, made(), given)).toEqual(['busy', 2]);
  });

  it('are begun where they were queued, and are gone where they were stopped meanwhile', async () => {
    const [queued, stopped] = [made(), made()];
    for (const given of [queued, stopped]) await openAttempt(database.pg, given, 'queued');
    await database.db.rollout.updateMany({ where: { id: stopped.id }, data: { status: 'stopped' } });
    const openings = [stopped, queued].map((given) => ({ given, isQueued: true }));
    expect(await openInTurn(database.pg, { agentId, atOnce: 1 }, openings)).toEqual(['gone', 1]);
  });
});
