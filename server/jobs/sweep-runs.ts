import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { EXECUTE_RUN, QUEUE_SCHEMA } from './definitions';
import { sendRun } from './queue';

/**
 * Gives a job to every live run that has none: resumed in the moment in which its old job ended, or left by a queue
 * that was emptied. The run's row is the truth, the job only its errand boy.
 */
export async function sweepRuns(pool: pg.Pool, boss: PgBoss): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(ORPHANS, [EXECUTE_RUN]);
  for (const { id } of rows) await sendRun(boss, id);
  return rows.map(({ id }) => id);
}

const ORPHANS = `
SELECT run.id FROM "Run" AS run
WHERE run.status IN ('queued', 'running') AND NOT EXISTS (
  SELECT 1 FROM ${QUEUE_SCHEMA}.job WHERE job.name = $1 AND job.singleton_key = run.id AND job.state <= 'active'
)
ORDER BY run."createdAt" LIMIT 500`;
