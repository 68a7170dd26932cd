import type { RunSort } from '@/lib/contracts/run-list';
import type { RunKind, RunStatus } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { likeText } from './like-text';
import { IS_PRICED } from './runs';

/**
 * The order of a workspace's runs under any column, page by page: a page goes on behind the last row's value and id, so
 * it costs the same wherever it begins. Gives ids only; ./runs reads the rows.
 */
export interface RunPage {
  readonly experimentId?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly kind?: RunKind | undefined;
  readonly search?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly owner?: string | undefined;
  readonly archived: boolean;
  readonly sort: RunSort;
  readonly direction: 'asc' | 'desc';
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const msOf = (time: Prisma.Sql) => Prisma.sql`(extract(epoch from ${time}) * 1000)::float8`;

/** Each as text or as a number, which is all that a cursor can carry exactly. Times have whole milliseconds. */
const VALUES: Readonly<Record<RunSort, Prisma.Sql>> = {
  made: msOf(Prisma.sql`run."createdAt"`),
  run: Prisma.sql`lower(run.label)`,
  experiment: Prisma.sql`lower(experiment.name)`,
  status: Prisma.sql`run.status::text`,
  best: Prisma.sql`(run.summary #>> '{bestScore,mean}')::float8`,
  // Unknown dollars come last, whichever way the list is sorted.
  spend: Prisma.sql`CASE WHEN ${IS_PRICED} THEN coalesce((run.summary #>> '{spend,spendUsd}')::float8, 0) END`,
  batch: Prisma.sql`(run.summary ->> 'batchSize')::float8`,
  rollouts: Prisma.sql`coalesce((run.summary ->> 'rollouts')::float8, 0)`,
  started: msOf(Prisma.sql`run."startedAt"`),
  // Null for a running run: its duration would change between two pages.
  took: msOf(Prisma.sql`(run."endedAt" - run."startedAt")`),
  owner: Prisma.sql`lower(run."createdBy")`,
};

type SortValue = string | number | null;

export async function listRunIds(
  workspaceId: string,
  page: RunPage,
): Promise<{ readonly ids: readonly string[]; readonly nextCursor: string | null }> {
  const value = VALUES[page.sort];
  const direction = page.direction === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await db().$queryRaw<{ id: string; value: SortValue }[]>`
    SELECT run.id, ${value} AS value
    FROM "Run" run JOIN "Experiment" experiment ON experiment.id = run."experimentId"
    WHERE ${Prisma.join([...narrowed(workspaceId, page), behind(page, value)], ' AND ')}
    ORDER BY value ${direction} NULLS LAST, run.id ${direction}
    LIMIT ${page.limit + 1}`;
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    nextCursor: rows.length > page.limit && last ? JSON.stringify([last.value, last.id]) : null,
  };
}

function narrowed(workspaceId: string, page: RunPage): Prisma.Sql[] {
  const parts = [
    Prisma.sql`run."workspaceId" = ${workspaceId}`,
    page.archived ? Prisma.sql`run."archivedAt" IS NOT NULL` : Prisma.sql`run."archivedAt" IS NULL`,
  ];
  if (page.experimentId) parts.push(Prisma.sql`run."experimentId" = ${page.experimentId}`);
  if (page.status) parts.push(Prisma.sql`run.status = ${page.status}::"RunStatus"`);
  if (page.kind) parts.push(Prisma.sql`run.kind = ${page.kind}::"RunKind"`);
  if (page.tags?.length) parts.push(Prisma.sql`run.tags @> ${[...page.tags]}::text[]`);
  if (page.owner) parts.push(Prisma.sql`run."createdBy" ILIKE ${within(page.owner)}`);
  if (page.search) {
    const text = within(page.search);
    parts.push(Prisma.sql`(run.label ILIKE ${text} OR experiment.name ILIKE ${text})`);
  }
  return parts;
}

const within = (text: string) => `%${likeText(text)}%`;

function behind({ cursor, sort, direction }: RunPage, value: Prisma.Sql): Prisma.Sql {
  if (cursor === undefined) return Prisma.sql`true`;
  const [last, id] = parsed(cursor);
  const isText = sort === 'run' || sort === 'experiment' || sort === 'status' || sort === 'owner';
  if (last !== null && (typeof last === 'string') !== isText) throw strange();
  const further = direction === 'asc' ? Prisma.sql`>` : Prisma.sql`<`;
  // Runs without a value sort last, so all of them are still to come after a run with one.
  if (last === null) return Prisma.sql`(${value} IS NULL AND run.id ${further} ${id})`;
  const typed = isText ? Prisma.sql`${last}::text` : Prisma.sql`${last}::float8`;
  return Prisma.sql`(${value} ${further} ${typed} OR (${value} = ${typed} AND run.id ${further} ${id}) OR ${value} IS NULL)`;
}

function parsed(cursor: string): readonly [SortValue, string] {
  const read: unknown = readJson(cursor);
  if (!Array.isArray(read) || read.length !== 2) throw strange();
  const [value, id] = read as unknown[];
  const isValue = value === null || typeof value === 'string' || typeof value === 'number';
  if (!isValue || typeof id !== 'string') throw strange();
  return [value, id];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw strange(cause);
  }
}

const strange = (cause?: unknown) =>
  new AppError('INPUT_INVALID', 'This cursor does not come from the list: leave it out to begin anew.', {
    fields: [{ path: 'query.cursor', message: 'Not a cursor of this list in this order.' }],
    ...(cause === undefined ? {} : { cause }),
  });
