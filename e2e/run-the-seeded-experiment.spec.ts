import type { ArmComparison } from '@/lib/contracts/comparisons';
import type { RunView } from '@/lib/contracts/run-shapes';
import { BACK_OFFICE_BASELINE } from '@/lib/view/tour';
import type { Api } from './support/api';
import {
  makeExperiment,
  readRun,
  startRun,
  waitForDiagnosis,
  waitForOfficeDiagnosis,
} from './support/experiments';
import {
  detailsLink,
  openDetails,
  openTab,
  rolloutsDone,
  statusBadge,
  takeAlong,
  vital,
  waitForRollouts,
} from './support/run-page';
import { expect, test } from './support/test';

/** The first minutes of a newcomer: press Run, watch the run learn, look at its results. */

test('A newcomer presses Run on the seeded experiment, reads the plan and sees the run and its trajectories live', async ({
  page,
  api,
}) => {
  test.setTimeout(360_000);
  await waitForOfficeDiagnosis(api);
  // The overview offers the demo until a first parallel run, which another journey may have started.
  await page.goto('/experiments');
  await page.getByRole('link', { name: 'Back office agent', exact: true }).first().click();
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Run Back office agent' });
  await expect(dialog.getByRole('list', { name: 'Runs in order' })).toContainText(
    /Serial baseline.*Done already.*Diagnosis.*Done already.*Combee.*In all.*about/s,
  );
  await dialog.getByRole('button', { name: 'Start plan' }).click();
  const steps = page.getByRole('list', { name: 'Steps of the plan' });
  await steps.getByRole('link', { name: 'Combee' }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  const runId = runIdOf(page.url());
  await expect(page.getByText('Run plan, step 3 of 3: combee')).toBeVisible();
  await expect(statusBadge(page, 'practice model')).toBeVisible();
  await expect(page.getByRole('img', { name: /held-out/i })).toBeVisible();
  await waitForRollouts(page, 1);
  await openTab(page, 'Rollouts');
  await page
    .getByRole('button', { name: /^Trace of rollout/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Trajectory' }).click();
  await expect(page.getByRole('article', { name: /^Step \d+, Agent/ }).first()).toBeVisible();
  await page.goto(`/runs/${runId}`);
  await expect(statusBadge(page, 'Finished')).toBeVisible();
  await expect(vital(page, 'Held-out score')).toContainText(/%.*95\s% .*n\s=\s60/s);
  // Serial and Combee ran at one pace, so their times are compared, whatever the verdict.
  const { items } = await api.get<{ items: RunView[] }>('/api/v1/runs?kind=serialBaseline');
  const serial = items.find(({ experimentName }) => experimentName === BACK_OFFICE_BASELINE);
  const compared = `/api/v1/comparisons/arms?runs=${serial?.id},${runId}`;
  expect(await api.get<ArmComparison>(compared)).toMatchObject({ warning: null });
});

test('A finished run can be read from its curve down to a single call', async ({ page, api }) => {
  await waitForDiagnosis(api);
  const experiment = await makeExperiment(api, { name: 'Combee, fast forward', pace: 'fast' });
  const { id } = await startRun(api, { experimentId: experiment.id, kind: 'combee', seed: 7 });
  await page.goto(`/runs/${id}`);
  await expect(statusBadge(page, 'Finished')).toBeVisible();
  await expect(page.getByText('The training is done')).toBeVisible();

  await test.step('the convergence curve and the same numbers as a table', async () => {
    const { summary } = await readRun(api, id);
    await expect.poll(() => rolloutsDone(page)).toBe(summary.plannedRollouts);
    expect(summary.bestScore?.mean).toBeGreaterThan(summary.seedScore?.mean ?? 1);
    const question = 'Held-out score';
    const curve = page.getByRole('img', { name: question });
    await expect(curve.locator('.recharts-line-curve').first()).toBeVisible();
    await curve.locator('xpath=ancestor::section[1]').getByRole('radio', { name: 'Table' }).click();
    const rows = page.getByRole('table', { name: question }).getByRole('row');
    await expect(rows).toHaveCount((await countEntries(api, id, 'heldOut.measured')) + 1);
    await expect(rows.nth(1)).toContainText(/original prompt.*95\s%.*n\s=\s600/s);
  });

  await test.step('the curve exported as a picture and as numbers', async () => {
    const question = 'Held-out score';
    const points = await countEntries(api, id, 'heldOut.measured');
    const csv = (await takeAlong(page, question, 'CSV')).toString('utf8').trim().split('\r\n');
    expect(csv[0]).toContain('iteration,training rollouts,"score, %",lower,upper,n');
    expect(csv).toHaveLength(points + 1);
    await page.getByRole('radio', { name: 'Chart' }).first().click();
    const svg = (await takeAlong(page, question, 'SVG')).toString('utf8');
    // Labels shared by all numbers are included, and no colour depends on the page's styles.
    for (const words of [question, 'held-out', 'practice model']) expect(svg).toContain(words);
    expect(svg).not.toContain('var(--');
    const png = await takeAlong(page, question, 'PNG');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    // An empty picture compresses to very few bytes.
    expect(png.length).toBeGreaterThan(10_000);
  });

  await test.step('each iteration with its scan tree', async () => {
    await openTab(page, 'Iterations');
    const panel = page.getByRole('tabpanel');
    // Newest first, and only visible rows are drawn.
    await panel.getByRole('region', { name: 'Iterations, newest first' }).press('End');
    await panel.getByRole('button', { name: /^2\b/ }).click();
    await expect(panel.getByRole('heading', { name: /^Iteration 2: what became/ })).toBeVisible();
    for (const name of ['Map', 'Augmented shuffle', 'Level 1', 'Level 2', 'Playbook'])
      await expect(panel.getByText(name, { exact: true })).toBeVisible();
    const group = panel
      .locator('details')
      .filter({ hasText: /\d+ in/ })
      .first();
    await group.locator('summary').click();
    await expect(group.getByRole('listitem').first()).toBeVisible();
  });

  await test.step('the playbook and what changed between two versions of it', async () => {
    await openTab(page, 'Prompt');
    await expect(page.getByRole('region', { name: 'The playbook' }).getByRole('listitem')).not.toHaveCount(0);
    await page.getByRole('radio', { name: 'Diff by bullet' }).click();
    await expect(page.getByText('+ added').first()).toBeVisible();
    const versions = await page.getByLabel('From').locator('option').count();
    await page.getByLabel('From').selectOption({ index: 0 });
    await page.getByLabel('To', { exact: true }).selectOption({ index: versions - 1 });
    await expect(page.getByText('− removed').first()).toBeVisible();
    await page.getByRole('radio', { name: 'Diff by line' }).click();
    await expect(page).toHaveURL(/view=lines/);
  });

  await test.step('a rollout down to its calls', async () => {
    await openTab(page, 'Rollouts');
    await page.getByLabel('Part of the split').selectOption('train');
    await page
      .getByRole('button', { name: /^Trace of rollout/ })
      .first()
      .click();
    const trace = page.getByRole('dialog', { name: /^Rollout \d+/ });
    await expect(trace.getByText('Expected', { exact: true })).toBeVisible();
    await expect(trace.getByText('practice-task')).toBeVisible();
    await expect(trace.getByRole('heading', { name: 'Reflection' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(trace).toBeHidden();
  });

  await test.step('every entry of its ledger, from the start to the end', async () => {
    const { lastSeq } = await readRun(api, id);
    await openDetails(page, 'Ledger');
    await expect(detailsLink(page, 'Ledger')).toContainText(lastSeq.toLocaleString('en-US'));
    const entries = page.getByRole('region', { name: 'Ledger' }).getByRole('button');
    await expect(entries.first()).toContainText(/1\s*run\.started/);
    await page.getByLabel('Type').selectOption('run.finished');
    await expect(entries).toHaveCount(1);
    await entries.click();
    await expect(page.getByRole('dialog', { name: `Entry ${lastSeq}: run.finished` })).toBeVisible();
  });
});

async function countEntries(api: Api, runId: string, type: string): Promise<number> {
  const { items } = await api.get<{ items: unknown[] }>(
    `/api/v1/runs/${runId}/entries?type=${type}&limit=1000`,
  );
  return items.length;
}

function runIdOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}
