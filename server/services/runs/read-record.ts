import type { CostRow } from '@/lib/domain/cost-row';
import type { RunManifest } from '@/lib/domain/manifest';
import { milestoneEnds } from '@/lib/report/cost-milestones';
import { totalsOf } from '@/lib/report/cost-rows';
import { type RunRecord, runRecord } from '@/lib/report/run-record';
import { readFacts } from '@/server/events/read-facts';
import { readCostStretches } from '@/server/repositories/costs';
import { readClosed, readMeasured } from '@/server/repositories/record-facts';

/** A record with the ledger rows that its money is summed from, added up between its milestones. */
export interface CostedRecord {
  readonly record: RunRecord;
  readonly rows: readonly CostRow[];
}

export interface RecordedRow {
  readonly id: string;
  readonly label: string;
  readonly practice: boolean;
  readonly manifest: RunManifest;
}

/** Its money comes from the one ledger of calls, like every other number of money. */
export async function readRecord(row: RecordedRow): Promise<RunRecord> {
  return (await readCostedRecord(row)).record;
}

export async function readCostedRecord({
  id,
  label,
  practice,
  manifest,
}: RecordedRow): Promise<CostedRecord> {
  const [measured, closed, finished] = await Promise.all([
    readMeasured(id),
    readClosed(id),
    readFacts(id, 'run.finished'),
  ]);
  const facts = { measured, closed, finished: finished[0] ?? null };
  const record = runRecord({ runId: id, label, practice, manifest }, facts);
  const rows = await readCostStretches(id, milestoneEnds(record));
  const { costUsd, rollouts, evaluationRollouts, tokens, calls } = totalsOf(rows);
  return { record: { ...record, costUsd, rollouts, evaluationRollouts, tokens, calls }, rows };
}
