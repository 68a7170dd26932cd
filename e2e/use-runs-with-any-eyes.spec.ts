import type { Api } from './support/api';
import { expectUsable } from './support/barriers';
import { chartScenes, tableScenes } from './support/chart-scenes';
import { makeExperiment, smallSplit, startRun, waitForEnd } from './support/experiments';
import { liveScenesOf } from './support/live-scenes';
import { isAboutRuns, placesOf, runDialogsOf, type Shown } from './support/pages';
import { launchSmallGroup } from './support/run-groups';
import { scenesOf } from './support/scenes';
import { expect, test } from './support/test';

/** Accessibility of every page of a run; the other pages are in use-with-any-eyes. */

test('Every page of a run is accessible in both themes and fits a phone', { tag: '@full' }, async ({
  page,
  api,
}) => {
  test.setTimeout(1_200_000);
  const shown = await makeSmallRuns(api);
  for (const place of [...placesOf(shown).filter(isAboutRuns), ...runDialogsOf(shown)])
    await test.step(place.name, () => expectUsable(page, place));
});

test('Menus, chart tables, traces and dialogs of a run in progress are accessible too', {
  tag: '@full',
}, async ({ page, api }) => {
  test.setTimeout(1_200_000);
  const { experimentId, datasetId, runIds } = await makeSmallRuns(api);
  const slow = await makeExperiment(api, {
    name: 'Under way while it is looked at',
    pace: 'watchable',
    settings: { batch: { kind: 'static', size: 5, reason: 'Small iterations leave time to look.' } },
  });
  const live = await startRun(api, { experimentId: slow.id, kind: 'comparisonPoint', seed: 3 });
  const [runId = ''] = runIds;
  const ofEnded = [
    ...scenesOf({ experimentId, armIds: runIds }, datasetId),
    ...chartScenes(runId),
    ...tableScenes(runId),
  ];
  // Scenes that need the run in progress come first, before it can end.
  for (const scene of [...liveScenesOf(live.id), ...ofEnded])
    await test.step(scene.name, () => expectUsable(page, scene));
  // If the scenes took longer than the run, it has stopped by itself.
  const stopped = await api.send('POST', `/api/v1/runs/${live.id}/control`, { action: 'stop' });
  expect([200, 409]).toContain(stopped.status());
});

/** Two runs to compare, small enough to check all their elements quickly. */
async function makeSmallRuns(api: Api): Promise<Shown> {
  const split = await smallSplit(api);
  const experiment = await makeExperiment(api, {
    name: 'Small enough to look through',
    pace: 'fast',
    splitId: split.id,
    settings: { batch: { kind: 'static', size: 10, reason: 'Three iterations show all that a page can.' } },
  });
  // Neither waits for the other: they and the group are started in parallel.
  const runIds: string[] = [];
  for (const seed of [1, 2]) {
    const run = await startRun(api, { experimentId: experiment.id, kind: 'comparisonPoint', seed });
    runIds.push(run.id);
  }
  const group = await launchSmallGroup(api);
  for (const runId of runIds) await waitForEnd(api, runId);
  return { experimentId: experiment.id, datasetId: split.datasetId, runIds, groupId: group.id };
}
