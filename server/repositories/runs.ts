import type { PinnedHead } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunControl, RunKind, RunStatus } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { withManifest } from './stored-manifest';

/** Reads and writes of run rows, always within a workspace. What a worker writes goes through ledger and journal. */
type Tx = Prisma.TransactionClient;

/** Channel that tells workers of a person's request to a run. */
export const CONTROL_CHANNEL = 'waggle_control';

const withExperiment = { experiment: { select: { name: true } } } satisfies Prisma.RunInclude;

export type RunRow = Prisma.RunGetPayload<{ include: typeof withExperiment; omit: { manifest: true } }>;
export type RunRowWithManifest = RunRow & { readonly manifest: RunManifest };

/** In the order of the ids. */
export async function readRunRows(ids: readonly string[]): Promise<RunRow[]> {
  const rows = await db().run.findMany({
    where: { id: { in: [...ids] } },
    include: withExperiment,
    omit: { manifest: true },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const hasPrice = (binding: string) =>
  Prisma.raw(`(manifest #>> '{${binding},usdPerMillionIn}' IS NOT NULL
    AND manifest #>> '{${binding},usdPerMillionOut}' IS NOT NULL)`);

/** As `isPriced` (lib/domain/asked-roles) says it of a manifest that was loaded. */
export const IS_PRICED = Prisma.sql`(${hasPrice('models,proposer')}
  AND (coalesce((manifest #>> '{task,artefact}')::boolean, false) OR ${hasPrice('models,serving')})
  AND (manifest #>> '{task,scoring,kind}' IS DISTINCT FROM 'judge' OR (${hasPrice('models,evaluator')}
    AND (manifest #>> '{judging,costCeilingUsd}' IS NULL OR manifest #>> '{judging,proxy}' IS NULL
      OR ${hasPrice('judging,proxy')}))))`;

/** The hardware behind each run's scores and how it learns, out of manifests that are too large to load for a list. */
export async function readPinnedHeads(ids: readonly string[]): Promise<ReadonlyMap<string, PinnedHead>> {
  const rows = await db().$queryRaw<(PinnedHead & { id: string })[]>`
    SELECT id,
      coalesce(manifest #>> '{models,serving,hardware}', 'unknown') AS hardware,
      coalesce(manifest #>> '{method,name}', 'unknown') AS method,
      coalesce(manifest #>> '{aggregation,kind}', 'unknown') AS aggregation,
      ${IS_PRICED} AS priced
    FROM "Run" WHERE id = ANY(${[...ids]})`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Labels of those ids that are runs of this workspace. */
export async function readRunLabels(
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const where = { workspaceId, id: { in: [...ids] } };
  const rows = await db().run.findMany({ where, select: { id: true, label: true } });
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** @throws AppError NOT_FOUND */
export async function getRunRow(workspaceId: string, id: string, tx: Tx = db()): Promise<RunRowWithManifest> {
  const row = await tx.run.findFirst({ where: { workspaceId, id }, include: withExperiment });
  if (row === null) throw runMissing(id);
  return withManifest(row);
}

/** The id of the experiment that a run is of; null where the run is gone, or of another workspace. */
export async function findRunExperiment(workspaceId: string, id: string): Promise<string | null> {
  const row = await db().run.findFirst({ where: { id, workspaceId }, select: { experimentId: true } });
  return row?.experimentId ?? null;
}

/** Null where the run is gone, or of another workspace. */
export async function findRunManifest(
  workspaceId: string,
  id: string,
): Promise<{ id: string; practice: boolean; manifest: RunManifest } | null> {
  const row = await db().run.findFirst({
    where: { id, workspaceId },
    select: { id: true, practice: true, manifest: true },
  });
  return row && withManifest(row);
}

/** Cheap: for services that only need to know that this workspace may read the run. @throws AppError NOT_FOUND */
export async function assertRunExists(
  workspaceId: string,
  id: string,
): Promise<{ readonly lastSeq: number }> {
  const row = await db().run.findFirst({ where: { workspaceId, id }, select: { lastSeq: true } });
  if (row === null) throw runMissing(id);
  return row;
}

const runMissing = (id: string) => new AppError('NOT_FOUND', 'This run does not exist.', { context: { id } });

/** Other rows that a run was made from or for, in addition to its experiment. */
export interface RunOrigin {
  readonly planId?: string;
  readonly groupId?: string;
  readonly branchedFromId?: string;
  readonly readinessOfId?: string;
  readonly readinessLight?: string;
}

export interface NewRun extends RunOrigin {
  readonly id: string;
  readonly workspaceId: string;
  readonly experimentId: string;
  readonly kind: RunKind;
  readonly label: string;
  readonly seed: number;
  readonly manifest: RunManifest;
  readonly manifestHash: string;
  readonly practice: boolean;
  readonly createdBy: string;
  readonly startsAs: Prisma.InputJsonObject;
}

export async function createRunRow(run: NewRun, tx: Tx): Promise<RunRowWithManifest> {
  return withManifest(await tx.run.create({ data: run, include: withExperiment }));
}

/** Holds the row until the transaction ends, so that a worker's claim and a person's word cannot cross. */
export async function lockRun(workspaceId: string, id: string, tx: Tx): Promise<RunRowWithManifest> {
  await tx.$queryRaw`SELECT id FROM "Run" WHERE id = ${id} AND "workspaceId" = ${workspaceId} FOR UPDATE`;
  return getRunRow(workspaceId, id, tx);
}

export interface RunSteering {
  readonly control?: RunControl;
  readonly status?: RunStatus;
  readonly statusReason?: string | null;
  readonly endedAt?: Date;
  readonly lanesWanted?: number;
  readonly startsAs?: Prisma.InputJsonObject;
}

/** Changes a run's control and notifies its worker when the transaction commits. */
export async function steerRun(id: string, change: RunSteering, tx: Tx): Promise<RunRowWithManifest> {
  const row = await tx.run.update({ where: { id }, data: change, include: withExperiment });
  await tx.$executeRaw`SELECT pg_notify(${CONTROL_CHANNEL}, ${id})`;
  return withManifest(row);
}
