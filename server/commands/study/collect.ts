import type pg from 'pg';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { readEntries } from '@/server/events/read-events';
import { readJournal } from '@/server/ledger/journal-sql';
import { loadExamples } from '@/server/ledger/load-examples';
import { CODE_VERSION } from '@/server/services/runs/code-version';
import type { RecordedRun, Study } from './bundle';
import { runName, type StudyArm, type StudyProtocol } from './protocol';

/** Reads a study's runs from the database for a bundle. A run without a hash is a deviation and left out. */
export interface Collecting {
  readonly protocol: StudyProtocol;
  /** Runs by their names in the bundle. */
  readonly runs: Readonly<Record<string, string>>;
  readonly deviations: readonly string[];
}

interface RunRow {
  readonly manifest: RunManifest;
  readonly runHash: string | null;
  readonly status: string;
  readonly statusReason: string | null;
}

export async function collectStudy(pool: pg.Pool, asked: Collecting): Promise<Study> {
  const { protocol } = asked;
  const deviations = [...asked.deviations];
  const runs: RecordedRun[] = [];
  for (const arm of protocol.arms) {
    for (const seed of protocol.seeds) {
      const runId = asked.runs[runName(arm, seed)];
      if (runId === undefined) continue;
      const recorded = await recordedRun(pool, runId, { arm, seed });
      if (typeof recorded === 'string') deviations.push(recorded);
      else runs.push(recorded);
    }
  }
  const [first] = runs;
  const registrationId = first?.manifest.split.registrationId ?? '';
  return {
    protocol,
    examples: await loadExamples(pool, { registrationId, runId: '' }),
    runs,
    codeVersion: CODE_VERSION,
    deviations,
  };
}

async function recordedRun(
  pool: pg.Pool,
  runId: string,
  { arm, seed }: { readonly arm: StudyArm; readonly seed: number },
): Promise<RecordedRun | string> {
  const { rows } = await pool.query<RunRow>(
    'SELECT manifest, "runHash", status, "statusReason" FROM "Run" WHERE id = $1',
    [runId],
  );
  const [run] = rows;
  const name = runName(arm, seed);
  if (!run?.runHash) return `${name} did not finish: ${run?.statusReason ?? run?.status ?? 'not found'}.`;
  const { answers, decisions } = await readJournal(pool, runId);
  return {
    ...{ arm, seed, answers, decisions },
    runHash: run.runHash,
    manifest: run.manifest,
    ledger: await wholeLedger(pool, runId),
  };
}

async function wholeLedger(pool: pg.Pool, runId: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (;;) {
    const page = await readEntries(runId, entries.at(-1)?.seq ?? 0, { limit: 1000, pool });
    if (page.length === 0) return entries;
    entries.push(...page);
  }
}
