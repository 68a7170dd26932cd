import type { RunManifest } from '@/lib/domain/manifest';
import { db } from '@/server/db/client';
import type { Prisma, ReadinessWaiver, Run } from '@/server/db/generated/client';
import { withManifest } from './stored-manifest';

/** Which runs measure a claim again, what it is compared with, and what was said about it. */
type Tx = Prisma.TransactionClient;

export interface MeasuringRun
  extends Pick<Run, 'id' | 'label' | 'seed' | 'kind' | 'status' | 'practice' | 'readinessLight'> {
  readonly manifest: RunManifest;
}

const measuringFields = {
  id: true,
  label: true,
  seed: true,
  kind: true,
  status: true,
  practice: true,
  readinessLight: true,
  manifest: true,
} satisfies Prisma.RunSelect;

/** In the order of their starting. */
export async function findReadinessRuns(runId: string, tx: Tx = db()): Promise<MeasuringRun[]> {
  const rows = await tx.run.findMany({
    where: { readinessOfId: runId },
    select: measuringFields,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(withManifest);
}

/** Beyond these, what was measured is so old that a new baseline is due. */
const BASELINES_MAX = 20;

/** Finished serial baselines of a split, newest first. Whether one may be compared is for lib/report to say. */
export async function findSerialBaselines(
  workspaceId: string,
  splitHash: string,
  tx: Tx = db(),
): Promise<MeasuringRun[]> {
  const rows = await tx.run.findMany({
    where: {
      workspaceId,
      kind: 'serialBaseline',
      status: 'finished',
      manifest: { path: ['split', 'hash'], equals: splitHash },
    },
    select: measuringFields,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: BASELINES_MAX,
  });
  return rows.map(withManifest);
}

export async function findMeasuringRun(
  workspaceId: string,
  id: string,
  tx: Tx = db(),
): Promise<MeasuringRun | null> {
  const row = await tx.run.findFirst({ where: { workspaceId, id }, select: measuringFields });
  return row && withManifest(row);
}

export function findWaiver(runId: string): Promise<ReadinessWaiver | null> {
  return db().readinessWaiver.findUnique({ where: { runId } });
}

/** Keeps the first waiver: a second one changes nothing. */
export async function saveWaiver(waiver: Omit<ReadinessWaiver, 'waivedAt'>, tx: Tx): Promise<void> {
  await tx.readinessWaiver.upsert({ where: { runId: waiver.runId }, create: waiver, update: {} });
}

const CONFIGURATIONS_MAX = 500;

/** The runs of an experiment in the order of their starting, with what each pinned. */
export async function findExperimentRuns(experimentId: string): Promise<MeasuringRun[]> {
  const rows = await db().run.findMany({
    where: { experimentId },
    select: measuringFields,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: CONFIGURATIONS_MAX,
  });
  return rows.map(withManifest);
}
