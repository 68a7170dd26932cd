import type { ExampleView } from '@/lib/contracts/datasets';
import { traceSender } from './support/agent-traces';
import type { Api } from './support/api';
import { makeExperiment, readRun, smallSplit } from './support/experiments';
import { statusBadge } from './support/run-page';
import { expect, test } from './support/test';

/**
 * From traces of an agent outside to a prompt that fresh rollouts have measured. Without a serial diagnosis the run is
 * exploratory: the way to a promotion is that of any run, once there is a go.
 */
const SERVICE = `ratio-desk-${Date.now()}`;
const COUNTS = { train: 60, selection: 0, heldOut: 120, confirmation: 0 };

test('Traces are sent, browsed, judged and learned from, and fresh rollouts measure the learned prompt', async ({
  page,
  api,
}) => {
  test.setTimeout(420_000);
  const { name, examples } = await freshExperiment(api);

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
    await expect(statusBadge(page, 'Exploratory')).toBeVisible();
    const { kind, summary } = await readRun(api, runId);
    expect(kind).toBe('exploratory');
    expect(summary.spend.rollouts).toBe(0);
    expect(summary.spend.evaluationRollouts).toBeGreaterThanOrEqual(2 * COUNTS.heldOut);
  });
});

/** On a registration of its own, with the examples that its traces are about. */
async function freshExperiment(api: Api) {
  const split = await smallSplit(api, COUNTS);
  const { name } = await makeExperiment(api, { name: 'Ratios', pace: 'fast', splitId: split.id });
  const { items } = await api.get<{ items: ExampleView[] }>(
    `/api/v1/datasets/${split.datasetId}/examples?splitId=${split.id}&split=train&limit=${COUNTS.train}`,
  );
  return { name, examples: items };
}
