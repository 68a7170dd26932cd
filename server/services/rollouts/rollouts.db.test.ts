import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { longTrajectory, SYSTEM_LINES } from '@/lib/testing/builders/long-trajectory';
import {
  assistant,
  recordedCall,
  system,
  toolCall,
  toolResult,
  user,
} from '@/lib/testing/builders/recorded-calls';
import { importAtif } from '@/lib/trajectory/atif-import';
import { buildTrajectory } from '@/lib/trajectory/build-trajectory';
import { db } from '@/server/db/client';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { ledgerPool } from '@/server/ledger/pool';
import { seedRun } from '@/server/ledger/testing/seed-run';
import { seedAgent, seedRollout } from './testing/seed-rollout';

const SCRIPT = '<script>alert(1)</script>[click](javascript:alert(2))';
const RULE = SYSTEM_LINES.join('\n');

/** Two calls with a tool that failed, through the same builder as the recorded calls of the proxy. */
function built(answer: string, query = 'bern') {
  const asked = [system(RULE), user('Where is Bern?')];
  const called = assistant('', toolCall('c1', 'search', { query }));
  const first = recordedCall(0, { messages: asked, reply: called });
  const failed = toolResult('c1', 'Error: no such place <b>here</b>', true);
  const second = recordedCall(1, {
    dialect: 'anthropicMessages',
    messages: [...asked, called, failed],
    reply: assistant(answer),
  });
  const agent = { name: 'Trip booker', version: '1' };
  return buildTrajectory([{ ...first, dialect: 'anthropicMessages' }, second], { agent, beganAtMs: 0 });
}

let api: TestApi;
const ids = { before: 'ro_before0001', after: 'ro_after00001', long: 'ro_long000001', open: 'ro_open000001' };

beforeAll(async () => {
  api = await startTestApi();
  const { workspaceId } = api;
  await seedAgent(workspaceId);
  const seeded = { workspaceId, system: RULE };
  await seedRollout({ ...seeded, id: ids.before, trajectory: built(SCRIPT), reward: 0.5 });
  await seedRollout({
    ...seeded,
    id: ids.after,
    trajectory: built('By [trip-00002]: here.', 'bern station'),
  });
  await seedRollout({
    ...{ ...seeded, id: ids.long, question: 'Book a trip.' },
    trajectory: longTrajectory({ agentSteps: 300, branchSteps: 20 }),
  });
  await seedRollout({ ...seeded, id: ids.open, trajectory: null });
});
afterAll(() => api.close());

const attempt = (rolloutId: string) => ({ params: { rolloutId, attempt: '1' } });

describe('a rollout', () => {
  it('of a run names the run by its label', async () => {
    const runId = await seedRun(ledgerPool());
    const { workspaceId } = api;
    const { label } = await db().run.update({ where: { id: runId }, data: { workspaceId } });
    const id = 'ro_ofarun00001';
    await seedRollout({ id, workspaceId, runId, purpose: 'training', trajectory: built('Here.') });
    const { json } = await api.call('getRollout', { params: { rolloutId: id } });
    expect(json.run).toEqual({ id: runId, name: label });
    expect(json.expected).toBeNull();
  });

  it('of a run has the expected answer of its data set, where one example alone has this task', async () => {
    const runId = await seedRun(ledgerPool());
    const { workspaceId } = api;
    const { experiment } = await db().run.update({
      where: { id: runId },
      data: { workspaceId },
      select: { experiment: { select: { split: { select: { datasetId: true } } } } },
    });
    const id = 'ro_expected001';
    const question = 'Where does the night train to Bern start?';
    await seedRollout({ id, workspaceId, runId, question, purpose: 'training', trajectory: built('Here.') });
    const example = (position: number, expected: string) => ({
      ...{ datasetId: experiment.split.datasetId, id: `ex-${position}`, position, question, expected },
      ...{ context: '', contentHash: `h${position}` },
    });
    const read = async () => (await api.call('getRollout', { params: { rolloutId: id } })).json.expected;
    await db().example.create({ data: example(1, 'Basel') });
    expect(await read()).toBe('Basel');
    await db().example.create({ data: example(2, 'Zurich') });
    expect(await read()).toBeNull();
  });

  it('is read with its attempts, the proof of each component, and a reward named as self-reported', async () => {
    const { json } = await api.call('getRollout', { params: { rolloutId: ids.before } });
    expect(json).toMatchObject({
      ...{ id: ids.before, purpose: 'test', question: 'Where is Bern?', run: null },
      components: [{ name: 'system', text: RULE }],
    });
    expect(json.attempts).toMatchObject([
      {
        ...{
          attempt: 1,
          status: 'completed',
          modelCalls: 2,
          countedBy: 'proxy',
          trajectory: 'stored',
          unreadTrace: null,
        },
        ...{ injection: { system: 'proven' }, reward: { value: 0.5, selfReported: true } },
      },
    ]);
  });

  it('keeps an attempt that was lost when its next one is opened', async () => {
    const lost = 'ro_lost000001';
    await seedRollout({ id: lost, workspaceId: api.workspaceId, trajectory: null });
    await seedRollout({ id: lost, workspaceId: api.workspaceId, trajectory: built('Found.') });
    const { json } = await api.call('getRollout', { params: { rolloutId: lost } });
    const states = json.attempts.map((one: { status: string; trajectory: string }) => [
      one.status,
      one.trajectory,
    ]);
    expect(states).toEqual([
      ['lost', 'none'],
      ['completed', 'stored'],
    ]);
  });

  it('is not found by its id in another workspace, nor by an attempt that it does not have', async () => {
    expect((await api.call('getRollout', { params: { rolloutId: 'ro_nowhere001' } })).status).toBe(404);
    const missing = { params: { rolloutId: ids.before, attempt: '9' } };
    expect((await api.call('readTrajectory', missing)).status).toBe(404);
  });

  it('names other rollouts of the same task, and leaves out those of another task', async () => {
    const { json } = await api.call('listAlikeRollouts', { params: { rolloutId: ids.before } });
    const found = json.items.map(({ id }: { id: string }) => id);
    expect(found).toContain(ids.after);
    expect(found).not.toContain(ids.long);
    expect(found).not.toContain(ids.before);
  });
});

describe('a trajectory', () => {
  it('is read in pages of steps that together are the whole', async () => {
    const head = (await api.call('readTrajectory', attempt(ids.long))).json;
    const read = async (from: number) =>
      (
        await api.call('listTrajectorySteps', {
          ...attempt(ids.long),
          query: { from: String(from), count: '200' },
        })
      ).json.items;
    const steps = [...(await read(0)), ...(await read(200))];
    expect(steps.length).toBe(head.steps);
    const expected = longTrajectory({ agentSteps: 300, branchSteps: 20 }).steps;
    expect(steps.map(({ step }) => step)).toEqual(expected);
    expect(steps.map(({ index }) => index)).toEqual(expected.map((_, index) => index));
  });

  it('names failed steps, branches, tools and calls without a step', async () => {
    const { json } = await api.call('readTrajectory', attempt(ids.long));
    expect(json.failed).toEqual([44, 144, 264]);
    expect(json.branches).toMatchObject([
      { branch: 0, first: 0, steps: 302 },
      { branch: 1, first: 152, steps: 20, after: 151 },
    ]);
    expect([json.tools.length, json.broken.length]).toEqual([4, 1]);
  });

  it('names for each cited line the steps, and for each step the lines', async () => {
    const { json: head } = await api.call('readTrajectory', attempt(ids.after));
    expect(head.cited).toMatchObject([{ component: 'system', line: 2, text: SYSTEM_LINES[2] }]);
    const [step] = head.cited[0].steps;
    const { items } = (await api.call('listTrajectorySteps', attempt(ids.after))).json;
    expect(items[step].cites).toEqual([{ component: 'system', line: 2 }]);
  });

  it('is searched without regard to capitals; letters of patterns mean themselves', async () => {
    const find = async (q: string) =>
      (await api.call('searchTrajectory', { ...attempt(ids.before), query: { q } })).json;
    expect(await find('NO SUCH place')).toMatchObject({ hits: 1 });
    expect((await find('alert(1)')).steps.length).toBe(1);
    expect(await find('.*')).toEqual({ hits: 0, steps: [] });
  });

  it('is exported as ATIF that reads back as the same trajectory', async () => {
    const { status, headers, text } = await api.call('exportTrajectory', attempt(ids.before));
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${ids.before}-1.atif.json"`,
    ]);
    const { trajectory } = importAtif(JSON.parse(text));
    expect(trajectorySchema.parse(trajectory)).toEqual(built(SCRIPT));
  });

  it('of a rollout without a recorded call is empty, and its export says why', async () => {
    const { json } = await api.call('readTrajectory', attempt(ids.open));
    expect([json.steps, json.failed]).toEqual([0, []]);
    expect((await api.call('exportTrajectory', attempt(ids.open))).status).toBe(404);
  });
});

describe('two rollouts of one task', () => {
  it('are paired step by step, and the first step that differs is named', async () => {
    const { json } = await api.call('compareRollouts', {
      params: { rolloutId: ids.before },
      query: { with: ids.after },
    });
    expect(json.pairs.map(({ difference }: { difference: string | null }) => difference)).toEqual([
      null,
      null,
      'arguments',
      'text',
    ]);
    expect(json.first).toBe(2);
  });

  it('that are the same have no first difference', async () => {
    const { json } = await api.call('compareRollouts', {
      params: { rolloutId: ids.before },
      query: { with: ids.before },
    });
    expect(json.first).toBe(null);
  });
});

describe('running again', () => {
  const again = (components: object, as?: 'viewer' | 'reviewer') =>
    api.call('runRolloutAgain', {
      ...{ params: { rolloutId: ids.before }, body: { components } },
      ...(as === undefined ? {} : { as }),
    });

  it('starts one rollout with the edited text, and the audit log says who did', async () => {
    const { status, json, text } = await again({ system: 'Be careful.' });
    expect(status, text).toBe(201);
    const started = (await api.call('getRollout', { params: { rolloutId: json.rolloutId } })).json;
    expect(started).toMatchObject({
      purpose: 'again',
      components: [{ name: 'system', text: 'Be careful.' }],
    });
    expect(started.attempts.length).toBe(1);
    const entry = await api.database.db.auditEntry.findFirst({ where: { action: 'rollout.runAgain' } });
    expect(entry).toMatchObject({ subject: ids.before, detail: { rolloutId: json.rolloutId } });
  });

  it('refuses a component that the agent does not have, and roles that may not experiment', async () => {
    const unknown = await again({ other: 'x' });
    expect([unknown.status, unknown.json.fields[0].path]).toEqual([400, 'body.components.other']);
    expect((await again({ system: 'x' }, 'viewer')).status).toBe(403);
    expect((await again({ system: 'x' }, 'reviewer')).status).toBe(403);
  });
});
