import { mkdirSync, rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { startOwnInstance } from '@/server/commands/support/own-instance';
import { OWNER } from './support/account';
import { apiOf } from './support/api';
import { waitForDiagnosis } from './support/experiments';
import { browserArguments, findBrowser } from './support/find-browser';
import { FORM_SCENES, LONG_FORM_SCENES } from './support/form-scenes';
import { firstPlaces, OUTSIDE, placesOf, runDialogsOf, runPlaces, whatIsThere } from './support/pages';
import { type Camera, takePictures } from './support/pictures';
import { DOOR_SCENES, longScenesOf, scenesOf } from './support/scenes';
import { fillShowcase } from './support/showcase';
import { signIn } from './support/sign-in';

/**
 * `npm run screenshots [-- name …]`: every page of a product of its own as pictures to look at, first as a newcomer
 * finds it, then lived in; in both themes, wide and on a phone. Names are beginnings of the pictures' names. They are
 * kept in e2e/.screenshots, which git ignores.
 */

const FOLDER = 'e2e/.screenshots';

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const product = await startOwnInstance({
  WAGGLE_OWNER_EMAIL: OWNER.email,
  WAGGLE_OWNER_PASSWORD: OWNER.password,
});
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() });
try {
  const context = await browser.newContext({ baseURL: product.baseUrl, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const camera: Camera = { page, folder: FOLDER, only: process.argv.slice(2) };
  await takePictures(camera, [...OUTSIDE, ...DOOR_SCENES]);

  await signIn(page, OWNER);
  await page.waitForURL((url) => url.pathname === '/');
  const api = apiOf(page, product.baseUrl);
  await waitForDiagnosis(api);
  const seeded = await api.get<{ items: ExperimentView[] }>('/api/v1/experiments');
  const there = await whatIsThere(api);
  const neverRun = seeded.items.find((experiment) => experiment.runs === 0);
  await takePictures(camera, firstPlaces({ ...there, experimentId: neverRun?.id ?? there.experimentId }));

  const showcase = await fillShowcase(api);
  const shown = { ...(await whatIsThere(api)), experimentId: showcase.experimentId, runIds: showcase.armIds };
  await takePictures(camera, runPlaces('live', showcase.liveRunId));
  const scenes = [...scenesOf(showcase, shown.datasetId), ...runDialogsOf(shown), ...FORM_SCENES];
  await takePictures(camera, scenes, { whole: false });
  await takePictures(camera, [
    ...placesOf(shown),
    ...longScenesOf(showcase),
    ...LONG_FORM_SCENES,
    ...runPlaces('faulty', showcase.faultyRunId),
    ...runPlaces('broken', showcase.brokenRunId),
  ]);
  console.log(`The pictures are in ${FOLDER}.`);
} finally {
  await browser.close();
  await product.stop();
}
