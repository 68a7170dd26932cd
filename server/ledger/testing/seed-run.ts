import type pg from 'pg';
import { ulid } from 'ulid';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunLease } from '../lease';

/** A run with all that it hangs on, straight into a test's database; its manifest is empty, since nothing reads it. */
export async function seedRun(pool: pg.Pool): Promise<string> {
  const id = ulid();
  const statements: readonly [string, readonly unknown[]][] = [
    [`INSERT INTO "Workspace" (id, name) VALUES ($1, 'Test')`, [`ws_${id}`]],
    [
      `INSERT INTO "Task" (id, "workspaceId", name, preset, instructions, "inputShape", "outputShape", scoring)
       VALUES ($1, $2, 'Task', 'formula', '', '', '', '{"kind":"formula"}')`,
      [`tsk_${id}`, `ws_${id}`],
    ],
    [
      `INSERT INTO "Dataset" (id, "workspaceId", name, preset, hash, "exampleCount", "importReport", "createdBy")
       VALUES ($1, $2, 'Data', 'formula', 'h', 0, '{}', 'test')`,
      [`dat_${id}`, `ws_${id}`],
    ],
    [
      `INSERT INTO "SplitRegistration" (id, "datasetId", name, rule, hash, counts, "registeredBy")
       VALUES ($1, $2, 'Split', '{}', 'h', '{}', 'test')`,
      [`spl_${id}`, `dat_${id}`],
    ],
    [
      `INSERT INTO "Experiment" (id, "workspaceId", name, "taskId", "splitId", config, "createdBy", "updatedAt")
       VALUES ($1, $2, 'Experiment', $3, $4, '{}', 'test', now())`,
      [`exp_${id}`, `ws_${id}`, `tsk_${id}`, `spl_${id}`],
    ],
    [
      `INSERT INTO "Run" (id, "workspaceId", "experimentId", kind, label, seed, manifest, "manifestHash", "createdBy")
       VALUES ($1, $2, $3, 'combee', 'Run', 1, '{}', 'h', 'test')`,
      [`run_${id}`, `ws_${id}`, `exp_${id}`],
    ],
  ];
  for (const [sql, values] of statements) await pool.query(sql, [...values]);
  return `run_${id}`;
}

/** Takes the run as a new process would, without asking what state it is in. */
export async function takeLease(pool: pg.Pool, runId: string, worker = 'worker'): Promise<RunLease> {
  const { rows } = await pool.query<{ fence: number }>(
    `UPDATE "Run" SET fence = fence + 1, worker = $2 WHERE id = $1 RETURNING fence`,
    [runId, worker],
  );
  return { runId, fence: rows[0]?.fence ?? 0, worker };
}

export async function readLedger(pool: pg.Pool, runId: string): Promise<LedgerEntry[]> {
  const { rows } = await pool.query(
    `SELECT seq, type, key, data, measured FROM "LedgerEntry" WHERE "runId" = $1 ORDER BY seq`,
    [runId],
  );
  return rows as LedgerEntry[];
}
