import type { RehearsalView } from '@/lib/contracts/rehearsal';
import { waitForOfficeDiagnosis } from './support/experiments';
import { expect, test } from './support/test';

/**
 * A newcomer rehearses a promotion on the practice slot, alone and without knowing anything: a good prompt goes live, a bad
 * one is caught, and the good one is taken back. The time is printed for the reader of the log.
 */
test('A newcomer promotes a prompt, sees a bad one caught, and rolls back', async ({ page, api }) => {
  await waitForOfficeDiagnosis(api);
  const rehearsalOf = async () =>
    (await api.get<{ rehearsal: RehearsalView | null }>('/api/v1/rehearsal')).rehearsal;
  const startedMs = Date.now();
  await page.goto('/slots');
  await page.getByRole('link', { name: 'Practice slot' }).click();
  const steps = page.getByRole('list', { name: 'Steps of the rehearsal' }).getByRole('listitem');
  const [good, bad, back] = [steps.nth(0), steps.nth(1), steps.nth(2)];

  await test.step('the learned prompt passes and goes live', async () => {
    await good.getByRole('button', { name: 'Start practice traffic' }).click();
    await expect(good.getByRole('progressbar', { name: 'Practice requests' })).toBeVisible();
    await expect(good).toContainText(/of 300 requests · \d+ of 25 practice hours · \d+ s left/);
    await expect(good).toContainText(/pt \(.*n = \d+\)/);
    await good.getByRole('button', { name: 'Approve and promote' }).click({ timeout: 60_000 });
    await expect(good.getByRole('img', { name: 'Done' })).toBeVisible();
    expect((await rehearsalOf())?.live).toBe('learned');
  });

  await test.step('the shortened prompt is caught in shadow', async () => {
    await bad.getByRole('button', { name: 'Start practice traffic' }).click();
    await expect(bad.getByText('Caught', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(bad).toContainText(/points worse/);
    expect((await rehearsalOf())?.live).toBe('learned');
  });

  await test.step('one press takes the promotion back', async () => {
    await back.getByRole('button', { name: 'Roll back' }).click();
    await expect(back.getByRole('img', { name: 'Done' })).toBeVisible();
    expect((await rehearsalOf())?.live).toBe('first');
  });
  console.log(`The rehearsal took ${((Date.now() - startedMs) / 1000).toFixed(0)} s.`);
  await expect(page.getByRole('button', { name: 'Rehearse again' })).toBeEnabled();
});
