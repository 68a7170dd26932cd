import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunKind } from '@/lib/domain/run';
import { db } from '@/server/db/client';
import type { RunStatus } from '@/server/db/generated/client';

/** What the one sentence of an experiment or a run is made from, for many of them at once. */
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

/** Of a manifest only what a diagnosis holds for, and of a run's the margin of its claims. */
export type RunScope = Pick<RunManifest, 'task' | 'split' | 'method' | 'models'> &
  Partial<Pick<RunManifest, 'evaluation'>>;

export async function readRunScopes(runIds: readonly string[]): Promise<ReadonlyMap<string, RunScope>> {
  if (runIds.length === 0) return new Map();
  const rows = await db().$queryRaw<{ id: string; scope: RunScope }[]>`
    SELECT id, jsonb_build_object(
      'task', manifest->'task', 'split', manifest->'split',
      'method', manifest->'method', 'models', manifest->'models',
      'evaluation', manifest->'evaluation') AS scope
    FROM "Run" WHERE id = ANY(${[...runIds]})`;
  return new Map(rows.map(({ id, scope }) => [id, scope]));
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
