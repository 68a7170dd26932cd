import { expectUsable } from './support/barriers';
import { bundledSplit } from './support/experiments';
import { isAboutRuns, OUTSIDE, placesOf, pressed } from './support/pages';
import { makeSlot } from './support/slots';
import { test } from './support/test';

/** Every page for every reader; runs and opened forms stand in files of their own, so that two go side by side. */

test('Every page is free of barriers in both themes and fits a phone', async ({ page, api }) => {
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

test('So is the door, for whoever is not signed in', async ({ browser, baseURL }) => {
  const stranger = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
  });
  const page = await stranger.newPage();
  for (const place of OUTSIDE) await expectUsable(page, place);
  await stranger.close();
});
