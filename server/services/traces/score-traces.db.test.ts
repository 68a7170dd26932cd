import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTrace } from '@/server/http/testing/seed-trace';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('scorings of traces over the API', () => {
  it('are read by every role, and started and cancelled by those who may experiment', async () => {
    const { scoringId } = await seedTrace(api, 1);
    const params = { scoringId };
    const body = { experimentId: 'exp_none', filter: {} };
    for (const as of ['viewer', 'reviewer'] as const) {
      expect((await api.call('listTraceEvaluators', { as })).json).toEqual({ items: [] });
      expect((await api.call('listTraceScorings', { as })).json.items).toHaveLength(1);
      expect((await api.call('getTraceScoring', { as, params })).json).toMatchObject({ state: 'queued' });
      expect((await api.call('forecastTraceScoring', { as, body })).status).toBe(404);
      expect((await api.call('scoreTraces', { as, body })).status).toBe(403);
      const compared = { experimentId: 'exp_none' };
      expect((await api.call('calibrateTraceJudge', { as, body: compared })).status).toBe(403);
      expect((await api.call('cancelTraceScoring', { as, params })).status).toBe(403);
    }
    const cancelled = await api.call('cancelTraceScoring', { as: 'experimenter', params });
    expect(cancelled.json).toMatchObject({ state: 'cancelled', planned: 1, scored: 0 });
    expect((await api.call('cancelTraceScoring', { params })).json).toEqual(cancelled.json);
    const audited = { where: { action: 'traces.scoringCancelled', subject: scoringId } };
    expect(await api.database.db.auditEntry.count(audited)).toBe(1);
  });
});
