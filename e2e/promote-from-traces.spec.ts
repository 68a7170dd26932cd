import type { Page } from '@playwright/test';
import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { ServedPromptDetail } from '@/lib/contracts/slot-prompts';
import type { SlotView } from '@/lib/contracts/slots';
import type { TraceLearningForecastView } from '@/lib/contracts/trace-learning';
import type { TraceView } from '@/lib/contracts/traces';
import { JUDGEMENTS } from '@/lib/view/judge-queue';
import { formatDuration, formatScore } from '@/lib/view/numbers';
import { FORMULA_PRACTICE_SIZES as SIZES } from '@/prisma/practice-sets/formula-practice';
import type { Api } from './support/api';
import { readExamples } from './support/examples';
import { makeExperiment, readRun, smallSplit } from './support/experiments';
import { type Answered, exportAnswers } from './support/exported-traces';
import { askThroughGateway } from './support/gateway-calls';
import {
  approveAndGoLive,
  makeSlotByHand,
  openAs,
  promote,
  register,
  stage,
} from './support/promote-by-hand';
import { openTab, statusBadge, vital } from './support/run-page';
import { expect, test } from './support/test';
import { letHoursPass } from './support/time-passes';

/**
 * The whole way from traces that a team has to a prompt that serves its callers: sent, browsed, judged, learned from,
 * measured, diagnosed, confirmed, and promoted with the approval of a second person.
 */
const STAMP = Date.now();
const SERVICE = `figures-desk-${STAMP}`;
const SLOT = `Figures ${STAMP}`;
const UNJUDGED = JUDGEMENTS.length;
const PAIRS = 250;
const SECOND = { email: `grace-${STAMP}@journey.example`, password: 'a-long-approver-password' };

test('Traces become a measured prompt, and after a go, a confirmation and an approval it serves callers', {
  tag: '@full',
}, async ({ page, api, browser, baseURL }) => {
  test.setTimeout(1_500_000);
  // The approver's account must be older than the registration.
  await api.post('/api/v1/people', { ...SECOND, name: 'Grace Approver', role: 'reviewer' });
  const split = await smallSplit(api, SIZES);
  const experiment = await makeExperiment(api, {
    ...{ name: 'Figures desk', pace: 'fast', splitId: split.id },
    // Two epochs let the curve of the serial baseline end flat.
    settings: { lanes: 64, epochs: 2, evaluation: { everyExamples: 50 } },
  });

  const answered = await test.step('an agent exports its answers over OpenTelemetry', async () => {
    const part = { splitId: split.id, split: 'train' };
    const examples = await readExamples(api, { datasetId: split.datasetId, part, most: SIZES.train });
    return exportAnswers(api, { service: SERVICE, examples, unjudged: UNJUDGED });
  });
  const judged = answered.slice(0, -UNJUDGED);

  await test.step('a person browses the failed ones', () => browse(page, judged));
  await test.step('a person judges the others by keys', () => judge(page, api));

  const exploratoryId = await test.step('the plan says the draw, cost and time; learning starts', () =>
    learn(page, api, experiment));

  await test.step('what was learned is unmeasured until fresh rollouts measure it', async () => {
    await openTab(page, 'Prompt');
    // The newest one comes first.
    await page.getByRole('combobox', { name: 'Version' }).selectOption({ index: 0 });
    await expect(page.getByRole('button', { name: /^Copy v\d+, not measured/ })).toBeVisible();
    const before = (await readRun(api, exploratoryId)).summary;
    expect(before.bestScore).toEqual(before.seedScore);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(statusBadge(page, 'Finished')).toBeVisible();
    const run = await readRun(api, exploratoryId);
    expectMeasured(run);
    expect({ kind: run.kind, diagnosis: run.diagnosis }).toEqual({ kind: 'exploratory', diagnosis: null });
    await expect(page.getByRole('button', { name: /^Promote/ })).toHaveCount(0);
  });

  const runId =
    await test.step('its page offers the serial diagnosis, and after the go a Combee run', async () => {
      await page.getByRole('button', { name: 'Run serial baseline' }).click();
      const dialog = page.getByRole('dialog', { name: 'Run serial baseline' });
      await expect(dialog.getByText('Time', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Start baseline' }).click();
      await expect(page.getByRole('link', { name: 'Follow serial baseline' })).toBeVisible();
      const verdict = async () => (await readRun(api, exploratoryId)).diagnosis?.verdict;
      await expect.poll(verdict, { timeout: 600_000 }).toBeDefined();
      expect(await verdict()).toBe('go');
      await page.getByRole('button', { name: 'Run Combee' }).click();
      await page
        .getByRole('dialog', { name: 'Run Combee' })
        .getByRole('button', { name: 'Start run' })
        .click();
      await expect(page).not.toHaveURL(new RegExp(exploratoryId));
      await page.waitForURL(/\/runs\/run_/);
      return new URL(page.url()).pathname.split('/').at(-1) ?? '';
    });

  await test.step('fresh rollouts on held-out measure the prompt of the same traces', async () => {
    await expect(statusBadge(page, 'Finished')).toBeVisible();
    const [run, explored] = [await readRun(api, runId), await readRun(api, exploratoryId)];
    expect({ kind: run.kind, doubt: run.scoreDoubt }).toEqual({ kind: 'combee', doubt: null });
    expect(run.manifest.traces).toEqual(explored.manifest.traces);
    const best = expectMeasured(run);
    await expect(vital(page, 'Held-out score')).toContainText(`${formatScore(best.mean)}`);
  });

  await test.step('the sealed examples confirm the gain', () => confirm(page, api, runId));

  await test.step('callers get it: shadow, approval of a second person, live', async () => {
    const slotId = await makeSlotByHand(page, SLOT);
    const canaryId = await promote(page, runId, SLOT);
    await register(page, PAIRS);
    await page.getByRole('button', { name: 'Start the shadow' }).click();
    await expect(stage(page, 'Shadow')).toHaveAttribute('aria-current', 'step');
    const statuses = await askThroughGateway({ api, baseURL: baseURL ?? '', slotId }, PAIRS + 10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const pairs = async () => (await api.get<{ pairs: number }>(`/api/v1/canaries/${canaryId}`)).pairs;
    await expect.poll(pairs).toBeGreaterThanOrEqual(statuses.length - 2);
    await letHoursPass(canaryId, 25);
    await expect(stage(page, 'Approval')).toHaveAttribute('aria-current', 'step');
    await approveAndGoLive(await openAs(browser, SECOND), SLOT);
    const slot = await api.get<SlotView>(`/api/v1/slots/${slotId}`);
    const served = await api.get<ServedPromptDetail>(
      `/api/v1/slots/${slotId}/prompts/${slot.live?.promptId}`,
    );
    const { bestCandidateHash: candidateHash } = (await readRun(api, runId)).summary;
    expect(served).toMatchObject({ version: 2, runId, candidateHash });
  });
});

async function browse(page: Page, judged: readonly Answered[]): Promise<void> {
  const failed = judged.filter(({ isRight }) => !isRight);
  await page.goto('/traces');
  await page.getByRole('combobox', { name: 'Service' }).selectOption(SERVICE);
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Failed');
  const words = page.getByRole('searchbox', { name: 'Words in task, answer or error' });
  const [first] = failed;
  const named = first?.question.match(/[A-Za-z]+/g)?.slice(0, 10) ?? [];
  const holds = ({ question }: Answered) =>
    named.every((word) => new RegExp(`\\b${word}`, 'i').test(question));
  await words.fill(named.join(' '));
  const rows = page.getByRole('table', { name: 'Traces' }).getByRole('row');
  await expect(rows).toHaveCount(1 + failed.filter(holds).length);
  await rows.getByRole('link', { name: first?.question.slice(0, 200) ?? '' }).click();
  await expect(page.getByRole('article', { name: /^Step 1,/ })).toContainText(first?.question ?? '');
  await expect(page.getByRole('article', { name: /^Step 2,/ })).toContainText(first?.answer ?? '');
}

/** All five judgements, one each. */
async function judge(page: Page, api: Api): Promise<void> {
  await page.goto(`/traces/judge?service=${SERVICE}`);
  for (const [at, { key }] of JUDGEMENTS.entries()) {
    await expect(page.getByText(`${at} judged, ${UNJUDGED - at} to go`)).toBeVisible();
    await page.keyboard.press(key);
  }
  await expect(page.getByText(`All ${UNJUDGED} are judged`)).toBeVisible();
  const { items } = await api.get<{ items: TraceView[] }>(`/api/v1/traces?service=${SERVICE}&limit=100`);
  const given = items.flatMap(({ score, scoredBy }) => (scoredBy === 'person' ? [score] : []));
  expect(given.sort()).toEqual(JUDGEMENTS.map(({ value }) => value));
}

/** Starts learning and pauses it after its first iteration; gives the id of the run. */
async function learn(page: Page, api: Api, { id, name }: { id: string; name: string }): Promise<string> {
  await page.goto(`/traces?service=${SERVICE}`);
  await page.getByRole('link', { name: 'Learn from these' }).click();
  await page.getByRole('combobox', { name: 'Experiment' }).selectOption({ label: name });
  const { sample, kind, expected } = await api.post<TraceLearningForecastView>(
    '/api/v1/traces/learning-forecast',
    { experimentId: id, filter: { service: SERVICE } },
  );
  expect({ kind, drawn: sample.drawn }).toEqual({ kind: 'exploratory', drawn: SIZES.train });
  expect(expected?.heldOut).toBe(2 * SIZES.heldOut);
  await expect(page.getByRole('region', { name: 'Sample' })).toContainText(`${sample.drawn} traces`);
  await expect(
    page.getByText(`about ${formatDuration(expected?.totalMs ?? 0)}`, { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Start learning' }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await openTab(page, 'Iterations');
  await expect(page.getByRole('tab', { name: /^Iterations [1-9]/ })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(statusBadge(page, 'Paused')).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** No rollout of a trace was carried out again; the learned prompt is better by fresh ones. */
function expectMeasured({ summary }: RunDetailView) {
  const { seedScore, bestScore, spend } = summary;
  expect(spend.rollouts).toBe(0);
  expect(spend.evaluationRollouts).toBeGreaterThanOrEqual(2 * SIZES.heldOut);
  if (seedScore === null || bestScore === null) throw new Error('Nothing was measured.');
  expect([seedScore.n, bestScore.n]).toEqual([SIZES.heldOut, SIZES.heldOut]);
  expect(bestScore.lower ?? 0).toBeGreaterThan(seedScore.mean);
  return bestScore;
}

async function confirm(page: Page, api: Api, runId: string): Promise<void> {
  await page.getByRole('button', { name: 'Open confirmation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open them once' }).click();
  const read = () => api.get<ConfirmationView>(`/api/v1/runs/${runId}/confirmation`);
  await expect.poll(async () => (await read()).state).toBe('scored');
  const { result, examples } = await read();
  expect(examples).toBe(SIZES.confirmation);
  expect(result?.difference.lower ?? 0).toBeGreaterThan(0);
}
