import { expectUsable } from './support/barriers';
import { bundledSplit, waitForDiagnosis } from './support/experiments';
import { isAboutRuns, OUTSIDE, type Place, placesOf, pressed } from './support/pages';
import { makeSlot } from './support/slots';
import { test } from './support/test';

/**
 * Accessibility of every page, and of one of each kind for the quick test; runs and opened forms are in
 * separate files, so that two run in parallel.
 */

test('Every page is accessible in both themes and fits a phone', { tag: '@full' }, async ({ page, api }) => {
  test.setTimeout(1_200_000);
  const { datasetId, id: splitId } = await bundledSplit(api);
  const intake = await api.post<{ id: string }>('/api/v1/intakes', {
    name: 'Half a set-up',
    answers: { datasetId, splitId, baselineSplit: 'train', failureLevel: 'high', usedToTune: true },
  });
  const { slotId, canaryId, draftedCanaryId } = await makeSlot(api, 'any-eyes');
  const shown = { datasetId, experimentId: '', runIds: [], intakeId: intake.id, slotId, canaryId };
  const places = [
    ...placesOf(shown).filter((place) => !isAboutRuns(place)),
    { name: 'canary-draft', path: `/canaries/${draftedCanaryId}` },
    pressed('new-slot-dialog', '/slots', 'New slot'),
    pressed('slot-key-dialog', `/slots/${slotId}`, 'New key'),
  ];
  for (const place of places) await test.step(place.name, () => expectUsable(page, place));
});

test('A page of each kind is accessible in both themes and fits a phone', async ({ page, api }) => {
  await waitForDiagnosis(api);
  const { datasetId } = await bundledSplit(api);
  const baselines = await api.get<{ items: { id: string }[] }>('/api/v1/runs?kind=serialBaseline');
  const kinds: readonly Place[] = [
    { name: 'a page of figures', path: '/' },
    { name: 'a list', path: '/runs' },
    { name: 'a form', path: '/experiments/new' },
    { name: 'a record with tabs and charts', path: `/runs/${baselines.items.at(-1)?.id}` },
    { name: 'a table of examples', path: `/datasets/${datasetId}?tab=examples` },
    { name: 'settings', path: '/settings?tab=people' },
    pressed('a dialog', '/slots', 'New slot'),
  ];
  for (const place of kinds) await test.step(place.name, () => expectUsable(page, place));
});

test('The sign-in page is accessible too, for signed-out visitors', { tag: '@full' }, async ({
  browser,
  baseURL,
}) => {
  const stranger = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
  });
  const page = await stranger.newPage();
  for (const place of OUTSIDE) await expectUsable(page, place);
  await stranger.close();
});
