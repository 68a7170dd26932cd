/**
 * `npm run sweep -- --data formula --train train.jsonl --held-out val.jsonl --method ace --sizes 10,20,40,80 --seeds 3`:
 * imports real files over the API, registers the split, launches a sweep of all arms on the practice model and prints
 * its table and paired differences as Markdown. `--method gepa|textgrad|…` sweeps another method; `--lanes` and
 * `--concurrent` say how wide; `--counts train=250,selection=50,heldOut=200` splits one file where there is no second.
 *
 * Without --url it starts an instance of its own, which is deleted afterwards (`--keep file.json` keeps what it found).
 * Delays are those of the practice model divided by --time-scale, at most 20 where the table is to speak of speed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SweepView } from '@/lib/contracts/sweeps';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import { type ApiClient, apiClient } from '@/server/commands/support/api-client';
import { type OwnInstance, startOwnInstance } from '@/server/commands/support/own-instance';
import { practiceModels } from '@/server/commands/support/practice-models';
import { unreadableFile } from '@/server/commands/support/readable-files';
import { sweepMarkdown } from './sweep-markdown';

const LOOK_MS = 2_000;
/** Places of the practice model, and the most that a provider accepts: enough for every lane of every run. */
const PLACES_MAX = 2_000;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'formula' },
    train: { type: 'string' },
    'held-out': { type: 'string' },
    counts: { type: 'string' },
    method: { type: 'string', default: 'ace' },
    arms: { type: 'string', default: SWEEP_ARMS.join(',') },
    sizes: { type: 'string', default: '10,20,40,80' },
    seeds: { type: 'string', default: '3' },
    lanes: { type: 'string', default: '64' },
    concurrent: { type: 'string', default: '6' },
    'time-scale': { type: 'string', default: '20' },
    tokens: { type: 'string' },
    usd: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    keep: { type: 'string' },
  },
});
if (!values.train || !['formula', 'finer'].includes(values.data)) {
  console.error(
    'Name the files: npm run sweep -- --data formula|finer --train train.jsonl --held-out val.jsonl',
  );
  process.exit(1);
}
const trainFile = values.train;
const heldOutFile = values['held-out'];
const fault = unreadableFile(heldOutFile ? [trainFile, heldOutFile] : [trainFile]);
if (fault !== null) {
  console.error(fault);
  process.exit(1);
}
const concurrent = Number(values.concurrent);
const lanes = Number(values.lanes);

let own: OwnInstance | undefined;
try {
  own = values.url
    ? undefined
    : await startOwnInstance({
        WAGGLE_REQUESTS_PER_MINUTE: '100000',
        WAGGLE_WORKER_RUNS: String(concurrent),
        LOG_LEVEL: 'error',
      });
  const url = values.url ?? own?.baseUrl ?? '';
  const api = apiClient(url, values.key ?? (await own?.createKey()) ?? '');
  const sweep = await untilOver(api, await launch(api));
  console.log(sweepMarkdown(sweep));
  if (values.keep) writeFileSync(values.keep, `${JSON.stringify(sweep, null, 2)}\n`);
  if (values.url) console.log(`\nFigure: ${url}/sweeps/${sweep.id}`);
} finally {
  await own?.stop();
}

async function launch(api: ApiClient): Promise<string> {
  const stamp = new Date().toISOString().slice(0, 19);
  const { taskId, splitId } = await catalogue(api, stamp);
  const models = await practiceModels(api, {
    name: `Practice model, delays / ${values['time-scale']} ${stamp}`,
    timeScale: values['time-scale'],
    concurrency: Math.min(PLACES_MAX, lanes * concurrent),
  });
  const experiment = await api.post<{ id: string }>('/api/v1/experiments', {
    ...{ name: `${values.data}, ${values.method} ${stamp}`, taskId, splitId, models, lanes },
    method: { name: values.method },
  });
  const sweep = await api.post<SweepView>('/api/v1/sweeps', {
    experimentId: experiment.id,
    arms: values.arms.split(','),
    sizes: values.sizes.split(',').map(Number),
    seeds: seedsOf(values.seeds),
    budget: { tokens: numberOf(values.tokens), usd: numberOf(values.usd) },
    concurrent,
  });
  const { cells, calls, tokens, usd, wallMs } = sweep.estimate;
  console.log(
    `${cells} cells; expected: ${Math.round(calls)} calls, ${Math.round(tokens)} tokens, $${usd.toFixed(2)}, ${Math.round(wallMs / 1000)} s`,
  );
  return sweep.id;
}

/** Creates data set, split and task through the API. */
async function catalogue(api: ApiClient, stamp: string) {
  const files = heldOutFile ? [trainFile, heldOutFile] : [trainFile];
  const form = new FormData();
  for (const file of files) form.append('files', new File([readFileSync(file)], path.basename(file)));
  form.append('options', JSON.stringify({ name: `${values.data} ${stamp}`, preset: values.data }));
  const dataset = await api.upload<{ id: string }>('/api/v1/datasets', form);
  const split = await api.post<{ id: string; counts: Record<string, number> }>(
    `/api/v1/datasets/${dataset.id}/splits`,
    { name: 'Sweep', rule: splitRule() },
  );
  console.log(`split ${JSON.stringify(split.counts)}`);
  const task = await api.post<{ id: string }>('/api/v1/tasks', {
    name: `${values.data} ${stamp}`,
    scoring: { kind: values.data },
  });
  return { taskId: task.id, splitId: split.id };
}

function splitRule(): object {
  if (!heldOutFile) {
    return { kind: 'counts', counts: countsOf(values.counts ?? 'train=250,selection=50,heldOut=200') };
  }
  const counts = countsOf(values.counts ?? 'train=250,selection=100,confirmation=150');
  return {
    kind: 'bySource',
    parts: [
      { source: path.basename(trainFile), kind: 'counts', counts },
      { source: path.basename(heldOutFile), kind: 'whole', split: 'heldOut' },
    ],
  };
}

function countsOf(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(',').map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])]),
  );
}

/** "3" = the seeds 1, 2 and 3; "7,8" = these two. */
function seedsOf(text: string): number[] {
  if (text.includes(',')) return text.split(',').map(Number);
  return Array.from({ length: Number(text) }, (_, index) => index + 1);
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

async function untilOver(api: ApiClient, id: string): Promise<SweepView> {
  let told = '';
  for (;;) {
    const sweep = await api.get<SweepView>(`/api/v1/sweeps/${id}`);
    const { done, going, waiting, lost, cut } = sweep.counts;
    const now = `${done} done, ${going} going, ${waiting} waiting, ${lost} lost, ${cut} cut`;
    if (now !== told) console.log(`${new Date().toISOString().slice(11, 19)} ${now}`);
    told = now;
    if (sweep.status === 'paused') throw new Error(`The sweep is paused. ${sweep.statusReason ?? ''}`);
    // Also waits for cells that were restarted by hand.
    if (sweep.status !== 'running' && going === 0) return sweep;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
