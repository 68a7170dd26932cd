import type { Page } from '@playwright/test';
import { waitForDiagnosis } from './support/experiments';
import { openSingleRun } from './support/single-run';
import { expect, test } from './support/test';

/**
 * From nothing to a started run, step by step: every input is stated, and known values are accepted with a
 * press.
 */

test('A guided set-up asks for every input, offers values from the serial run, and ends in a run', {
  tag: '@full',
}, async ({ page, api }) => {
  test.setTimeout(240_000);
  await waitForDiagnosis(api);
  await page.goto('/experiments/new');
  await page.getByRole('button', { name: 'Guided set-up' }).click();
  await expect(page).toHaveURL(/\/intakes\/itk_/);
  const name = `Guided by a journey ${Date.now()}`;
  await page.locator('#in-name').fill(name);
  await saved(page);

  await go(page, 'Review');
  await expect(page.getByRole('region', { name: 'Still to be answered' })).toContainText(
    'nothing is guessed',
  );
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('I need these before I can plan');

  await go(page, 'Serial baseline');
  const serial = page.locator('#in-serialRunId');
  // Other journeys create serial runs of their own.
  const seeded = serial.locator('option', { hasText: 'Formula, serial baseline' }).first();
  await expect(seeded).toBeAttached();
  await serial.selectOption((await seeded.getAttribute('value')) ?? '');
  await expect(page.getByRole('button', { name: /^Take Version/ })).toBeVisible();
  await takeAll(page);

  await go(page, 'Task');
  await takeAll(page);
  // The task's own statements are known once the task is chosen.
  await saved(page);
  await takeAll(page);
  for (const [field, value] of [
    ['inputShape', 'A question with its figures.'],
    ['outputShape', 'One number.'],
    ['metricLow', '0'],
    ['metricHigh', '100'],
    ['metricUnit', '% right'],
  ] as const)
    await page.locator(`#in-${field}`).fill(value);
  await page.locator('#in-metricDirection').selectOption('higher');
  await page.locator('#in-baselineSplit').selectOption('train');
  await expect(page.getByText('A train score is no baseline', { exact: false })).toBeVisible();
  await page.locator('#in-baselineSplit').selectOption('heldOut');

  await go(page, 'Hardware');
  await takeAll(page);
  for (const [field, value] of [
    ['hardwareType', 'CPU of this machine'],
    ['hardwareCount', '2'],
    ['hardwareMemoryGb', '16'],
    ['hardwareNetwork', 'loopback'],
  ] as const)
    await page.locator(`#in-${field}`).fill(value);
  await page.locator('#in-hardwareSharing').selectOption('share');

  await go(page, 'Budget');
  await page.locator('#in-rollouts').fill('5000');
  await page.locator('#in-tokens').fill('1000000000');
  await page.getByRole('checkbox', { name: 'GPU-seconds are not measured here' }).check();
  await page.locator('#in-deadlineMinutes').fill('600');
  await page.locator('#in-binding').selectOption('rollouts');

  await go(page, 'Evaluation set');
  await takeAll(page);
  await saved(page);
  await takeAll(page);
  await page.locator('#in-owner').fill('The evaluation team');
  await page.locator('#in-usedToTune').selectOption('false');
  await expect(page.getByText(/held-out examples show a gain/)).toBeVisible();

  await go(page, 'Failure cost');
  await page.locator('#in-failureSentence').fill('An analyst quotes a wrong ratio to a customer.');
  await page.locator('#in-failureLevel').selectOption('high');
  await expect(page.getByText('2 people approve', { exact: false })).toBeVisible();

  await go(page, 'Defaults');
  await page.locator('#in-reason-R-200').fill('The serial record of this task is one of ACE.');
  await saved(page);

  // Every step has an address, and going back leads through the steps.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Failure cost' })).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(page.locator('#in-reason-R-200')).toHaveValue('The serial record of this task is one of ACE.');

  await go(page, 'Review');
  await expect(page.getByText('Every input is stated')).toBeVisible();
  const expected = page.getByRole('region', { name: 'What the run is expected to take' });
  await expect(expected).toContainText('GPU-seconds');
  await expect(expected).toContainText('Tokens and delays as in');
  await page.getByRole('button', { name: 'Create experiment' }).click();

  await expect(page).toHaveURL(/\/experiments\/exp_/, { timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 30_000 });
  await page.locator('summary').getByText('Settings', { exact: true }).click();
  await expect(page.getByText('Because: The serial record of this task is one of ACE.')).toBeVisible();
  await openSingleRun(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/\/runs\/run_/, { timeout: 30_000 });
  await expect(page.getByText('1 changed default: serial method')).toBeVisible();
  const runId = new URL(page.url()).pathname.split('/').at(-1);
  await api.post(`/api/v1/runs/${runId}/control`, { action: 'stop' });
});

async function go(page: Page, step: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Steps of the set-up' })
    .getByRole('button', { name: step })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: step })).toBeVisible();
}

const saved = (page: Page) =>
  expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

async function takeAll(page: Page): Promise<void> {
  const offers = page.getByRole('button', { name: /^Take (?!along)/ });
  while ((await offers.count()) > 0) {
    const name = (await offers.first().getAttribute('aria-label')) ?? '';
    await offers.first().click();
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
}
