import type { Page } from '@playwright/test';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { ExampleView } from '@/lib/contracts/datasets';
import type { DiagnosisSummary } from '@/lib/contracts/diagnoses';
import { traceSender } from './support/agent-traces';
import type { Api } from './support/api';
import { makeExperiment, readRun, smallSplit, startRun, waitForEnd } from './support/experiments';
import { promote, register, stage } from './support/promote-by-hand';
import { openTab, statusBadge } from './support/run-page';
import { liveSlot, postPairs } from './support/slots';
import { expect, test } from './support/test';
import { letHoursPass } from './support/time-passes';

/**
 * From traces of an agent outside to a prompt that serves: sent, browsed, judged, learned from, measured by fresh
 * rollouts, and promoted through a shadow. The serial baseline that gives the experiment its go was run before.
 */
const TAG = Date.now();
const SERVICE = `ratio-desk-${TAG}`;
/** As many as the bundled registration has, so that the serial baseline can be decided. */
const COUNTS = { train: 250, selection: 0, heldOut: 600, confirmation: 150 };
const TRACES = 60;
const PAIRS = 400;

test('Traces are sent, browsed, judged and learned from, and the learned prompt is measured and promoted', async ({
  page,
  api,
}) => {
  test.setTimeout(420_000);
  const { name, examples } = await diagnosedExperiment(api);

  await test.step('an agent sends its traces, most of them with a score', async () => {
    const sender = await traceSender(api, page.request, SERVICE);
    for (const [at, { question, expected }] of examples.entries()) {
      const isRight = at % 2 === 0;
      const judged = isRight
        ? { score: 1, explanation: 'The figures agree.' }
        : { score: 0, explanation: 'The figure is another one.' };
      const answer = isRight ? expected : '0';
      await sender.send(at < 2 ? { question, answer } : { question, answer, judged });
    }
  });

  await test.step('a person finds those that failed, and judges what has no score', async () => {
    await page.goto(`/traces?service=${SERVICE}`);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Failed');
    const rows = page.getByRole('table', { name: 'Traces' }).getByRole('row');
    await expect(rows).toHaveCount(1 + examples.length / 2 - 1);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Any outcome');
    await page.getByRole('link', { name: 'Judge', exact: true }).click();
    await expect(page.getByText('0 judged, 2 to go')).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByText('1 judged, 1 to go')).toBeVisible();
    await page.keyboard.press('5');
    await expect(page.getByText('All 2 are judged')).toBeVisible();
    await page.getByRole('link', { name: 'Back to traces' }).click();
  });

  const runId =
    await test.step('the plan says what is drawn and costs, and one button starts it', async () => {
      await page.goto(`/traces?service=${SERVICE}`);
      await page.getByRole('link', { name: 'Learn from these' }).click();
      await page.getByRole('combobox', { name: 'Experiment' }).selectOption({ label: name });
      const sample = page.getByRole('region', { name: 'Sample' });
      await expect(sample).toContainText(`${examples.length} traces of ${examples.length}`);
      await expect(page.getByText('Fresh rollouts on held-out', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Start learning' }).click();
      await expect(page).toHaveURL(/\/runs\/run_/);
      return page.url().split('/').at(-1) ?? '';
    });

  await test.step('fresh rollouts on held-out measure what was learned', async () => {
    await expect(statusBadge(page, 'Finished')).toBeVisible({ timeout: 150_000 });
    const { kind, summary } = await readRun(api, runId);
    expect(kind).toBe('combee');
    expect(summary.spend.rollouts).toBe(0);
    expect(summary.spend.evaluationRollouts).toBeGreaterThanOrEqual(2 * COUNTS.heldOut);
    await confirm(page, runId);
  });

  await test.step('the learned prompt is promoted: shadow, approval, live', async () => {
    const slotId = await liveSlot(api, `ratios-${TAG}`);
    const canaryId = await promote(page, runId, `Answers of ratios-${TAG}`);
    await register(page, PAIRS);
    await page.getByRole('button', { name: 'Start the shadow' }).click();
    await expect(stage(page, 'Shadow')).toHaveAttribute('aria-current', 'step');
    await postPairs(api, { slotId }, PAIRS, { incumbent: 5, challenger: 10 });
    await letHoursPass(canaryId, 25);
    await expect
      .poll(async () => (await api.get<CanaryDetail>(`/api/v1/canaries/${canaryId}`)).state)
      .toBe('approval');
    await page.reload();
    await expect(stage(page, 'Approval')).toHaveAttribute('aria-current', 'step');
  });
});

/** With a go: its serial baseline has ended, on a registration of its own. */
async function diagnosedExperiment(api: Api) {
  const split = await smallSplit(api, COUNTS);
  const { id, name } = await makeExperiment(api, { name: 'Ratios', pace: 'fast', splitId: split.id });
  const { id: baseline } = await startRun(api, { experimentId: id, kind: 'serialBaseline', seed: 7 });
  const { items } = await api.get<{ items: ExampleView[] }>(
    `/api/v1/datasets/${split.datasetId}/examples?splitId=${split.id}&split=train&limit=${TRACES}`,
  );
  await waitForEnd(api, baseline);
  // A worker diagnoses the run right after its end.
  await expect
    .poll(async () => {
      const { items: found } = await api.get<{ items: DiagnosisSummary[] }>('/api/v1/diagnoses');
      return found.find(({ runId }) => runId === baseline)?.verdict;
    })
    .toBe('go');
  return { name, examples: items };
}

/** The sealed examples open once, for this prompt. */
async function confirm(page: Page, runId: string): Promise<void> {
  await page.goto(`/runs/${runId}`);
  await openTab(page, 'Progress');
  await page.getByRole('button', { name: 'Open confirmation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open them once' }).click();
  await expect(page.getByText('Opened by')).toBeVisible();
}
