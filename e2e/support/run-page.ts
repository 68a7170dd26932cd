import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** The parts of a run's page that several journeys read. */

export function vital(page: Page, name: string): Locator {
  const numbers = page.getByRole('region', { name: 'Key figures' });
  return numbers.locator('> div').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** Number of finished training rollouts shown on the page. */
export async function rolloutsDone(page: Page): Promise<number> {
  // "12 / 40" while the run is going, "40" once it has ended.
  const text = await vital(page, 'Training rollouts').locator('h2 + div').textContent();
  return Number(/^[\d,]+/.exec(text ?? '')?.[0]?.replaceAll(',', '') ?? Number.NaN);
}

export async function waitForRollouts(page: Page, least: number, timeout = 150_000): Promise<void> {
  await expect
    .poll(() => rolloutsDone(page), { message: `at least ${least} training rollouts`, timeout })
    .toBeGreaterThanOrEqual(least);
}

export function statusBadge(page: Page, word: string): Locator {
  const heading = page.getByRole('heading', { level: 1 });
  return page.locator('header').filter({ has: heading }).getByText(word, { exact: true });
}

export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** Opens a section of the tab `Details`. */
export async function openDetails(page: Page, name: string): Promise<void> {
  await openTab(page, 'Details');
  const section = detailsLink(page, name);
  await section.click();
  await expect(section).toHaveAttribute('aria-current', 'page');
}

export function detailsLink(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Details' })
    .getByRole('link', { name: new RegExp(`^${name}`) });
}

/** Downloads a file from a chart's menu. */
export async function takeAlong(page: Page, question: string, kind: 'CSV' | 'PNG' | 'SVG'): Promise<Buffer> {
  await page.getByRole('button', { name: `Download: ${question}` }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kind }).click();
  return readFile(await (await coming).path());
}
