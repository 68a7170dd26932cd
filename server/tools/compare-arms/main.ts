/**
 * `npm run compare-arms -- --train train.jsonl --held-out val.jsonl`: imports two files in the shape of Formula over
 * the API, registers the split (250 train, 100 selection and 150 confirmation by content hash; the second file is
 * held-out), and runs batch size 1, naive and Combee at one pinned size, and the controller's own choice, three seeds
 * each, on the practice model. Prints the table, every learning figure under the three readings of level 2, and the
 * address of the chart.
 *
 * `--environment terminal` runs the arms on the 40 practice tasks in sandboxes instead (terminal-arms.ts), without files.
 *
 * Without --url it starts an instance of its own, which is deleted afterwards. Delays are off for the pinned sizes: the
 * table is about quality and says nothing of speed. The controller's own run has delays (divided by 100), since it has
 * nothing to choose by without them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import {
  type ApiClient,
  ApiFault,
  apiClient,
  type RunAnswer,
  untilEnded,
} from '@/server/commands/support/api-client';
import { type OwnInstance, startOwnInstance } from '@/server/commands/support/own-instance';
import { practiceModels } from '@/server/commands/support/practice-models';
import { unreadableFile } from '@/server/commands/support/readable-files';
import { armReadings, readingsMarkdown } from './readings-table';
import { runTerminalArms } from './terminal-arms';

const RUN_LIMIT_MS = 15 * 60_000;
const REASON = 'Comparison point: every arm at the same size.';

const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    'held-out': { type: 'string' },
    environment: { type: 'string' },
    size: { type: 'string' },
    seeds: { type: 'string', default: '1,2,3' },
    url: { type: 'string' },
    key: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
if (values.environment !== undefined && values.environment !== 'terminal') {
  console.error('The environment is "terminal": npm run compare-arms -- --environment terminal');
  process.exit(1);
}
const isTerminal = values.environment === 'terminal';
if (!isTerminal && (!values.train || !values['held-out'])) {
  console.error('Name both files: npm run compare-arms -- --train train.jsonl --held-out val.jsonl');
  process.exit(1);
}
const files = { train: values.train ?? '', heldOut: values['held-out'] ?? '' };
const fault = isTerminal ? null : unreadableFile(Object.values(files));
if (fault !== null) {
  console.error(fault);
  process.exit(1);
}
const size = Number(values.size ?? (isTerminal ? '10' : '80'));
const seeds = values.seeds.split(',').map(Number);

let own: OwnInstance | undefined;
try {
  own = values.url
    ? undefined
    : await startOwnInstance({ WAGGLE_REQUESTS_PER_MINUTE: '100000', LOG_LEVEL: 'error' });
  const url = values.url ?? own?.baseUrl ?? '';
  const api = apiClient(url, values.key ?? (await own?.createKey()) ?? '');
  const runs = isTerminal
    ? await runTerminalArms(api, { size, seeds })
    : await runArms(api, await prepare(api));
  const query = `runs=${runs.map((run) => run.id).join(',')}`;
  const table = await api.get<ArmComparison>(`/api/v1/comparisons/arms?${query}`);
  // Arms in sandboxes ran under each reading themselves.
  const readings = isTerminal ? [] : await armReadings(api, table.rows);
  console.log(
    values.json
      ? JSON.stringify({ ...table, readings }, null, 2)
      : [...(isTerminal ? [] : [readingsMarkdown(readings)]), printed(table)].join('\n\n'),
  );
  if (values.url) console.log(`\nChart: ${url}/compare?${query}`);
} finally {
  await own?.stop();
}

interface Prepared {
  /** Without delays, for the pinned sizes. */
  readonly pinned: string;
  /** Two epochs, one example at a time: the diagnosis at its end unlocks parallel runs. */
  readonly serial: string;
  /** With delays, for the controller. */
  readonly dynamic: string;
}

/** Creates data set, split, task and three experiments through the API. */
async function prepare(api: ApiClient): Promise<Prepared> {
  const stamp = new Date().toISOString().slice(0, 19);
  const form = new FormData();
  for (const file of [files.train, files.heldOut])
    form.append('files', new File([readFileSync(file)], path.basename(file)));
  form.append('options', JSON.stringify({ name: `Formula ${stamp}`, preset: 'formula' }));
  const dataset = await api.upload<{ id: string }>('/api/v1/datasets', form);
  const split = await api.post<{ id: string; counts: Record<string, number> }>(
    `/api/v1/datasets/${dataset.id}/splits`,
    {
      name: 'Comparison',
      rule: {
        kind: 'bySource',
        parts: [
          {
            source: path.basename(files.train),
            kind: 'counts',
            counts: { train: 250, selection: 100, confirmation: 150 },
          },
          { source: path.basename(files.heldOut), kind: 'whole', split: 'heldOut' },
        ],
      },
    },
  );
  console.log(`split ${JSON.stringify(split.counts)}`);
  const task = await api.post<{ id: string }>('/api/v1/tasks', {
    name: `Formula ${stamp}`,
    scoring: { kind: 'formula' },
  });
  const experiment = async (name: string, settings: object) => {
    const common = { taskId: task.id, splitId: split.id, lanes: 128 };
    return (
      await api.post<{ id: string }>('/api/v1/experiments', {
        ...common,
        name: `${name} ${stamp}`,
        ...settings,
      })
    ).id;
  };
  const quick = await practiceModels(api, {
    name: `Practice model without delays ${stamp}`,
    timeScale: 'off',
  });
  const slow = await practiceModels(api, { name: `Practice model, delays / 100 ${stamp}`, timeScale: '100' });
  return {
    pinned: await experiment('Arms', { models: quick }),
    serial: await experiment('Serial', { models: quick, epochs: 2 }),
    dynamic: await experiment('Controller', { models: slow }),
  };
}

async function runArms(api: ApiClient, { pinned, serial, dynamic }: Prepared): Promise<RunAnswer[]> {
  const fixed = (fixedSize: number) => ({ kind: 'static', size: fixedSize, reason: REASON });
  const naive = { aggregation: { kind: 'naive' } };
  const start = (body: object) => api.post<RunAnswer>('/api/v1/runs', body);
  const point = (seed: number, body: object) =>
    start({ experimentId: pinned, seed, kind: 'comparisonPoint', ...body });
  const baseline = await start({ experimentId: serial, kind: 'serialBaseline', seed: 1 });
  const ended: RunAnswer[] = [];
  for (const seed of seeds) {
    const runs = [
      await point(seed, { ...naive, batch: fixed(1) }),
      await point(seed, { ...naive, batch: fixed(size) }),
      await point(seed, { aggregation: { kind: 'combee' }, batch: fixed(size) }),
    ];
    for (const run of runs) ended.push(await untilEnded(api, run.id, RUN_LIMIT_MS));
    console.log(`seed ${seed}: pinned sizes done`);
  }
  await untilEnded(api, baseline.id, RUN_LIMIT_MS);
  for (const seed of seeds)
    ended.push(
      ...(await controllersChoice(() => start({ experimentId: dynamic, seed, kind: 'combee' }), api)),
    );
  return ended;
}

/** A parallel run needs a serial diagnosis that says go; otherwise the table lacks this row. */
async function controllersChoice(start: () => Promise<RunAnswer>, api: ApiClient): Promise<RunAnswer[]> {
  try {
    return [await untilEnded(api, (await start()).id, RUN_LIMIT_MS)];
  } catch (error) {
    if (!(error instanceof ApiFault) || error.status !== 409) throw error;
    console.log(`The controller's own choice was refused: ${error.message}`);
    return [];
  }
}

function printed({ rows, warning }: ArmComparison): string {
  const percent = (share: number | null) => (share === null ? '-' : (share * 100).toFixed(1));
  const lines = rows.map((row) =>
    [
      row.name,
      percent(row.originalMean),
      percent(row.finalMean),
      percent(row.gain),
      row.gains
        .map((gain) => `${percent(gain.mean)} [${percent(gain.lower)}, ${percent(gain.upper)}]`)
        .join('; '),
      `${percent(row.kept)} %`,
      row.bullets.toFixed(0),
    ].join(' | '),
  );
  return [
    'Practice model, as run (level 2 counts updates); held-out accuracy in %, gains in points, paired 95 % intervals a seed',
    '| arm | original | final | gain | gain a seed | kept of the gain at batch size 1 | bullets |',
    '|---|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
    ...(warning ? [warning] : []),
  ].join('\n');
}
