import { expectUsable } from './support/barriers';
import { startSlowRun } from './support/experiments';
import { expect, test } from './support/test';

/** Background work is listed, paused and ended on one page. */

test('A run is found among the jobs, paused, resumed and stopped there', { tag: '@full' }, async ({
  page,
  api,
}) => {
  const runId = await startSlowRun(api, 'Looked after');
  await page.goto('/jobs?kind=run');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  const workers = page.getByRole('table', { name: 'Workers' });
  await expect(workers.getByText('Alive').first()).toBeVisible();
  const row = page
    .getByRole('table', { name: 'Jobs', exact: true })
    .getByRole('row')
    .filter({ has: page.locator(`a[href="/runs/${runId}"]`) });
  const state = (word: string) => row.getByRole('cell', { name: word, exact: true });
  await expect(state('At work')).toBeVisible();
  await expect(workers.getByRole('link', { name: 'Looked after' })).toBeVisible();
  await row.getByRole('button', { name: 'Pause Looked after' }).click();
  await expect(state('Paused')).toBeVisible();
  await expectUsable(page, { name: 'jobs with a paused run', path: '/jobs?kind=run' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: 'Resume Looked after' }).click();
  await expect(state('At work')).toBeVisible();
  await row.getByRole('button', { name: 'Stop Looked after' }).click();
  await page
    .getByRole('dialog', { name: 'Stop this run?' })
    .getByRole('button', { name: 'Stop the run' })
    .click();
  await expect(state('Stopped')).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);

  await page.keyboard.press('j');
  await expect(page.locator('table a:focus')).toBeVisible();
  await page.getByLabel('State', { exact: true }).selectOption('Stopped');
  await expect(page).toHaveURL(/state=stopped/);
  await expect(row).toBeVisible();
});
