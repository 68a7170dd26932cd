import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { startOwnInstance } from '@/server/commands/support/own-instance';
import { OWNER } from './support/account';
import { type Api, apiOf } from './support/api';
import { makeExperiment, startRun, waitForDiagnosis, waitForEnd } from './support/experiments';
import { browserArguments, findBrowser } from './support/find-browser';
import { OUTSIDE, placesOf, visit, whatIsThere } from './support/pages';
import { signIn } from './support/sign-in';

/**
 * `npm run screenshots`: every page of a product of its own, filled with a few finished runs, as pictures to look
 * at: light and dark on a wide screen, and on a phone. They are kept in e2e/.screenshots, which git ignores.
 */

const FOLDER = 'e2e/.screenshots';
const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;

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
  const save = async (name: string, look: string) => {
    await page.screenshot({ path: path.join(FOLDER, `${name}.${look}.png`), fullPage: true });
  };
  const show = async ({ colorScheme, viewport }: (typeof LOOKS)[number]) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  };
  for (const place of OUTSIDE) {
    await visit(page, place);
    for (const look of LOOKS) {
      await show(look);
      await save(place.name, look.name);
    }
  }
  await signIn(page, OWNER);
  await page.waitForURL((url) => url.pathname === '/');
  const api = apiOf(page, product.baseUrl);
  await waitForDiagnosis(api);
  await show(LOOKS[0]);
  await visit(page, { name: 'overview-first', path: '/' });
  await save('overview-first', 'light');
  await fill(api);
  for (const place of placesOf(await whatIsThere(api))) {
    for (const look of LOOKS) {
      await show(look);
      await visit(page, place);
      await save(place.name, look.name);
    }
  }
  console.log(`The pictures are in ${FOLDER}.`);
} finally {
  await browser.close();
  await product.stop();
}

/** Two arms at a fixed batch size and a Combee run on the controller's own sizes. */
async function fill(api: Api): Promise<void> {
  const experiment = await makeExperiment(api, { name: 'Combee against naive', pace: 'fast' });
  const batch = { kind: 'static', size: 50, reason: 'A pinned size, to compare the two arms.' };
  const arms = [
    { kind: 'comparisonPoint', label: 'Naive at 50', batch, aggregation: { kind: 'naive' } },
    { kind: 'comparisonPoint', label: 'Combee at 50', batch },
    { kind: 'combee', label: 'Combee, own sizes' },
  ];
  for (const arm of arms) {
    const run = await startRun(api, { experimentId: experiment.id, seed: 5, ...arm });
    await waitForEnd(api, run.id);
  }
}
