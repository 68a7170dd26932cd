import type { Locator, Page } from '@playwright/test';

/** From a run's best prompt to a canary that is registered, as a person does it on the pages. */
export async function promote(page: Page, runId: string, slot: string): Promise<string> {
  await page.goto(`/runs/${runId}?tab=playbook`);
  await page.getByRole('button', { name: /^Promote best prompt, v\d+, / }).click();
  const dialog = page.getByRole('dialog', { name: /^Promote best prompt/ });
  await dialog.getByLabel('Slot').selectOption({ label: `${slot} · rehearsal · version 1 is live` });
  await dialog.getByRole('button', { name: 'Draft its canary' }).click();
  await page.waitForURL(/\/canaries\//);
  return page.url().split('/').at(-1) ?? '';
}

export async function register(page: Page, pairsPlanned: number): Promise<void> {
  const plan = {
    'Margin, points': '5',
    'Share, %': '100',
    'Window, days': '1',
    'Pairs planned': String(pairsPlanned),
  };
  for (const [label, value] of Object.entries(plan)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Pairs at least').fill('200');
  await page.getByLabel('I accept that this will probably end inconclusive').check();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Register this plan?' });
  await dialog.getByRole('button', { name: 'Register' }).click();
}

export const stage = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Stages of the canary' }).getByRole('listitem').filter({ hasText: name });
