import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { refusalsRecorded } from './record-refusal';

/** The audit entry of a refusal, which delays no answer. */
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ WAGGLE_METRICS_TOKEN: 'token-of-the-scraper' });
});
afterAll(() => api.close());

const trainPatience = {
  name: 'By heart',
  taskId: 'tsk_x',
  splitId: 'spl_x',
  stopping: { patienceOn: 'train' },
};
const refused = () => api.call('createExperiment', { body: trainPatience });
const lines = () => api.database.db.auditEntry.findMany({ where: { action: 'refusal.raised' } });

describe('a refusal by a rule', () => {
  it('is in the audit log with who, rule, code, operation and door, and nothing of what was asked', async () => {
    const { json } = await refused();
    await refusalsRecorded();
    expect(json.ruleId).toBe('R-124');
    const [line] = await lines();
    expect(line).toMatchObject({
      actor: 'key owner',
      subject: 'R-124',
      detail: { code: 'TRAIN_PATIENCE', operation: 'createExperiment', via: 'key' },
    });
    expect(JSON.stringify(line?.detail)).not.toContain('By heart');
  });

  it('is counted by rule and code', async () => {
    const headers = { authorization: 'Bearer token-of-the-scraper' };
    const { text } = await api.call('readMetrics', { as: null, headers });
    expect(text).toContain('refusals_total{rule="R-124",code="TRAIN_PATIENCE"}');
  });

  it('leaves no line where no rule refused', async () => {
    const before = (await lines()).length;
    expect((await api.call('createKey', { body: { name: '' } })).json.ruleId).toBeNull();
    await refusalsRecorded();
    expect(await lines()).toHaveLength(before);
  });

  it('is answered all the same where the audit log takes no line', async () => {
    await api.database.db.$executeRawUnsafe('ALTER TABLE "AuditEntry" RENAME TO "AuditEntryAway"');
    try {
      const { status, json } = await refused();
      expect([status, json.code, json.ruleId]).toEqual([422, 'TRAIN_PATIENCE', 'R-124']);
      await expect(refusalsRecorded()).resolves.toBeUndefined();
    } finally {
      await api.database.db.$executeRawUnsafe('ALTER TABLE "AuditEntryAway" RENAME TO "AuditEntry"');
    }
    expect(
      (await api.call('readMetrics', { as: null, headers: { authorization: 'Bearer token-of-the-scraper' } }))
        .text,
    ).toMatch(/waggle_refusals_unrecorded_total 1/);
  });
});
