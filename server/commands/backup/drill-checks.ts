import type { RunManifest } from '@/lib/domain/manifest';
import { replayRefusal } from '@/lib/engine/engine-version';
import { AppError } from '@/lib/errors/app-error';
import { assertKeysOpen } from '@/server/adapters/provider-keys';
import { operatorOf } from '@/server/commands/support/operator';
import { ledgerPool } from '@/server/ledger/pool';
import { verifyAudit } from '@/server/services/audit/verify-audit';
import { hashOfLedger } from '@/server/services/runs/refuse-replay';
import { replayRun } from '@/server/services/runs/replay-run';

/**
 * What Waggle vouches for, recomputed on the database of the settings: the chain of the audit log, the numbering of the
 * ledgers, and the hashes of three runs from their ledgers and their journals.
 */
export interface CheckedLine {
  readonly what: string;
  readonly outcome: 'passed' | 'failed' | 'not checked';
  readonly detail: string;
}

export async function* checkBooks(): AsyncGenerator<CheckedLine> {
  const { rows: workspaces } = await ledgerPool().query<{ id: string }>(
    'SELECT id FROM "Workspace" ORDER BY id',
  );
  for (const { id } of workspaces) {
    const { isWhole, sentence } = await verifyAudit(operatorOf(id, 'drill'), {});
    yield line('audit log', isWhole, sentence);
  }
  yield await checkNumbering();
  const { rows: runs } = await ledgerPool().query<HashedRun>(RUNS);
  if (runs.length === 0) yield { what: 'runs', outcome: 'not checked', detail: 'none has come to its end' };
  for (const run of runs) yield await checkRun(run);
}

export async function checkKeys(secret: string): Promise<CheckedLine> {
  const what = 'provider keys';
  try {
    await assertKeysOpen(ledgerPool(), secret);
    return line(what, true, 'they open with the secret of the backup, where there are any');
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return line(what, false, error.userMessage);
  }
}

async function checkNumbering(): Promise<CheckedLine> {
  const { rows } = await ledgerPool().query<{ id: string; isGapless: boolean; entries: number }>(NUMBERING);
  const bad = rows.filter(({ isGapless }) => !isGapless).map(({ id }) => id);
  const entries = rows.reduce((sum, run) => sum + run.entries, 0);
  return bad.length === 0
    ? line('ledgers', true, `${entries} entries of ${rows.length} runs are numbered without gaps`)
    : line('ledgers', false, `numbers are missing in ${bad.slice(0, 5).join(', ')}`);
}

interface HashedRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly manifest: RunManifest;
  readonly runHash: string;
}

async function checkRun({ id, workspaceId, manifest, runHash }: HashedRun): Promise<CheckedLine> {
  const what = `run ${id}`;
  if ((await hashOfLedger(id, manifest)) !== runHash) return line(what, false, 'its ledger has another hash');
  if (replayRefusal(manifest) !== null)
    return line(what, true, 'its ledger has its hash; another engine made it, so it is not replayed');
  const { verdict, explanation } = await replayRun(operatorOf(workspaceId, 'drill'), {
    runId: id,
    limits: null,
  });
  return line(what, verdict === 'same', `its ledger has its hash; the replay of its journal: ${explanation}`);
}

const line = (what: string, isPassed: boolean, detail: string): CheckedLine => ({
  what,
  outcome: isPassed ? 'passed' : 'failed',
  detail,
});

const NUMBERING = `
SELECT run.id, count(entry.seq)::int AS entries,
  count(entry.seq) = run."lastSeq" AND coalesce(max(entry.seq), 0) = run."lastSeq" AS "isGapless"
FROM "Run" AS run LEFT JOIN "LedgerEntry" AS entry ON entry."runId" = run.id
GROUP BY run.id, run."lastSeq"`;

/** The first, the last and the longest of those that have a hash. */
const RUNS = `
WITH hashed AS (
  SELECT *, row_number() OVER (ORDER BY "endedAt", id) AS first,
    row_number() OVER (ORDER BY "endedAt" DESC, id DESC) AS last, row_number() OVER (ORDER BY "lastSeq" DESC, id) AS longest
  FROM "Run" WHERE "runHash" IS NOT NULL
), ordered AS (
  SELECT id, "workspaceId", manifest, "runHash", least(first, last, longest) AS place FROM hashed
)
SELECT id, "workspaceId", manifest, "runHash" FROM ordered ORDER BY place, id LIMIT 3`;
