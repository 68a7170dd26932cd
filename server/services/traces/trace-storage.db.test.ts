import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { TRACES_REMOVED } from '@/server/repositories/trace-storage';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('the storage of traces', () => {
  it('is that of the own workspace, with its last removals first, for every role', async () => {
    const { db } = api.database;
    const read = async () => (await api.call('readTraceStorage', { as: 'viewer' })).json;
    expect(await read()).toEqual({ traces: 0, bytes: 0, oldestReceivedAt: null, removals: [] });
    await db.workspace.create({ data: { id: 'ws_other', name: 'Other' } });
    const texts = { source: 'otlp', state: 'complete', task: '', output: '', taskHash: '' };
    const trace = { ...texts, workspaceId: api.workspaceId, startedAt: new Date(), bytes: 40 };
    await db.trace.createMany({
      data: [
        { ...trace, id: 'old', receivedAt: new Date('2026-11-01T00:00:00Z') },
        { ...trace, id: 'new', receivedAt: new Date('2026-11-02T00:00:00Z') },
        { ...trace, id: 'theirs', workspaceId: 'ws_other' },
      ],
    });
    const round = { overBytesMax: 0, unreadParts: 0, bytes: 10 };
    const entry = { actor: 'worker', action: TRACES_REMOVED };
    for (const [workspaceId, tooOld] of [
      [api.workspaceId, 1],
      [api.workspaceId, 2],
      ['ws_other', 3],
    ] as const)
      await db.auditEntry.create({
        data: { ...entry, workspaceId, subject: workspaceId, detail: { ...round, tooOld } },
      });
    const { removals, ...kept } = await read();
    expect(kept).toEqual({ traces: 2, bytes: 80, oldestReceivedAt: '2026-11-01T00:00:00.000Z' });
    expect(removals.map(({ tooOld }: { tooOld: number }) => tooOld)).toEqual([2, 1]);
    expect((await api.call('readTraceStorage', { as: null })).status).toBe(401);
  });
});
