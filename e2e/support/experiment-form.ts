import type { Page } from '@playwright/test';

/** Opens groups of the advanced settings of a new experiment; each is closed at first. */
export async function openAdvanced(page: Page, ...groups: readonly string[]): Promise<void> {
  const advanced = page.getByRole('button', { name: 'Advanced', exact: true });
  if ((await advanced.getAttribute('aria-expanded')) === 'false') await advanced.click();
  for (const name of groups) await page.getByRole('button', { name, exact: true }).click();
}
