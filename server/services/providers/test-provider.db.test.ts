import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LanguageModel } from '@/lib/ports/language-model';
import { scriptedModel, scriptedReply } from '@/lib/testing/scripted-model';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { testProvider } from './test-provider';

const asked = (model: LanguageModel, change: { providerId?: string } = {}) =>
  testProvider(
    testActor('owner'),
    { providerId: change.providerId ?? 'prv_1', model: 'm', signal: new AbortController().signal },
    async () => model,
  );

describe('trying a provider', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    asEnvironment(test);
    await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w')`);
    const row = { workspaceId: 'w', name: 'Box', baseUrl: 'https://box.example/v1' };
    await db().provider.create({ data: { ...row, id: 'prv_1' } });
    await db().provider.create({ data: { ...row, id: 'prv_2', name: 'Gone', archivedAt: new Date() } });
  });
  afterAll(async () => {
    await closeDb();
    await test.close();
  });

  it('asks once, with room for a model that thinks before it says its word', async () => {
    const model = scriptedModel(() => 'ready');
    expect(await asked(model)).toMatchObject({ ok: true, model: 'm', message: 'Box answers as m.' });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.maxTokens).toBeGreaterThanOrEqual(256);
  });

  it('takes a reply that was cut off for an answer: address, key and model are right', async () => {
    const cut = scriptedModel((request) => scriptedReply(request, '', { finishReason: 'length' }));
    expect(await asked(cut)).toMatchObject({ ok: true });
  });

  it('says in a sentence why there is none, and calls no archived provider', async () => {
    const cause = { code: 'modelRejected' as const, message: 'The key is not accepted.' };
    const refusing = scriptedModel(() => ({ ok: false, cause, delayMs: 5, attempts: 1 }) as never);
    expect(await asked(refusing)).toMatchObject({ ok: false, message: 'The key is not accepted.' });
    const model = scriptedModel(() => 'ready');
    await expect(asked(model, { providerId: 'prv_2' })).rejects.toThrow();
    expect(model.requests).toEqual([]);
  });
});
