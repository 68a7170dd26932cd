import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listExperimentsQuery } from '@/lib/contracts/experiments';
import { listRunsQuery, runSort } from '@/lib/contracts/run-list';
import { createSavedViewBody } from '@/lib/contracts/saved-views';
import { tagBody } from '@/lib/contracts/tags';
import type { Actor } from '@/lib/domain/actor';
import type { RunStatus } from '@/lib/domain/run';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { listExperiments } from '@/server/services/experiments/read-experiments';
import { listRuns } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { archiveExperiments } from './archive-experiments';
import { archiveRuns } from './archive-runs';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views';
import { listTags, tagExperiments, tagRuns } from './tag-records';

let lab: PracticeLab;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
});
afterAll(() => lab.close());
beforeEach(async () => {
  await db().run.deleteMany();
  experimentId = await lab.makeExperiment();
});

let made = 0;
interface Given {
  readonly label?: string;
  readonly status?: RunStatus;
  readonly best?: number | null;
  readonly createdAt?: Date;
}

async function makeRun({ label = 'A run', status = 'finished', best = null, createdAt }: Given = {}) {
  made += 1;
  const id = `run_${String(made).padStart(4, '0')}`;
  await db().run.create({
    data: {
      ...{ id, workspaceId: lab.actor.workspaceId, experimentId, label, status, kind: 'combee', seed: made },
      ...{ manifest: { method: { name: 'gepa' } }, manifestHash: id, createdBy: 'Ada' },
      summary: { bestScore: best === null ? null : { mean: best, lower: null, upper: null, n: 4 } },
      ...(createdAt ? { createdAt } : {}),
    },
  });
  return id;
}

const list = (query: object = {}) => listRuns(lab.actor, listRunsQuery.parse(query));
const idsOf = async (query: object = {}) => (await list(query)).items.map(({ id }) => id);
const tagged = (ids: readonly string[], add: readonly string[], remove: readonly string[] = []) =>
  tagRuns(lab.actor, tagBody.parse({ ids, add, remove }));
const actions = async (subject: string) =>
  (await db().auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );

describe('the order of runs', () => {
  it('is the same over pages of any size as in one piece, in each order and both ways, with ties and gaps', async () => {
    const at = new Date('2026-01-01T00:00:00.123Z');
    for (const [index, label] of ['Zeta', 'alpha', "O'Neil, 100 %", 'alpha', 'ümlaut', 'Beta'].entries())
      await makeRun({ label, createdAt: at, best: index % 2 === 0 ? 0.1 + 0.2 * (index % 4) : null });
    for (const sort of runSort.options)
      for (const direction of ['asc', 'desc']) {
        const whole = await idsOf({ sort, direction });
        const paged: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await list({ sort, direction, limit: 2, cursor });
          paged.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        expect(paged, `${sort} ${direction}`).toEqual(whole);
        expect(new Set(paged).size).toBe(6);
      }
  });

  it('puts the best first, and what was not measured last either way', async () => {
    const [low, none, high] = [
      await makeRun({ best: 0.2 }),
      await makeRun({ best: null }),
      await makeRun({ best: 0.9 }),
    ];
    expect(await idsOf({ sort: 'best' })).toEqual([high, low, none]);
    expect(await idsOf({ sort: 'best', direction: 'asc' })).toEqual([low, high, none]);
  });

  it('refuses a cursor of another order', async () => {
    await makeRun();
    await makeRun();
    const { nextCursor } = await list({ limit: 1 });
    for (const cursor of [nextCursor, '[]', '[1]', '{}', '["x", 1]'])
      await expect(list({ sort: 'run', cursor })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('takes the signs of a pattern in a search as they are', async () => {
    const id = await makeRun({ label: 'at 100 %_\\' });
    await makeRun({ label: 'at 100 of them' });
    expect(await idsOf({ search: '100 %' })).toEqual([id]);
    expect(await idsOf({ search: '%_\\' })).toEqual([id]);
    expect(await idsOf({ owner: 'ada' })).toHaveLength(2);
    expect((await list()).items[0]).toMatchObject({ method: 'gepa', hardware: 'unknown', archivedAt: null });
  });
});

describe('tags', () => {
  it('are added and removed in bulk, in one spelling, once each, and written down', async () => {
    const [a, b] = [await makeRun(), await makeRun()];
    expect(await tagged([a, b], ['Night Shift', 'gpu', 'gpu'])).toEqual({ changed: [a, b], refused: [] });
    expect(await tagged([a], ['gpu'])).toEqual({ changed: [], refused: [] });
    expect(await tagged([b], [], ['gpu'])).toEqual({ changed: [b], refused: [] });
    expect((await list()).items.map(({ tags }) => tags)).toEqual([['night shift'], ['gpu', 'night shift']]);
    expect(await actions(b)).toEqual(['run.tagged', 'run.tagged']);
    await tagExperiments(lab.actor, tagBody.parse({ ids: [experimentId], add: ['gpu'] }));
    expect((await listTags(lab.actor)).items).toEqual([
      { tag: 'gpu', runs: 1, experiments: 1 },
      { tag: 'night shift', runs: 2, experiments: 0 },
    ]);
  });

  it('narrow a list to what bears all of them', async () => {
    const [a, b] = [await makeRun(), await makeRun()];
    await tagged([a, b], ['x']);
    await tagged([a], ['y']);
    expect(await idsOf({ tags: 'x, Y' })).toEqual([a]);
    expect(await idsOf({ tags: '' })).toEqual([b, a]);
    await tagExperiments(lab.actor, tagBody.parse({ ids: [experimentId], add: ['x'] }));
    const found = await listExperiments(lab.actor, listExperimentsQuery.parse({ tags: 'x' }));
    expect(found.items.map(({ id }) => id)).toContain(experimentId);
  });

  it('are only of their own workspace, and limited in number', async () => {
    const id = await makeRun();
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    expect(await tagRuns(stranger, tagBody.parse({ ids: [id], add: ['x'] }))).toEqual({
      changed: [],
      refused: [{ id, reason: 'It does not exist.' }],
    });
    const many = Array.from({ length: 15 }, (_, index) => `t${index}`);
    await tagged([id], many);
    const over = await tagged(
      [id],
      many.map((word) => `more ${word}`),
    );
    expect(over.refused).toEqual([{ id, reason: expect.stringContaining('take one away') }]);
  });
});

describe('the archive', () => {
  it('hides ended runs until they are asked for or brought back, keeps them whole, and says why one stays', async () => {
    const [ended, live] = [await makeRun(), await makeRun({ label: 'Going', status: 'paused' })];
    const away = await archiveRuns(lab.actor, { ids: [ended, live, 'run_none'], archived: true });
    expect(away.changed).toEqual([ended]);
    expect(away.refused).toEqual([
      { id: 'run_none', reason: 'It does not exist.' },
      { id: live, reason: 'Going has not ended: stop it, or archive it when it has.' },
    ]);
    expect(await idsOf()).toEqual([live]);
    expect(await idsOf({ archived: 'true' })).toEqual([ended]);
    expect((await archiveRuns(lab.actor, { ids: [ended], archived: true })).changed).toEqual([]);
    expect((await archiveRuns(lab.actor, { ids: [ended], archived: false })).changed).toEqual([ended]);
    expect(await idsOf()).toEqual([live, ended]);
    expect(await actions(ended)).toEqual(['run.archived', 'run.restored']);
  });

  it('takes experiments in bulk, but none whose runs are going, and gives them back', async () => {
    const idle = await lab.makeExperiment();
    await makeRun({ status: 'running' });
    const away = await archiveExperiments(lab.actor, { ids: [idle, experimentId], archived: true });
    expect(away).toEqual({
      changed: [idle],
      refused: [{ id: experimentId, reason: expect.stringContaining('still going') }],
    });
    expect(await archiveExperiments(lab.actor, { ids: [idle], archived: false })).toMatchObject({
      changed: [idle],
    });
    expect(await db().experiment.findUniqueOrThrow({ where: { id: idle } })).toMatchObject({
      archivedAt: null,
    });
  });
});

describe('saved views', () => {
  const viewBody = (name: string, rest: object = {}) =>
    createSavedViewBody.parse({ list: 'runs', name, address: 'sort=best', ...rest });
  const namesOf = async (actor: Actor<'read'>) =>
    (await listSavedViews(actor, { list: 'runs' })).items.map(
      ({ name, isOwn }) => `${name}${isOwn ? ', own' : ''}`,
    );

  it('are for the person who saved them, or for all where they are shared', async () => {
    const [viewer, other] = [lab.actorAs('viewer'), lab.actorAs('reviewer')];
    const mine = await createSavedView(viewer, viewBody('Mine'));
    const ours = await createSavedView(other, viewBody('Ours', { isShared: true }));
    expect(await namesOf(viewer)).toEqual(['Mine, own', 'Ours']);
    expect(await namesOf(other)).toEqual(['Ours, own']);
    await expect(createSavedView(viewer, viewBody('For all', { isShared: true }))).rejects.toMatchObject({
      code: 'ROLE_FORBIDDEN',
    });
    await expect(updateSavedView(viewer, { viewId: ours.id, name: 'Theirs' })).rejects.toMatchObject({
      code: 'ROLE_FORBIDDEN',
    });
    await expect(deleteSavedView(other, { viewId: mine.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await updateSavedView(viewer, { viewId: mine.id, name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      address: 'sort=best',
    });
    await deleteSavedView(viewer, { viewId: mine.id });
    await deleteSavedView(lab.actorAs('owner'), { viewId: ours.id });
    expect(await namesOf(other)).toEqual([]);
    expect(await actions(ours.id)).toEqual(['view.shared', 'view.deleted']);
    expect(await actions(mine.id)).toEqual([]);
  });

  it('have one default a person and list', async () => {
    const me = lab.actorAs('reviewer');
    const first = await createSavedView(me, viewBody('First', { isDefault: true }));
    await createSavedView(me, viewBody('Second', { isDefault: true }));
    await createSavedView(me, viewBody('Other list', { list: 'slots', isDefault: true }));
    const defaults = async () =>
      (await listSavedViews(me, { list: 'runs' })).items.flatMap((view) => (view.isDefault ? view.name : []));
    expect(await defaults()).toEqual(['Second']);
    await updateSavedView(me, { viewId: first.id, isDefault: true });
    expect(await defaults()).toEqual(['First']);
  });
});
