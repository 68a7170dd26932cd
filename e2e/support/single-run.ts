import type { Page } from '@playwright/test';

/** From the page of an experiment to the dialog of one run of its own, past the plan. */
export async function openSingleRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  await page.getByRole('button', { name: 'Single run…' }).click();
}
