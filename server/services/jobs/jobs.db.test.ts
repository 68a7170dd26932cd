import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobCountsView, JobView, WorkerView } from '@/lib/contracts/jobs';
import { AppError } from '@/lib/errors/app-error';
import { forgetConfig } from '@/server/config/config';
import { seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { type CallOptions, startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { EXECUTE_RUN } from '@/server/jobs/definitions';
import { PROBE_EVALUATOR, sendProbe } from '@/server/jobs/probe-jobs';
import { sendRun, startQueue, stopQueue } from '@/server/jobs/queue';
import { openRolloutQueue, rolloutQueue } from '@/server/jobs/rollout-jobs';
import { seedRun } from '@/server/ledger/testing/seed-run';
import { keepObjectStoreFault } from '@/server/repositories/object-store-state';

/** Jobs as the API reports them, on a real queue. */
const SECRET = 'prompt-of-a-person sk-live-hush-hush';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await stopQueue();
  await api.close();
});

const tell = (sql: string, values: readonly unknown[] = []) => api.database.pg.query(sql, [...values]);

/** Moves a run of the seed, each in its own workspace, into the caller's workspace. */
async function ownRun(change = 'status = status'): Promise<string> {
  const id = await seedRun(api.database.pg);
  await tell(`UPDATE "Run" SET "workspaceId" = $2, ${change} WHERE id = $1`, [id, api.workspaceId]);
  return id;
}

async function list(query: Readonly<Record<string, string>> = {}, as: CallOptions['as'] = 'owner') {
  const { json, status } = await api.call('listJobs', { query: { limit: '200', ...query }, as });
  expect(status).toBe(200);
  return json.items as JobView[];
}

async function about(subjectId: string, query?: Readonly<Record<string, string>>): Promise<JobView> {
  const [job] = (await list(query)).filter((known) => known.subjectId === subjectId);
  if (job === undefined) throw new Error(`There is no job about ${subjectId}.`);
  return job;
}

async function countsOf(kind: string, as: CallOptions['as'] = 'owner'): Promise<JobCountsView | undefined> {
  const { json } = await api.call('readBackgroundWork', { as });
  return (json.counts as JobCountsView[]).find((counts) => counts.kind === kind);
}

async function ownDelivery(name: string, values: { state: string; attempts: number; lastError?: string }) {
  const webhook = { id: `whk_${name}`, workspaceId: api.workspaceId, name, url: 'https://hooks.example.com' };
  await api.database.db.webhook.create({
    data: { ...webhook, events: [], secretEncrypted: SECRET, createdBy: 'test' },
  });
  const posted = { event: 'canary.verdict', payload: { text: SECRET }, nextAt: new Date() };
  await api.database.db.webhookDelivery.create({
    data: { id: `whd_${name}`, webhookId: webhook.id, ...posted, ...values },
  });
  return webhook.id;
}

describe('the jobs of a workspace', () => {
  it('can be read before a queue exists', async () => {
    const id = await ownRun();
    expect((await about(id)).state).toBe('waiting');
    expect(await countsOf('probe')).toMatchObject({ waiting: 0, done: 0, oldestWaitingMs: null });
  });

  it('say why the object store is not reached, where one is set', async () => {
    await keepObjectStoreFault(api.database.pg, 'The object store does not answer.');
    const stated = async () => (await api.call('readBackgroundWork', { as: 'viewer' })).json.objectStore;
    expect(await stated()).toBeNull();
    Object.assign(process.env, {
      ...{ WAGGLE_OBJECTS_URL: 'https://s3.example.com', WAGGLE_OBJECTS_BUCKET: 'traces' },
      ...{ WAGGLE_OBJECTS_ACCESS_KEY: 'key', WAGGLE_OBJECTS_SECRET_KEY: 'secret' },
    });
    forgetConfig();
    const reason = 'The object store does not answer.';
    expect(await stated()).toEqual({ since: expect.any(String), reason });
    await keepObjectStoreFault(api.database.pg, null);
    expect(await stated()).toBeNull();
  });

  it('belong to its own runs, canaries and webhooks only', async () => {
    const queue = await startQueue();
    const [own, other] = [await ownRun(), await seedRun(api.database.pg)];
    await sendRun(queue, own);
    await sendRun(queue, other);
    await openRolloutQueue(queue, rolloutQueue(null));
    await queue.insert(rolloutQueue(null), [{ data: { runId: own } }, { data: { runId: other } }]);
    const slot = await seedSlot(api, 'theirs');
    const canaryId = await seedCanary(api, slot, { state: 'watch' });
    await tell(`INSERT INTO "Workspace" (id, name) VALUES ('ws_far', 'Far')`);
    await tell(`UPDATE "Canary" SET "workspaceId" = 'ws_far' WHERE id = $1`, [canaryId]);
    await sendProbe(queue, canaryId);
    const webhookId = await ownDelivery('theirs', { state: 'waiting', attempts: 0 });
    await tell(`UPDATE "Webhook" SET "workspaceId" = 'ws_far' WHERE id = $1`, [webhookId]);
    const told = [...(await list()), ...(await list({ kind: 'rollout' }))].map(({ subjectId }) => subjectId);
    expect(told.filter((id) => id === own)).toHaveLength(2);
    for (const foreign of [other, canaryId, webhookId]) expect(told).not.toContain(foreign);
    expect(await countsOf('rollout')).toMatchObject({ waiting: 1 });
    expect(await countsOf('probe')).toMatchObject({ waiting: 0 });
    expect(await countsOf('webhook')).toMatchObject({ waiting: 0 });
    await queue.deleteQueuedJobs(EXECUTE_RUN);
    await queue.deleteAllJobs(PROBE_EVALUATOR);
  });

  it('include large imports, with progress, error and resulting data set', async () => {
    const values = { workspaceId: api.workspaceId, options: {}, files: ['a.jsonl'], startedBy: 'test' };
    const reading = { state: 'reading', tries: 1, bytes: 100n, bytesRead: 50n };
    const problem = {
      ...{ code: 'IMPORT_REJECTED', detail: 'Nothing was imported.', fields: [], howToProceed: [] },
      ruleId: null,
    };
    const failed = { state: 'failed', tries: 1, problem };
    const finished = { state: 'finished', tries: 1, datasetId: 'dat_made' };
    for (const [id, state] of Object.entries({ reading, failed, finished }))
      await api.database.db.datasetImport.create({
        data: { ...values, id: `imp_${id}`, name: id, ...state },
      });
    const told = await list({ kind: 'import' });
    const byName = new Map(told.map((job) => [job.subject, job]));
    expect(byName.get('reading')).toMatchObject({
      ...{ id: 'imp_reading', state: 'active', subjectId: 'imp_reading', error: null },
      progress: { done: 35, planned: 100 },
    });
    expect(byName.get('failed')).toMatchObject({ state: 'failed', error: 'Nothing was imported.' });
    expect(byName.get('finished')).toMatchObject({
      ...{ state: 'done', subjectId: 'dat_made', progress: { done: 100, planned: 100 } },
    });
    expect(await countsOf('import')).toMatchObject({ active: 1, done: 1, failed: 1, hours: 24 });
    await api.call('cancelImport', { params: { importId: 'imp_reading' } });
    expect((await about('imp_reading')).state).toBe('stopped');
  });

  it('include scorings of traces, with progress and error, and belong to their workspace', async () => {
    const evaluator = { name: 'Answers', judge: null };
    const values = { purpose: 'score', evaluator, filter: {}, planned: 9, startedBy: 'test' };
    const scoring = async (id: string, workspaceId: string, more: object) =>
      api.database.db.traceScoring.create({ data: { ...values, id, workspaceId, ...more } });
    await api.database.db.workspace.create({ data: { id: 'ws_traces', name: 'Traces' } });
    await scoring('tsc_working', api.workspaceId, { state: 'working', tries: 1, scored: 2, failed: 1 });
    const problem = { code: 'PROVIDER_AWAY', detail: 'The evaluator is away.', howToProceed: [] };
    await scoring('tsc_failed', api.workspaceId, { state: 'failed', tries: 1, problem });
    await scoring('tsc_theirs', 'ws_traces', { state: 'working' });
    const byId = new Map((await list({ kind: 'scoring' })).map((job) => [job.id, job]));
    expect([...byId.keys()].sort()).toEqual(['tsc_failed', 'tsc_working']);
    expect(byId.get('tsc_working')).toMatchObject({
      ...{ state: 'active', subject: 'Answers', practice: false, progress: { done: 3, planned: 9 } },
    });
    expect(byId.get('tsc_failed')).toMatchObject({ state: 'failed', error: 'The evaluator is away.' });
    expect(await countsOf('scoring')).toMatchObject({ active: 1, failed: 1, hours: 24 });
  });

  it('have the state of their runs and a safe message for each error', async () => {
    const active = await ownRun(`status = 'running', "startedAt" = now() - interval '1 minute', fence = 1,
      summary = '{"rollouts": 30, "plannedRollouts": 90}'`);
    expect(await about(active)).toMatchObject({
      ...{
        kind: 'run',
        experiment: 'Experiment',
        state: 'active',
        tries: 1,
        error: null,
        progress: { done: 30, planned: 90 },
      },
      run: { status: 'running', control: 'run' },
    });
    expect((await about(active)).tookMs).toBeGreaterThan(59_000);
    const away = await ownRun(
      `status = 'queued', "statusReason" = 'The provider is away. It is tried again.'`,
    );
    expect(await about(away)).toMatchObject({ state: 'again', error: expect.stringContaining('away') });
    const failed = await ownRun(
      `status = 'failed', "endedAt" = now(), "statusReason" = 'The split is gone.'`,
    );
    expect(await about(failed, { errors: 'true' })).toMatchObject({
      state: 'failed',
      error: 'The split is gone.',
    });
    const done = await ownRun(`status = 'finished', "endedAt" = now(), "statusReason" = 'trainingDone'`);
    expect(await about(done)).toMatchObject({ state: 'done', error: null });
    const held = await ownRun(
      `status = 'paused', control = 'pause', "statusReason" = 'Paused while it waited.'`,
    );
    expect(await about(held)).toMatchObject({ state: 'paused', error: null });
    const counts = await countsOf('run');
    expect(counts).toMatchObject({ active: 1, again: 1, failed: 1, done: 1, paused: 1, hours: 24 });
    expect(counts?.oldestWaitingMs).toBeGreaterThan(0);
    const old = await ownRun(`status = 'failed', "endedAt" = now() - interval '25 hours'`);
    expect((await countsOf('run'))?.failed).toBe(1);
    expect((await list({ kind: 'run', state: 'failed' })).map(({ id }) => id)).toEqual([old, failed]);
  });

  it('never show the stack, prompt or key that an error held', async () => {
    const queue = await startQueue();
    const slot = await seedSlot(api, 'probed');
    const canaryId = await seedCanary(api, slot, { state: 'watch' });
    for (const [error, sentence] of [
      [new Error(SECRET), 'Something broke inside Waggle; the log of the worker says what.'],
      [
        new AppError('MODEL_UNAVAILABLE', SECRET, { userMessage: 'The judge is away.' }),
        'The judge is away.',
      ],
    ] as const) {
      await sendProbe(queue, canaryId);
      const [job] = await queue.fetch(PROBE_EVALUATOR);
      await queue.fail(PROBE_EVALUATOR, job?.id ?? '', error);
      const probe = await about(canaryId);
      expect(probe).toMatchObject({
        kind: 'probe',
        state: 'again',
        tries: 1,
        subject: 'probed',
        error: sentence,
      });
      expect(probe.nextAt).not.toBeNull();
      await queue.deleteAllJobs(PROBE_EVALUATOR);
    }
    const { text } = await api.call('listJobs', { query: { errors: 'true' } });
    expect(text).not.toMatch(/hush-hush|\bat .*:\d+:\d+/);
  });

  it('show webhooks only to people who administer them', async () => {
    const lastError = 'It answered with 500.';
    const webhookId = await ownDelivery('own', { state: 'failed', attempts: 9, lastError });
    expect(await about(webhookId)).toMatchObject({
      ...{ id: 'whd_own', kind: 'webhook', state: 'failed', tries: 9, error: lastError },
      event: 'canary.verdict',
    });
    expect(await countsOf('webhook')).toMatchObject({ failed: 1, retried: 1 });
    for (const as of ['experimenter', 'reviewer', 'viewer'] as const) {
      expect((await list({}, as)).filter(({ kind }) => kind === 'webhook')).toEqual([]);
      expect(await countsOf('webhook', as)).toBeUndefined();
      expect((await api.call('listJobs', { query: { kind: 'webhook' }, as })).status).toBe(403);
    }
  });

  it('are paged without repeating or omitting one', async () => {
    const whole = (await list()).map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { limit: '2', ...(cursor === '' ? {} : { cursor }) };
      const { json } = await api.call('listJobs', { query });
      paged.push(...json.items.map(({ id }: JobView) => id));
      cursor = json.nextCursor;
    }
    expect(paged).toEqual(whole);
    expect((await api.call('listJobs', { query: { cursor: 'nonsense' } })).status).toBe(400);
  });
});

describe('the workers', () => {
  it('are listed with the caller’s runs, and with only a count of other runs', async () => {
    const [own, other] = [await ownRun(), await seedRun(api.database.pg)];
    const beat = { host: 'h', pid: 1, startedAt: new Date(), commands: ['check'] };
    await api.database.db.workerBeat.createMany({
      data: [
        { ...beat, id: 'here', beatAt: new Date(), runs: [own, other] },
        { ...beat, id: 'gone', beatAt: new Date(Date.now() - 60_000), runs: [] },
      ],
    });
    const { json, text } = await api.call('readBackgroundWork');
    const [here, gone] = json.workers as WorkerView[];
    expect(here).toMatchObject({ name: 'here', isAlive: true, otherRuns: 1, programs: ['check'] });
    expect(here?.runs).toEqual([{ id: own, label: 'Run' }]);
    expect(gone).toMatchObject({ name: 'gone', isAlive: false });
    expect(text).not.toContain(other);
  });
});
