import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { learnFromFailures as contract, learnFromTracesBody } from '@/lib/contracts/trace-learning';
import { contentHash } from '@/lib/domain/content-hash';
import { authorize } from '@/lib/policy/roles';
import { manualClock } from '@/lib/testing/manual-clock';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { startRun } from '@/server/services/launches/start-run';
import { getCandidate } from '@/server/services/runs/read-ledger';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { learnFromFailures } from './learn-from-failures';
import { forecastTraceLearning } from './learn-from-traces';

/** A slot whose live prompt a run with ACE taught, and the failures of last week. */
const NOW = Date.parse('2026-11-27T12:00:00Z');
const clock = manualClock(NOW);
const SLOT = 'slt_desk';

let lab: PracticeLab;
let experimentId: string;
let runId: string;
let candidate: { hash: string; text: string; measured: string };

beforeAll(async () => {
  lab = await openPracticeLab({ train: 4, heldOut: 4, timeScale: null });
  experimentId = await lab.makeExperiment({
    lanes: 3,
    batch: { kind: 'static', size: 2, reason: 'A test takes small batches.' },
  });
  runId = (await startRun(lab.actor, { experimentId, kind: 'serialBaseline', seed: 7 })).id;
  const listener = makeListener(lab.database.url);
  const signal = new AbortController().signal;
  const job = { payload: { runId }, tries: 0, signal };
  await executeRun(job, { worker: 'worker', pool: lab.database.pg, listener, closing: signal });
  await listener.close();
  const made = (await readLedger(lab.database.pg, runId)).filter(({ type }) => type === 'candidate.created');
  const hash = made.map(({ data }) => (data as { hash: string }).hash).at(-1) ?? '';
  const { text, asMeasured } = await getCandidate(lab.actor, { runId, hash });
  candidate = { hash, text, measured: asMeasured.text };
  await db().slot.create({
    data: {
      ...{ id: SLOT, workspaceId: lab.actor.workspaceId, slug: 'desk', name: 'Help desk' },
      ...{ kind: 'production', createdBy: 'test' },
    },
  });
});
afterAll(() => lab.close());
beforeEach(async () => {
  await db().trace.deleteMany({});
  await goLive(candidate.measured, { runId, candidateHash: candidate.hash });
});

let version = 0;
async function goLive(text: string, from: { runId?: string; candidateHash?: string } = {}): Promise<void> {
  version += 1;
  const id = `spr_desk_${version}`;
  await db().servedPrompt.create({
    data: {
      ...{ id, slotId: SLOT, version, text, sha256: contentHash(text), isPractice: true },
      ...{ authors: [], createdBy: 'test' },
      ...from,
    },
  });
  await db().slot.update({ where: { id: SLOT }, data: { livePromptId: id } });
}

const trace = (id: string, over: Partial<Prisma.TraceCreateManyInput> = {}): Prisma.TraceCreateManyInput => ({
  ...{ id, workspaceId: lab.actor.workspaceId, source: 'gateway', state: 'complete', promptName: 'desk' },
  ...{ task: id, taskHash: id, output: 'x', startedAt: new Date(NOW - 86_400_000), score: 0 },
  ...over,
});
const failures = (count: number) => Array.from({ length: count }, (_, index) => trace(`failed-${index}`));
const add = (...data: Prisma.TraceCreateManyInput[]) => db().trace.createMany({ data });
const learn = (input: { days?: number; count?: number } = {}) =>
  learnFromFailures(lab.actor, { slotId: SLOT, days: 7, count: 300, ...input }, clock);

describe('learning from the failures of a slot', () => {
  it('makes an experiment that starts from the live prompt, with a plan over the failed traces of the week', async () => {
    await add(
      ...failures(5),
      trace('broken', { score: null, error: 'It broke off.' }),
      trace('right', { score: 1 }),
      trace('unjudged', { score: null }),
      trace('older', { startedAt: new Date(NOW - 8 * 86_400_000) }),
      trace('other', { promptName: 'other' }),
    );
    const { experiment, filter, count, drawn } = await learn();
    const from = await db().experiment.findUniqueOrThrow({ where: { id: experimentId } });
    expect(experiment).toMatchObject({
      ...{ name: 'Help desk: failures of 20–27 Nov', taskId: from.taskId, splitId: from.splitId, runs: 0 },
      config: { ...(from.config as object), seedCandidateText: candidate.text },
    });
    expect(filter).toEqual({
      ...{ promptName: 'desk', outcome: 'failed' },
      ...{ from: '2026-11-20T12:00:00.000Z', to: '2026-11-27T12:00:00.000Z' },
    });
    expect([count, drawn]).toEqual([300, 6]);
    const asked = learnFromTracesBody.parse({ experimentId: experiment.id, filter, count });
    const { sample, refusal } = await forecastTraceLearning(lab.actor, asked);
    expect({ drawn: sample.drawn, refusal }).toEqual({ drawn: 6, refusal: null });
    expect(await db().run.count({ where: { experimentId: experiment.id } })).toBe(0);
  });

  it('gives the same draft when it is asked again, and another one once the live prompt is another', async () => {
    await add(...failures(3));
    const first = (await learn()).experiment;
    expect((await learn({ count: 10 })).experiment.id).toBe(first.id);
    const edited = candidate.measured.replace(/<\/playbook>\s*$/, 'Say the unit.\n</playbook>');
    await goLive(edited, { runId });
    const second = (await learn()).experiment;
    expect(second.id).not.toBe(first.id);
    expect(second.config.seedCandidateText).toBe(`${candidate.text}\nSay the unit.`);
  });

  it('starts from a prompt with an address in it, and says why in the audit log', async () => {
    await add(...failures(2));
    const edited = candidate.measured.replace(/<\/playbook>\s*$/, 'Write to anna@example.com.\n</playbook>');
    await goLive(edited, { runId });
    const { experiment } = await learn();
    const kept = await db().auditEntry.findMany({
      where: { subject: experiment.id, action: 'privacy.kept' },
    });
    expect(kept).toMatchObject([{ detail: { found: { email: 1 } } }]);
  });
});

describe('a refusal to learn from failures', () => {
  const refusal = async () => {
    const before = await db().experiment.count();
    const error = await learn().then(
      () => null,
      (fault: { code: string; userMessage: string; howToProceed: string[] }) => fault,
    );
    expect(error?.code).toBe('STATE_CONFLICT');
    expect(error?.howToProceed.length).toBeGreaterThan(0);
    expect(await db().experiment.count()).toBe(before);
    return error?.userMessage;
  };

  it('says which is missing: traces, failures, or a prompt that a run with ACE taught', async () => {
    const said = [await refusal()];
    await add(trace('right', { score: 1 }), trace('unjudged', { score: null }));
    said.push(await refusal());
    await add(...failures(3));
    await goLive('Be kind.');
    said.push(await refusal());
    await goLive('Be kind, and brief.', { runId });
    said.push(await refusal());
    const gepa = await lab.makeExperiment({ method: { name: 'gepa' } });
    await db().$executeRaw`UPDATE "Run" SET "experimentId" = ${gepa} WHERE id = ${runId}`;
    await goLive(candidate.measured, { runId, candidateHash: candidate.hash });
    said.push(await refusal());
    await db().$executeRaw`UPDATE "Run" SET "experimentId" = ${experimentId} WHERE id = ${runId}`;
    await db().slot.update({ where: { id: SLOT }, data: { livePromptId: null } });
    said.push(await refusal());
    expect(new Set(said).size).toBe(6);
  });

  it('is all that a viewer, a key of the slot and another workspace get', async () => {
    await add(...failures(3));
    const { permission } = contract;
    const slotKey = { slotId: SLOT, scopes: ['evaluate', 'ingest'] as const, isBrowser: false, origins: [] };
    for (const actor of [lab.actorAs('viewer'), { ...lab.actorAs('viewer'), slotKey }])
      expect(() => authorize(actor, permission)).toThrow();
    const asked = { slotId: SLOT, days: 7, count: 300 };
    const theirs = testActor('experimenter', { workspaceId: 'wsp_theirs' });
    await expect(learnFromFailures(theirs, asked, clock)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
