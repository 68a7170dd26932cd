import type { FactOf, FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { type RunRecord, runRecord } from '@/lib/report/run-record';
import { readEntries } from '@/server/events/read-events';

/** A run's record, read off its ledger. */
const ENTRIES_MAX = 20_000;

export interface RecordedRow {
  readonly id: string;
  readonly label: string;
  readonly practice: boolean;
  readonly manifest: RunManifest;
}

export async function readRecord({ id, label, practice, manifest }: RecordedRow): Promise<RunRecord> {
  const [measured, closed, finished] = await Promise.all([
    readFacts(id, 'heldOut.measured'),
    readFacts(id, 'iteration.closed'),
    readFacts(id, 'run.finished'),
  ]);
  return runRecord(
    { runId: id, label, practice, manifest },
    { measured, closed, finished: finished[0] ?? null },
  );
}

export async function readFacts<T extends FactType>(runId: string, type: T): Promise<FactOf<T>[]> {
  return (await readEntries(runId, 0, { limit: ENTRIES_MAX, filter: { type } })) as unknown as FactOf<T>[];
}
