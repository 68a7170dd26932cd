import type { Actor } from '@/lib/domain/actor';
import { csvLine } from '@/lib/domain/csv-line';
import type { RolloutRow } from '@/lib/domain/rollout-row';
import {
  ROLLOUT_LOG_COLUMNS,
  type RolloutLogColumn,
  type RolloutLogLine,
  type RolloutLogRun,
  rolloutLogLine,
} from '@/lib/report/cost-rollout-log';
import { readRolloutRows } from '@/server/repositories/costs';
import { readMeasured } from '@/server/repositories/record-facts';
import { getRunRow } from '@/server/repositories/runs';
import { rolloutParquet } from './rollout-parquet';

/** Every rollout of a run as a file, read by the page, so that the longest run fits in memory. */
export type RolloutLogFormat = 'csv' | 'jsonl' | 'parquet';

const CONTENT_TYPES: Readonly<Record<RolloutLogFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const PAGE = 1000;
/** Page size of Parquet after the first page: each row group repeats its dictionaries, so fewer are smaller. */
const PARQUET_PAGE = 10_000;

export async function exportRolloutLog(
  actor: Actor<'read'>,
  { runId, format }: { readonly runId: string; readonly format: RolloutLogFormat },
) {
  const { id, manifest, practice } = await getRunRow(actor.workspaceId, runId);
  const measured = await readMeasured(id);
  const complete = measured.filter(({ data }) => data.split === 'heldOut' && data.incomplete === undefined);
  const heldOut = new Map(complete.map(({ data }) => [data.candidateHash, data.score.mean]));
  const read = (after: number, limit: number) => readRolloutRows(id, after, limit);
  return {
    filename: `${id}-rollouts.${format}`,
    contentType: CONTENT_TYPES[format],
    lines: rolloutLog({ runId: id, manifest, practice, heldOut }, format, read),
  };
}

/** Reads rollouts behind a ledger number; fewer than asked for means that there are no more. */
export type ReadRollouts = (after: number, limit: number) => Promise<readonly RolloutRow[]>;

export function rolloutLog(
  run: RolloutLogRun,
  format: RolloutLogFormat,
  read: ReadRollouts,
): AsyncIterable<string | Uint8Array> {
  if (format === 'parquet') return rolloutParquet(pagesOf(run, read, PARQUET_PAGE));
  return textOf(format, pagesOf(run, read, PAGE));
}

async function* pagesOf(
  run: RolloutLogRun,
  read: ReadRollouts,
  size: number,
): AsyncGenerator<readonly RolloutLogLine[]> {
  // The first page is a small one, so that the file begins to arrive at once.
  for (let after = 0, limit = PAGE; ; limit = size) {
    const rows = await read(after, limit);
    yield rows.map((row) => rolloutLogLine(row, run));
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < limit) return;
  }
}

async function* textOf(
  format: 'csv' | 'jsonl',
  pages: AsyncIterable<readonly RolloutLogLine[]>,
): AsyncGenerator<string> {
  const names = Object.keys(ROLLOUT_LOG_COLUMNS) as RolloutLogColumn[];
  if (format === 'csv') yield csvLine(names);
  for await (const page of pages) {
    const lines = page.map((line) =>
      format === 'csv' ? csvLine(names.map((name) => line[name])) : `${JSON.stringify(line)}\n`,
    );
    if (lines.length > 0) yield lines.join('');
  }
}
