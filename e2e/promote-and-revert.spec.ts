import type { Browser, Page } from '@playwright/test';
import type { ServedPromptDetail } from '@/lib/contracts/slot-prompts';
import type { Api } from './support/api';
import { expectUsable } from './support/barriers';
import { confirmedRun } from './support/experiments';
import { askThroughGateway } from './support/gateway-calls';
import { promote, register, stage } from './support/promote-by-hand';
import { signIn } from './support/sign-in';
import { makeSlot, postPairs } from './support/slots';
import { expect, test, watchFaults } from './support/test';
import { letHoursPass } from './support/time-passes';

/**
 * A learned prompt goes live and is reverted: a shadow on real requests through the gateway, an approval by a
 * second person, callers who receive it, and a revert in one click. Also a canary without evidence, which
 * cannot go live.
 */
const PASSWORD = 'a-long-approver-password';
const PAIRS = 250;

test('A learned prompt passes its shadow, is approved by another person, goes live and is reverted', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  // The approver's account must be older than the registration.
  const email = `ada-${Date.now()}@journey.example`;
  await api.post('/api/v1/people', { email, name: 'Ada Approver', role: 'reviewer', password: PASSWORD });
  const runId = await confirmedRun(api);
  const slotId = await makeSlotByHand(page);

  const canaryId = await promote(page, runId, 'Formula answers');
  await register(page, PAIRS);
  await page.getByRole('button', { name: 'Start the shadow' }).click();
  await expect(stage(page, 'Shadow')).toHaveAttribute('aria-current', 'step');
  const statuses = await askThroughGateway({ api, baseURL: baseURL ?? '', slotId }, PAIRS + 10);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // An outcome that is missing when the hours pass never came, and at most 1 % may be missing.
  await expect.poll(() => pairsOf(api, canaryId)).toBeGreaterThanOrEqual(statuses.length - 2);
  await letHoursPass(canaryId, 25);
  await expect(stage(page, 'Approval')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeDisabled();

  await expectUsable(page, { name: 'canary-approval', path: `/canaries/${canaryId}` });

  const other = await openAs(browser, email);
  await other.page
    .getByRole('link', { name: /^Notices/ })
    .first()
    .click();
  const notices = other.page.getByRole('list', { name: 'Notices' });
  await notices.getByRole('link', { name: /“Formula answers” waits for your approval/ }).click();
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = other.page.getByRole('dialog', { name: 'Approve this evidence' });
  await dialog.getByLabel('Note').fill('The table convinced me.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(other.page.getByRole('list', { name: 'Decisions' })).toContainText('The table convinced me.');
  await other.page.getByRole('button', { name: 'Go live' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Go live' }).click();
  await expect(stage(other.page, 'Watch')).toHaveAttribute('aria-current', 'step');
  expect(other.faults).toEqual([]);
  await other.page.context().close();

  // The next whole second, because people enter times by the second.
  const liveAt = new Date(Math.ceil(Date.now() / 1000) * 1000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/slots/${slotId}`);
  await expect(page.getByText('Version 2 answers all callers.')).toBeVisible();
  expect(await servedVersion(api, slotId)).toBe(2);
  await expect.poll(() => Date.now(), 'that second is over').toBeGreaterThan(liveAt.getTime());
  await page.getByRole('button', { name: 'Revert now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  const counter = page.getByRole('region', { name: 'What became of the revert' });
  await expect(counter).toContainText(/Reverted [\d.]+ seconds? ago/);
  await expect(counter.getByRole('status')).toContainText(/Taken back (at once|within [\d.]+ seconds?)/);
  expect(await servedVersion(api, slotId)).toBe(1);

  const moment = new Date(liveAt.getTime() - liveAt.getTimezoneOffset() * 60_000);
  await page.getByLabel('What was live at').fill(moment.toISOString().slice(0, 19));
  await expect(page.getByText(/Live was version 2/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes of the flag' })).toContainText('Reverted');
  await expectUsable(page, { name: 'slot-reverted', path: `/slots/${slotId}` });
  await page.goto(`/canaries/${canaryId}`);
  await expect(stage(page, 'Watch')).toContainText('reverted');
  await expect(page.getByRole('button', { name: 'Go live' })).toHaveCount(0);
  expect((await api.send('POST', `/api/v1/canaries/${canaryId}/go-live`)).status()).toBe(409);
});

test('A canary with hardly any differing pair ends inconclusive, and cannot go live', {
  tag: '@full',
}, async ({ page, api }) => {
  const made = await makeSlot(api, `quiet-${Date.now()}`, { plan: { pairsPlanned: 200, windowHours: 24 } });
  await postPairs(api, made, 200, { incumbent: 5, challenger: 5 });
  await page.goto(`/canaries/${made.canaryId}`);
  await expect(page.getByText('200 of 200')).toBeVisible();
  await letHoursPass(made.canaryId, 25);
  await expect(page.getByRole('list', { name: 'Stages of the canary' })).toContainText('(inconclusive)');
  await expect(page.getByText('It never promotes')).toBeVisible();
  for (const name of ['Approve', 'Go live', 'Start the shadow'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  const refused = await api.send('POST', `/api/v1/canaries/${made.canaryId}/go-live`);
  expect(refused.status()).toBe(409);
  const { live } = await api.get<{ live: { version: number } | null }>(`/api/v1/slots/${made.slotId}`);
  expect(live?.version).toBe(1);
});

/** By hand, as a first-time user does it. */
async function makeSlotByHand(page: Page): Promise<string> {
  await page.goto('/slots');
  await page.getByRole('button', { name: 'New slot' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New slot' });
  await dialog.getByLabel('Name', { exact: true }).fill('Formula answers');
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

async function pairsOf(api: Api, canaryId: string): Promise<number> {
  return (await api.get<{ pairs: number }>(`/api/v1/canaries/${canaryId}`)).pairs;
}

async function servedVersion(api: Api, slotId: string): Promise<number | undefined> {
  const { live } = await api.get<{ live: Pick<ServedPromptDetail, 'version'> | null }>(
    `/api/v1/slots/${slotId}`,
  );
  return live?.version;
}

async function openAs(browser: Browser, email: string) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await signIn(page, { email, password: PASSWORD });
  await page.waitForURL((url) => url.pathname === '/');
  return { page, faults };
}
