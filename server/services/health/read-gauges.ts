import { db } from '@/server/db/client';
import { isQueueThere } from '@/server/repositories/queue-tables';

/** Gauges of the whole installation from the database: runs by status, jobs by queue and state. */
export interface Gauges {
  readonly runs: readonly { readonly status: string; readonly count: number }[];
  readonly jobs: readonly { readonly queue: string; readonly state: string; readonly count: number }[];
}

export async function readGauges(): Promise<Gauges> {
  const [runs, jobs] = await Promise.all([db().run.groupBy({ by: ['status'], _count: true }), countJobs()]);
  return { runs: runs.map(({ status, _count }) => ({ status, count: _count })), jobs };
}

/** None before the queue has made its tables at its first start. */
async function countJobs(): Promise<Gauges['jobs']> {
  if (!(await isQueueThere())) return [];
  return db().$queryRaw<{ queue: string; state: string; count: number }[]>`
    select name as queue, state::text as state, count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') group by 1, 2`;
}
