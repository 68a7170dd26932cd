import { JOB_KINDS, type JobKind, type JobState } from '@/lib/contracts/jobs';
import type { RunControl, RunStatus } from '@/lib/domain/run';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { JOB_SOURCES } from './job-sources';
import { readCursor } from './keyset';
import { queueJobs } from './queue-tables';

/** The background work of one workspace, listed and counted. The query for each kind is in ./job-sources. */
export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly subjectId: string;
  readonly subject: string;
  readonly experiment: string | null;
  readonly event: string | null;
  readonly practice: boolean;
  readonly tries: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly nextAt: Date | null;
  readonly done: number | null;
  readonly planned: number | null;
  readonly status: RunStatus | null;
  readonly control: RunControl | null;
  readonly worker: string | null;
  /** A sentence that was written for people. */
  readonly reason: string | null;
  /** Error of the last try as the queue stored it; never shown as it is. */
  readonly output: unknown;
}

export interface JobPage {
  readonly kinds: readonly JobKind[];
  readonly state: JobState | undefined;
  readonly errors: boolean;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export async function listJobRows(workspaceId: string, page: JobPage): Promise<JobRow[]> {
  const queue = await queueJobs();
  const last = page.cursor === undefined ? null : readCursor(page.cursor);
  const conditions = [
    Prisma.sql`true`,
    ...(last ? [Prisma.sql`("createdAt", id) < (${last.createdAt}::timestamptz, ${last.id})`] : []),
    ...(page.state ? [Prisma.sql`state = ${page.state}`] : []),
    ...(page.errors ? [Prisma.sql`(reason IS NOT NULL OR output IS NOT NULL)`] : []),
  ];
  const newest = Prisma.sql`ORDER BY "createdAt" DESC, id DESC LIMIT ${page.limit + 1}`;
  // Each kind is cut by itself, so that its own index leads to its newest.
  const parts = page.kinds.map(
    (kind) => Prisma.sql`(SELECT * FROM (${JOB_SOURCES[kind](workspaceId, queue)}) AS of_kind
      WHERE ${Prisma.join(conditions, ' AND ')} ${newest})`,
  );
  return db().$queryRaw<JobRow[]>`SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS listed ${newest}`;
}

export interface JobCountRow {
  readonly kind: JobKind;
  readonly waiting: number;
  readonly active: number;
  readonly again: number;
  readonly paused: number;
  readonly done: number;
  readonly stopped: number;
  readonly failed: number;
  readonly retried: number;
  readonly oldestWaitingAt: Date | null;
}

/** Counts jobs by kind and state; ended jobs only since the given time. A kind without any job has no row. */
export async function countJobRows(
  workspaceId: string,
  since: Readonly<Partial<Record<JobKind, Date>>>,
): Promise<JobCountRow[]> {
  const queue = await queueJobs();
  const counted = JOB_KINDS.flatMap((kind) => {
    const from = since[kind];
    return from === undefined ? [] : [countOf(kind, JOB_SOURCES[kind](workspaceId, queue), from)];
  });
  return db().$queryRaw<JobCountRow[]>`${Prisma.join(counted, ' UNION ALL ')}`;
}

const countOf = (kind: JobKind, source: Prisma.Sql, since: Date) => Prisma.sql`
  SELECT ${kind}::text AS kind,
    count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
    count(*) FILTER (WHERE state = 'active')::int AS active,
    count(*) FILTER (WHERE state = 'again')::int AS again,
    count(*) FILTER (WHERE state = 'paused')::int AS paused,
    count(*) FILTER (WHERE state = 'done')::int AS done,
    count(*) FILTER (WHERE state = 'stopped')::int AS stopped,
    count(*) FILTER (WHERE state = 'failed')::int AS failed,
    count(*) FILTER (WHERE state IN ('done', 'stopped', 'failed') AND tries > 1)::int AS retried,
    min("waitsSince") FILTER (WHERE state = 'waiting') AS "oldestWaitingAt"
  FROM (${source}) AS of_kind
  WHERE state IN ('waiting', 'active', 'again', 'paused') OR coalesce("endedAt", "createdAt") >= ${since}::timestamptz`;
