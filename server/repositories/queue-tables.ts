import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';

/** The queue library's own table of jobs, as others may read it. Who writes there is server/jobs alone. */
const NONE = Prisma.sql`(SELECT NULL::uuid AS id, NULL::text AS name, NULL::jsonb AS data, NULL::text AS state,
  NULL::text AS policy, NULL::text AS singleton_key, NULL::int AS retry_count, NULL::timestamptz AS created_on,
  NULL::timestamptz AS start_after, NULL::timestamptz AS started_on, NULL::timestamptz AS completed_on,
  NULL::jsonb AS output WHERE false)`;

/** Not before the queue has made its tables at its first start. */
export async function isQueueThere(): Promise<boolean> {
  const [queue] = await db().$queryRaw<
    { there: boolean }[]
  >`SELECT to_regclass('pgboss.job') IS NOT NULL AS there`;
  return queue?.there ?? false;
}

/** To be joined under a name of its own; empty where there is no queue yet. */
export async function queueJobs(): Promise<Prisma.Sql> {
  return (await isQueueThere()) ? Prisma.sql`pgboss.job` : NONE;
}
