import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { ExampleView } from '@/lib/contracts/datasets';
import { traceSender } from './support/agent-traces';
import { type Api, apiOf } from './support/api';
import { makeExperiment, readRun, smallSplit, startRun, waitForEnd } from './support/experiments';
import { promote, register, stage } from './support/promote-by-hand';
import { approveAndGoLive } from './support/promotions';
import { statusBadge } from './support/run-page';
import { openReviewer } from './support/showcase-beside';
import { liveSlot, postPairs } from './support/slots';
import { expect, test } from './support/test';
import { letHoursPass } from './support/time-passes';

/**
 * From traces of an agent outside to a prompt that callers receive: they are sent, browsed, judged and learned from, fresh
 * rollouts measure what was learned, and after the go of a serial run it is confirmed, approved and live.
 */
const SLUG = `ratio-desk-${Date.now()}`;
const PROMPT = { name: SLUG, version: '1' };
/** As many as the bundled registration has: fewer held-out examples decide no diagnosis. The salt decides which. */
const COUNTS = { train: 250, selection: 100, heldOut: 600, confirmation: 150 };
const SALT = 'examples that traces are about';
const SENT = 120;
const PAIRS = 400;

test('Traces are sent, browsed, judged and learned from; the learned prompt is measured and promoted', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  // The approver's account must be older than the registration.
  const approver = await openReviewer(browser, api, baseURL ?? '');
  const { id: experimentId, name, examples } = await freshExperiment(api);
  const serial = await startRun(api, { experimentId, kind: 'serialBaseline', seed: 1 });
  const slotId = await liveSlot(api, SLUG);

  await test.step('an agent sends its traces, most of them with a score', async () => {
    const sender = await traceSender(api, page.request, SLUG);
    for (const [at, { question, expected }] of examples.entries()) {
      const isRight = at % 2 === 0;
      const judged = isRight
        ? { score: 1, explanation: 'The figures agree.' }
        : { score: 0, explanation: 'The figure is another one.' };
      const call = { question, answer: isRight ? expected : '0', prompt: PROMPT };
      await sender.send(at < 2 ? call : { ...call, judged });
    }
  });

  await test.step('a person finds those that failed, and judges what has no score', async () => {
    await page.goto(`/traces?service=${SLUG}`);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Failed');
    const rows = page.getByRole('table', { name: 'Traces' }).getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThan(SENT / 4);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Any outcome');
    await page.getByRole('link', { name: 'Judge', exact: true }).click();
    await expect(page.getByText('0 judged, 2 to go')).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByText('1 judged, 1 to go')).toBeVisible();
    await page.keyboard.press('5');
    await expect(page.getByText('All 2 are judged')).toBeVisible();
    await page.getByRole('link', { name: 'Back to traces' }).click();
  });

  await test.step('a serial run of the same task says go', () => waitForEnd(api, serial.id));

  const runId =
    await test.step('the plan says what is drawn and costs, and one button starts it', async () => {
      await page.goto(`/traces?promptName=${PROMPT.name}&promptVersion=${PROMPT.version}`);
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
  });

  await test.step('the sealed examples confirm it, and its canary passes the shadow', async () => {
    await api.post(confirmationOf(runId), undefined);
    await expect
      .poll(async () => (await api.get<ConfirmationView>(confirmationOf(runId))).state)
      .toBe('scored');
    const canaryId = await promote(page, runId, `Answers of ${SLUG}`);
    await register(page, PAIRS);
    await page.getByRole('button', { name: 'Start the shadow' }).click();
    await expect(stage(page, 'Shadow')).toHaveAttribute('aria-current', 'step');
    await postPairs(api, { slotId }, PAIRS, { incumbent: 5, challenger: 10 });
    await letHoursPass(canaryId, 25);
    await expect(stage(page, 'Approval')).toHaveAttribute('aria-current', 'step');
    await approveAndGoLive(apiOf(approver, baseURL ?? ''), canaryId);
    await expect(stage(page, 'Watch')).toHaveAttribute('aria-current', 'step');
  });

  await page.goto(`/slots/${slotId}`);
  await expect(page.getByText('Version 2 answers all callers.')).toBeVisible();
  await approver.context().close();
});

const confirmationOf = (runId: string) => `/api/v1/runs/${runId}/confirmation`;

/** On a registration of its own, with the examples that its traces are about. */
async function freshExperiment(api: Api) {
  const split = await smallSplit(api, COUNTS, SALT);
  const { id, name } = await makeExperiment(api, { name: 'Ratios', pace: 'fast', splitId: split.id });
  const { items } = await api.get<{ items: ExampleView[] }>(
    `/api/v1/datasets/${split.datasetId}/examples?splitId=${split.id}&split=train&limit=${SENT}`,
  );
  return { id, name, examples: items };
}
