import type { ServedPromptDetail } from '@/lib/contracts/slot-prompts';
import type { Api } from './support/api';
import { expectUsable } from './support/barriers';
import { confirmedRun } from './support/experiments';
import { askThroughGateway } from './support/gateway-calls';
import {
  approveAndGoLive,
  makeSlotByHand,
  openAs,
  promote,
  register,
  stage,
} from './support/promote-by-hand';
import { makeSlot, postPairs } from './support/slots';
import { expect, test } from './support/test';
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
  const slotId = await makeSlotByHand(page, 'Formula answers');

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

  await approveAndGoLive(await openAs(browser, { email, password: PASSWORD }), 'Formula answers');

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

async function pairsOf(api: Api, canaryId: string): Promise<number> {
  return (await api.get<{ pairs: number }>(`/api/v1/canaries/${canaryId}`)).pairs;
}

async function servedVersion(api: Api, slotId: string): Promise<number | undefined> {
  const { live } = await api.get<{ live: Pick<ServedPromptDetail, 'version'> | null }>(
    `/api/v1/slots/${slotId}`,
  );
  return live?.version;
}
