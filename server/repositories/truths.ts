import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunKind } from '@/lib/domain/run';
import { db } from '@/server/db/client';
import { Prisma, type RunStatus } from '@/server/db/generated/client';

/** Facts behind the one-sentence result of an experiment or a run, for many of them at once. */
export interface TruthRun {
  readonly id: string;
  readonly experimentId: string;
  readonly kind: RunKind;
  readonly status: RunStatus;
  readonly statusReason: string | null;
  readonly practice: boolean;
}

const runFields = {
  id: true,
  experimentId: true,
  kind: true,
  status: true,
  statusReason: true,
  practice: true,
} as const;

const subject = {
  id: true,
  taskId: true,
  config: true,
  split: { select: { hash: true, usedToTune: true } },
} as const;

export interface TruthExperiment {
  readonly id: string;
  readonly taskId: string;
  readonly config: unknown;
  readonly split: { readonly hash: string; readonly usedToTune: boolean | null };
}

export function findTruthExperiments(
  workspaceId: string,
  { experiments, runs }: { readonly experiments: readonly string[]; readonly runs: readonly string[] },
): Promise<TruthExperiment[]> {
  return db().experiment.findMany({
    where: {
      workspaceId,
      OR: [{ id: { in: [...experiments] } }, { runs: { some: { id: { in: [...runs] } } } }],
    },
    select: subject,
  });
}

/** Newest first; evaluations train nothing, so they have no gain of their own. */
export function findTruthRuns(
  workspaceId: string,
  { experiments, runs }: { readonly experiments: readonly string[]; readonly runs: readonly string[] },
): Promise<TruthRun[]> {
  return db().run.findMany({
    where: {
      workspaceId,
      OR: [
        { id: { in: [...runs] } },
        { experimentId: { in: [...experiments] }, archivedAt: null, kind: { not: 'evaluation' } },
      ],
    },
    select: runFields,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 5000,
  });
}

/** Parts of a manifest that scope a diagnosis, and those that its claims are compared and judged by. */
export type RunScope = Pick<RunManifest, 'task' | 'split' | 'method' | 'models'> &
  Partial<Pick<RunManifest, 'evaluation' | 'judging' | 'agent'>>;

export async function readRunScopes(runIds: readonly string[]): Promise<ReadonlyMap<string, RunScope>> {
  if (runIds.length === 0) return new Map();
  const rows = await db().$queryRaw<{ id: string; scope: RunScope }[]>`
    SELECT id, ${SCOPE} AS scope FROM "Run" WHERE id = ANY(${[...runIds]})`;
  return new Map(rows.map(({ id, scope }) => [id, scope]));
}

const SCOPE = Prisma.sql`CASE WHEN manifest->'agent' IS NULL THEN '{}'::jsonb
  ELSE jsonb_build_object('agent', manifest->'agent') END || jsonb_build_object(
  'task', manifest->'task', 'split', manifest->'split', 'method', manifest->'method', 'models', manifest->'models',
  'evaluation', manifest->'evaluation', 'judging', manifest->'judging')`;

/** Most baselines per split that a claim is compared with. */
const BASELINES_MAX = 20;

export interface TruthBaseline {
  readonly id: string;
  readonly manifest: Required<Omit<RunScope, 'agent'>> & Pick<RunScope, 'agent'>;
}

/** Finished serial baselines of these splits, newest first. */
export function findTruthBaselines(
  workspaceId: string,
  splitHashes: readonly string[],
): Promise<readonly TruthBaseline[]> {
  if (splitHashes.length === 0) return Promise.resolve([]);
  return db().$queryRaw<TruthBaseline[]>`
    SELECT id, ${SCOPE} AS manifest FROM (
      SELECT id, manifest, "createdAt",
        row_number() OVER (PARTITION BY manifest #>> '{split,hash}' ORDER BY "createdAt" DESC, id DESC) AS place
      FROM "Run"
      WHERE "workspaceId" = ${workspaceId} AND kind = 'serialBaseline' AND status = 'finished'
        AND manifest #>> '{split,hash}' = ANY(${[...splitHashes]})
    ) AS baselines
    WHERE place <= ${BASELINES_MAX} ORDER BY "createdAt" DESC, id DESC`;
}

type Told = 'heldOut.measured' | 'diversity.collapsed';
export type TruthEntry = Extract<LedgerEntry, { type: Told }> & { readonly runId: string };

export async function readTruthEntries(runIds: readonly string[]): Promise<TruthEntry[]> {
  const rows = await db().ledgerEntry.findMany({
    where: { runId: { in: [...runIds] }, type: { in: ['heldOut.measured', 'diversity.collapsed'] } },
    orderBy: [{ runId: 'asc' }, { seq: 'asc' }],
    select: { runId: true, seq: true, type: true, key: true, data: true, measured: true },
  });
  return rows as unknown as TruthEntry[];
}

export interface TruthDiagnosisRow {
  readonly scopeHash: string;
  readonly runId: string | null;
  readonly verdict: string;
  readonly detail: unknown;
}

/** Newest first. */
export function findTruthDiagnoses(
  workspaceId: string,
  { hashes, runIds }: { readonly hashes: readonly string[]; readonly runIds: readonly string[] },
): Promise<TruthDiagnosisRow[]> {
  return db().diagnosis.findMany({
    where: { workspaceId, OR: [{ scopeHash: { in: [...hashes] } }, { runId: { in: [...runIds] } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { scopeHash: true, runId: true, verdict: true, detail: true },
    take: 5000,
  });
}

/** Where a finished run of this workspace was measured; null where there is none of this id. */
export async function readHardwareOfRun(workspaceId: string, runId: string): Promise<string | null> {
  const there = await db().run.count({ where: { id: runId, workspaceId, status: 'finished' } });
  if (there === 0) return null;
  return (await readRunScopes([runId])).get(runId)?.models.serving.hardware ?? null;
}
