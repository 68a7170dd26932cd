import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { Api } from './support/api';
import { readRun, startSlowRun } from './support/experiments';
import { openDetails, rolloutsDone, statusBadge, vital, waitForRollouts } from './support/run-page';
import { expect, test, watchFaults } from './support/test';

/** A run in the hands of its people: hold it, let it go on, end it, and never lose sight of it. */

test('A run is paused, resumed and stopped, and everyone who watches sees the same', async ({
  page,
  api,
  browser,
}) => {
  const runId = await startSlowRun(api, 'Watched and steered');
  await page.goto(`/runs/${runId}`);
  await waitForRollouts(page, 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(statusBadge(page, 'Paused')).toBeVisible();
  await expect(vital(page, 'Training rollouts')).toContainText('Paused at a boundary');

  const held = await rolloutsDone(page);
  await page.reload();
  await expect(statusBadge(page, 'Paused')).toBeVisible();
  await expect.poll(() => rolloutsDone(page)).toBe(held);

  const colleague = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await colleague.newPage();
  const faults = watchFaults(other);
  await other.goto(`/runs/${runId}`);
  for (const name of ['Training rollouts', 'Held-out score', 'Spend'])
    await expect(vital(other, name)).toHaveText((await vital(page, name).textContent()) ?? '');

  await other.getByRole('button', { name: 'Resume' }).click();
  await waitForRollouts(other, held + 1);
  await waitForRollouts(page, held + 1);
  await expect(statusBadge(page, 'Running')).toBeVisible();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Stop this run?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await question.getByRole('button', { name: 'Stop the run' }).click();
  for (const one of [page, other]) {
    await expect(statusBadge(one, 'Stopped')).toBeVisible();
    await expect(one.getByText('A person stopped it')).toBeVisible();
  }
  await expect.poll(() => rolloutsDone(other)).toBe(await rolloutsDone(page));
  expect(faults).toEqual([]);
  await colleague.close();
});

test('A page that is reloaded in the middle of a run misses no entry of its ledger', {
  tag: '@full',
}, async ({ page, api }) => {
  const runId = await startSlowRun(api, 'Watched and steered');
  await page.goto(`/runs/${runId}`);
  await waitForRollouts(page, 1);
  const before = await rolloutsDone(page);
  await page.reload();
  await waitForRollouts(page, before + 1);
  await api.post(`/api/v1/runs/${runId}/control`, { action: 'stop' });
  await expect(statusBadge(page, 'Stopped')).toBeVisible();

  const { lastSeq } = await readRun(api, runId);
  const entries = await readLedger(api, runId);
  expect(entries.map((entry) => entry.seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
  const rollouts = entries.filter((entry) => entry.type === 'rollout.finished');
  const onTrain = rollouts.filter((entry) => (entry.data as { split?: string }).split === 'train');
  await expect.poll(() => rolloutsDone(page)).toBe(onTrain.length);
  await expect(page.getByRole('tab', { name: /^Rollouts/ })).toContainText(
    rollouts.length.toLocaleString('en-US'),
  );
  await openDetails(page, 'Ledger');
  await expect(page.getByRole('region', { name: 'Ledger' })).toBeVisible();
});

async function readLedger(api: Api, runId: string): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: { items: LedgerEntry[]; nextAfter: number | null } = await api.get(
      `/api/v1/runs/${runId}/entries?after=${after}&limit=1000`,
    );
    entries.push(...page.items);
    after = page.nextAfter;
  }
  return entries;
}
