import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProviderBody, updateProviderBody } from '@/lib/contracts/provider-settings';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { startRun } from '@/server/services/launches/start-run';
import { createProvider, updateProvider } from '@/server/services/providers/save-provider';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const CREDENTIAL = 'tk-41Zq88xPf0aLw93e';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 12, heldOut: 20, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

const anyAddress = () => undefined;
const setHeaders = (headers: Record<string, string>, behaviouralHeaders?: string[]) =>
  updateProvider(
    lab.actorAs('owner'),
    {
      providerId: lab.providerId,
      change: updateProviderBody.parse({ headers, ...(behaviouralHeaders && { behaviouralHeaders }) }),
    },
    anyAddress,
  );

async function carry(runId: string): Promise<string> {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const parts = { worker: 'worker', pool: lab.database.pg, listener, closing: new AbortController().signal };
  return executeRun(job, parts);
}

async function started(experimentId: string): Promise<string> {
  return (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 })).id;
}

/** Held-out answers of a new run that came from other runs, and those that it paid for. */
async function shared(experimentId: string) {
  const runId = await started(experimentId);
  expect(await carry(runId)).toBe('done');
  const count = (cached: boolean) =>
    db().journalCall.count({ where: { runId, purpose: 'evaluate', cached } });
  return { runId, cached: await count(true), paid: await count(false) };
}

describe('R-113 and the headers of a provider', () => {
  it('shares answers across credentials, and none across values of a header that affects answers', async () => {
    const experimentId = await lab.makeExperiment({
      batch: { kind: 'static', size: 12, reason: 'A test compares runs at one size.' },
      evaluationCache: { namespace: 'headers' },
    });
    await setHeaders({ 'x-route': 'east', 'x-tenant': CREDENTIAL }, ['x-route']);
    const first = await shared(experimentId);
    expect(first).toMatchObject({ cached: 0 });

    await setHeaders({ 'x-route': 'east', 'x-tenant': 'another credential' });
    expect(await shared(experimentId), 'another credential').toMatchObject({
      cached: first.paid,
      paid: 0,
    });

    await setHeaders({ 'x-route': 'west', 'x-tenant': CREDENTIAL });
    expect(await shared(experimentId), 'another route').toMatchObject({ cached: 0, paid: first.paid });

    const { manifest } = await db().run.findUniqueOrThrow({ where: { id: first.runId } });
    expect(manifest).toMatchObject({ models: { serving: { behaviouralHeaders: { 'x-route': 'east' } } } });
    expect(JSON.stringify(manifest)).not.toContain(CREDENTIAL);

    await setHeaders({ 'x-route': CREDENTIAL });
    const hidden = await started(experimentId);
    const pinned = await db().run.findUniqueOrThrow({ where: { id: hidden } });
    expect(JSON.stringify(pinned.manifest)).not.toContain(CREDENTIAL);
    expect(JSON.stringify(pinned.manifest)).toMatch(/"x-route":\s*"sha256:/);

    await setHeaders({ 'x-route': 'south' });
    await carry(hidden);
    const { status } = await getRun(lab.actor, { runId: hidden });
    expect(status, 'the route changed after the run was queued').toBe('failed');
    expect(await db().journalCall.count({ where: { runId: hidden } })).toBe(0);
  });

  it('counts headers saved before as credentials, and drops a mark with its header', async () => {
    await db().provider.update({
      where: { id: lab.providerId },
      data: { headers: { 'x-route': 'old' }, behaviouralHeaders: [] },
    });
    expect(await setHeaders({ 'x-route': 'new' })).toMatchObject({ behaviouralHeaders: [] });
    expect(await setHeaders({ 'X-Route': 'new' }, ['x-route'])).toMatchObject({
      behaviouralHeaders: ['X-Route'],
    });
    expect(await setHeaders({ 'x-other': 'new' })).toMatchObject({ behaviouralHeaders: [] });
  });

  it('refuses a mark of a header that is not there', async () => {
    const owner = lab.actorAs('owner');
    const body = { name: 'Marked', baseUrl: 'https://models.example/v1', behaviouralHeaders: ['x-route'] };
    const refused = createProvider(owner, createProviderBody.parse(body), anyAddress);
    await expect(refused).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: 'behaviouralHeaders' }],
    });
    await expect(setHeaders({}, ['x-route'])).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});
