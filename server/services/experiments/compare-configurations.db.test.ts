import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testActor } from '@/lib/testing/test-actor';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { compareConfigurations } from './compare-configurations';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 4, heldOut: 2, timeScale: null });
});
afterAll(() => lab.close());

describe('the configurations of two experiments', () => {
  it('R-006: differ setting by setting, seen from either side', async () => {
    const one = await lab.makeExperiment({ epochs: 3, seedCandidateText: 'Add.' });
    const two = await lab.makeExperiment({ epochs: 5, seedCandidateText: 'Add.\nCheck.' });
    const viewer = lab.actorAs('viewer');
    const found = await compareConfigurations(viewer, { experimentId: two, other: one });
    expect(found.changes).toEqual([
      { path: 'epochs', before: 3, after: 5 },
      { path: 'seedCandidateText', before: 'Add.', after: 'Add.\nCheck.' },
    ]);
    expect([found.before.id, found.after.id]).toEqual([one, two]);
    expect(found.before.hash).not.toBe(found.after.hash);
    expect(found.names[lab.taskId]).toBeTruthy();
    const back = await compareConfigurations(viewer, { experimentId: one, other: two });
    expect(back.changes[0]).toEqual({ path: 'epochs', before: 5, after: 3 });
  });

  it('are the same, with one hash, whatever the two are called', async () => {
    const [one, two] = [await lab.makeExperiment(), await lab.makeExperiment({ description: 'Another.' })];
    const found = await compareConfigurations(lab.actor, { experimentId: one, other: two });
    expect(found.changes).toEqual([]);
    expect(found.before.hash).toBe(found.after.hash);
  });

  it('belong to their workspace', async () => {
    const one = await lab.makeExperiment();
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    const asked = compareConfigurations(stranger, { experimentId: one, other: one });
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
