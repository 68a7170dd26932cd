import type { Browser, Locator, Page } from '@playwright/test';
import { signIn } from './sign-in';
import { expect, watchFaults } from './test';

/** From a run's best prompt to a canary that is registered, as a person does it on the pages. */
export async function promote(page: Page, runId: string, slot: string): Promise<string> {
  await page.goto(`/runs/${runId}?tab=prompt`);
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
  await page.getByRole('button', { name: 'Advanced', exact: true }).click();
  for (const [label, value] of Object.entries(plan)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Pairs at least').fill('200');
  await page.getByLabel('I accept that this will probably end inconclusive').check();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Register this plan?' });
  await dialog.getByRole('button', { name: 'Register' }).click();
}

export const stage = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Stages of the canary' }).getByRole('listitem').filter({ hasText: name });

/** A slot with version 1 live and a gateway to the practice model, as a first-time user makes it. */
export async function makeSlotByHand(page: Page, name: string): Promise<string> {
  await page.goto('/slots');
  await page.getByRole('button', { name: 'New slot' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New slot' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Key', { exact: true }).fill(`formula-${Date.now()}`);
  await dialog.getByRole('button', { name: 'Make the slot' }).click();
  await page.waitForURL(/\/slots\/[a-z]+_/);
  await page.getByRole('button', { name: 'Write a version' }).first().click();
  const write = page.getByRole('dialog', { name: 'Write a version' });
  await write.getByLabel('Prompt').fill('Answer with the number alone.');
  await write.getByRole('button', { name: 'Add the version' }).click();
  await page.getByRole('button', { name: 'This is what the code serves today' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Begin with it' }).click();
  await expect(page.getByRole('list', { name: 'Changes of the flag' })).toContainText('version 1');
  const gateway = page.getByRole('form', { name: 'Gateway' });
  await gateway.getByLabel('Provider').selectOption('Practice model, fast forward');
  await gateway.getByRole('button', { name: 'Save' }).click();
  await expect(gateway.getByRole('status')).toContainText('it holds within a second');
  return page.url().split('/').at(-1) ?? '';
}

interface OtherPerson {
  readonly page: Page;
  readonly faults: readonly string[];
}

/** A second person in a session of their own. */
export async function openAs(
  browser: Browser,
  account: { readonly email: string; readonly password: string },
): Promise<OtherPerson> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await signIn(page, account);
  await page.waitForURL((url) => url.pathname === '/');
  return { page, faults };
}

/** From the notice that a canary of the slot waits to the flag that serves its prompt. */
export async function approveAndGoLive({ page, faults }: OtherPerson, slot: string): Promise<void> {
  await page
    .getByRole('link', { name: /^Notices/ })
    .first()
    .click();
  const notices = page.getByRole('list', { name: 'Notices' });
  await notices.getByRole('link', { name: new RegExp(`“${slot}” waits for your approval`) }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this evidence' });
  await dialog.getByLabel('Note').fill('The table convinced me.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('list', { name: 'Decisions' })).toContainText('The table convinced me.');
  await page.getByRole('button', { name: 'Go live' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go live' }).click();
  await expect(stage(page, 'Watch')).toHaveAttribute('aria-current', 'step');
  expect(faults).toEqual([]);
  await page.context().close();
}
