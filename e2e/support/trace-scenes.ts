import { expect, type Page } from '@playwright/test';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { TraceView } from '@/lib/contracts/traces';
import { traceSender } from './agent-traces';
import type { Api } from './api';
import { makeExperiment, smallSplit, waitForEnd } from './experiments';
import { type Place, press, pressed, type Scene } from './pages';

/** Pages and dialogs about collected traces, with traces of each outcome behind them. */
export interface ShownTraces {
  readonly service: string;
  readonly failedId: string;
  readonly experimentId: string;
  /** An exploratory run that learned from them. */
  readonly runId: string;
}

const TRACES = 24;
const LONG_TASK = `Answer with the ratio alone. ${'The ledger of the second quarter is attached below. '.repeat(30)}`;

/** Four of every six traces are right, one failed, and one waits for a judgement. */
export async function fillTraces(api: Api, page: Page): Promise<ShownTraces> {
  const service = `figures-desk-${Date.now()}`;
  const sender = await traceSender(api, page.request, service);
  for (let at = 0; at < TRACES; at++) {
    const question =
      at === 0
        ? LONG_TASK
        : `Bakery ${at} owns $${200 + 9 * at} and owes $${100 + 3 * at}. What is its ratio?`;
    const answer = ((200 + 9 * at) / (100 + 3 * at)).toFixed(2);
    const isRight = at % 6 !== 4;
    const judged = {
      score: isRight ? 1 : 0,
      explanation: isRight ? 'The figures agree.' : 'Another figure.',
    };
    await sender.send(at % 6 === 5 ? { question, answer } : { question, answer, judged });
  }
  const { id: splitId } = await smallSplit(api);
  const experiment = await makeExperiment(api, { name: 'Learned from traces', pace: 'fast', splitId });
  const learned = { experimentId: experiment.id, filter: { service } };
  const run = await api.post<RunView>('/api/v1/traces/learn', learned);
  await waitForEnd(api, run.id);
  const failed = await api.get<{ items: TraceView[] }>(`/api/v1/traces?service=${service}&outcome=failed`);
  return { service, failedId: failed.items[0]?.id ?? '', experimentId: experiment.id, runId: run.id };
}

export function tracePlaces({ service, failedId, experimentId, runId }: ShownTraces): readonly Place[] {
  return [
    { name: 'traces-full', path: `/traces?service=${service}` },
    { name: 'traces-none-fits', path: `/traces?service=${service}&words=nothingsaysthis` },
    { name: 'trace', path: `/traces/${failedId}` },
    { name: 'traces-judge-full', path: `/traces/judge?service=${service}` },
    { name: 'traces-judge-none', path: `/traces/judge?service=${service}&outcome=right` },
    { name: 'traces-learn-full', path: `/traces/learn?service=${service}&experiment=${experimentId}` },
    { name: 'traces-learn-refused', path: `/traces/learn?service=${service}&outcome=unjudged` },
    { name: 'traces-score-full', path: `/traces/score?service=${service}` },
    { name: 'run-of-traces', path: `/runs/${runId}` },
    { name: 'run-of-traces-playbook', path: `/runs/${runId}?tab=prompt` },
  ];
}

const GOOD_LINE = JSON.stringify([
  { role: 'user', content: 'May order 7 be returned?' },
  { role: 'assistant', content: 'Yes, it is within its window.' },
]);

export function traceScenes({ service, failedId, runId }: ShownTraces): readonly Scene[] {
  return [
    pressed('trace-delete-dialog', `/traces/${failedId}`, 'Delete'),
    pressed('traces-more-filters-dialog', '/traces', 'More filters'),
    {
      name: 'traces-dataset-dialog',
      path: `/traces?service=${service}`,
      arrange: async (page) => {
        await press(page, 'Make a data set');
        await expect(page.getByRole('region', { name: 'Forecast' })).toBeVisible();
      },
    },
    {
      name: 'traces-judge-steps',
      path: `/traces/judge?service=${service}`,
      arrange: async (page) => {
        await page.keyboard.press('t');
        await expect(page.getByRole('article', { name: /^Step 1,/ })).toBeVisible();
      },
    },
    uploaded('traces-import-done', [`${GOOD_LINE}\n`]),
    uploaded('traces-import-refused', [`${GOOD_LINE}\n{"messages": [{"role": 7}]}\n{"mess`]),
    uploaded('traces-import-unknown', ['{"rows": [1, 2, 3]}']),
    {
      name: 'run-baseline-dialog',
      path: `/runs/${runId}`,
      arrange: async (page) => {
        await press(page, 'Run serial baseline');
        await expect(page.getByRole('dialog').getByText('Time', { exact: true })).toBeVisible();
      },
    },
  ];
}

function uploaded(name: string, texts: readonly string[]): Scene {
  return {
    name,
    path: '/traces',
    arrange: async (page) => {
      await press(page, 'Import files');
      const files = texts.map((text, at) => ({
        ...{ name: `sessions-${at + 1}.jsonl`, mimeType: 'application/jsonl' },
        buffer: Buffer.from(text),
      }));
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files);
      await expect(
        page
          .getByRole('dialog')
          .getByText(/imported/)
          .first(),
      ).toBeVisible();
    },
  };
}
