import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { makeExperiment, smallSplit, startRun, waitForEnd } from './support/experiments';
import { OUTSIDE, type Place, placesOf, runDialogsOf, type Scene, type Shown, visit } from './support/pages';
import { launchSmallGroup } from './support/run-groups';
import { ADVANCED_SCENE } from './support/scenes';
import { expect, test } from './support/test';

/** Every page for every reader: by screen reader, in light and dark, on a wide screen and on a phone. */

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test('Every page is free of barriers in both themes and fits a phone', async ({ page, api }) => {
  test.setTimeout(900_000);
  const shown = await makeSmallRuns(api);
  for (const place of [...placesOf(shown), ...runDialogsOf(shown), ADVANCED_SCENE])
    await test.step(place.name, () => judge(page, place));
});

test('So is the door, for whoever is not signed in', async ({ browser, baseURL }) => {
  const stranger = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
  });
  const page = await stranger.newPage();
  for (const place of OUTSIDE) await judge(page, place);
  await stranger.close();
});

/** Two runs to compare, small enough that looking through all of their elements takes no time. */
async function makeSmallRuns(api: Api): Promise<Shown> {
  const split = await smallSplit(api);
  const experiment = await makeExperiment(api, {
    name: 'Small enough to look through',
    pace: 'fast',
    splitId: split.id,
    settings: { batch: { kind: 'static', size: 10, reason: 'Three iterations show all that a page can.' } },
  });
  const runIds: string[] = [];
  for (const seed of [1, 2]) {
    const run = await startRun(api, { experimentId: experiment.id, kind: 'comparisonPoint', seed });
    await waitForEnd(api, run.id);
    runIds.push(run.id);
  }
  const group = await launchSmallGroup(api);
  return { experimentId: experiment.id, datasetId: split.datasetId, runIds, groupId: group.id };
}

async function judge(page: Page, place: Place | Scene): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await visit(page, place);
  if ('arrange' in place) await place.arrange(page);
  await expectNoBarrier(new AxeBuilder({ page }), `${place.name}, light`);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  // Only colours differ between the themes.
  await expectNoBarrier(new AxeBuilder({ page }).withRules('color-contrast'), `${place.name}, dark`);
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `${place.name} does not scroll sideways`,
    })
    .toBeLessThanOrEqual(PHONE.width);
}

async function expectNoBarrier(builder: AxeBuilder, where: string): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
  expect.soft(found, where).toEqual([]);
}
