import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createExperimentBody,
  experiment,
  listExperimentsQuery,
  updateExperimentBody,
} from '@/lib/contracts/experiments';
import { startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { archiveExperiment, createExperiment, updateExperiment } from './change-experiments';
import { getExperiment, listExperiments } from './read-experiments';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 4, heldOut: 2, timeScale: null });
});
afterAll(() => lab.close());

const body = (changes: object) =>
  createExperimentBody.parse({ name: 'A name', taskId: lab.taskId, splitId: lab.splitId, ...changes });
const change = (experimentId: string, changes: object) =>
  updateExperiment(lab.actor, { experimentId, ...updateExperimentBody.parse(changes) });

describe('experiments', () => {
  it('begin as drafts with every default, and keep what a change leaves out', async () => {
    const draft = experiment.parse(await createExperiment(lab.actor, body({ name: 'Draft', lanes: 12 })));
    expect(draft).toMatchObject({ pinned: false, runs: 0, config: { lanes: 12, epochs: 1, models: {} } });
    const changed = await change(draft.id, { epochs: 3, description: 'Thrice.' });
    expect(changed).toMatchObject({
      name: 'Draft',
      description: 'Thrice.',
      config: { lanes: 12, epochs: 3 },
    });
    expect(await getExperiment(lab.actor, { experimentId: draft.id })).toEqual(changed);
  });

  it('lose no setting where two people change one at the same moment', async () => {
    const { id } = await createExperiment(lab.actor, body({ name: 'Shared' }));
    for (const value of [2, 3, 4]) {
      await Promise.all([change(id, { lanes: value }), change(id, { epochs: value })]);
      const { config } = await getExperiment(lab.actor, { experimentId: id });
      expect(config).toMatchObject({ lanes: value, epochs: value });
    }
  });

  it('refuse a task or a split that is not there, naming both', async () => {
    await expect(
      createExperiment(lab.actor, body({ taskId: 'tsk_x', splitId: 'spl_x' })),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: [{ path: 'taskId' }, { path: 'splitId' }],
    });
  });

  it('are pinned by their first run: only the name and the description still change', async () => {
    const batch = { kind: 'static', size: 2, reason: 'A test compares runs at one size.' };
    const experimentId = await lab.makeExperiment({ batch });
    await startRun(lab.actor, { experimentId, kind: 'comparisonPoint' });
    await expect(change(experimentId, { lanes: 3 })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect(await change(experimentId, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', pinned: true });
    await expect(archiveExperiment(lab.actor, { experimentId })).rejects.toThrow(/still going/);
  });

  it('are found by a part of their name, and gone from the list when archived', async () => {
    const { id } = await createExperiment(lab.actor, body({ name: 'Quite unusual' }));
    const find = (query: object) =>
      listExperiments(lab.actor, listExperimentsQuery.parse({ search: 'UNUSUAL', ...query }));
    expect((await find({})).items.map((one) => one.id)).toEqual([id]);
    await archiveExperiment(lab.actor, { experimentId: id });
    expect((await find({})).items).toEqual([]);
    expect((await find({ archived: 'true' })).items).toHaveLength(1);
    await expect(startRun(lab.actor, { experimentId: id, kind: 'serialBaseline' })).rejects.toThrow(
      /archived/,
    );
  });
});
