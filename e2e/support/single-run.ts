import { expect, type Page } from '@playwright/test';

/** From the page of an experiment to the dialog of one run of its own, past the plan. */
export async function openSingleRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  const single = page.getByRole('button', { name: 'Single run…' });
  await expect(single).toBeVisible();
  // The estimate moves the buttons as it comes, and a press that begins before and ends after it is none.
  await expect(page.getByRole('status').filter({ hasText: 'Estimating the plan' })).toHaveCount(0);
  await single.click();
}
