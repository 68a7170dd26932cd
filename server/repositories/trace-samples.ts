import { canonicalHash } from '@/lib/domain/content-hash';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import type { TraceSampleCounts, TraceSampleItem } from '@/lib/domain/trace-sample';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Samples of collected traces: drawn once, and never changed. */
export interface NewTraceSample {
  readonly id: string;
  readonly workspaceId: string;
  readonly filter: TraceFilter;
  readonly seed: number;
  readonly items: readonly TraceSampleItem[];
  readonly counts: TraceSampleCounts;
  readonly createdBy: string;
}

/** The hash that manifests pin. */
export async function createTraceSample(
  tx: Prisma.TransactionClient,
  { items, filter, counts, ...sample }: NewTraceSample,
): Promise<string> {
  const hash = canonicalHash(items);
  await tx.traceSample.create({ data: { ...sample, hash, items: [...items], filter, counts } });
  return hash;
}

/** As a run pins it. @throws AppError NOT_FOUND */
export async function findTraceSample(workspaceId: string, id: string) {
  const row = await db().traceSample.findFirst({
    where: { workspaceId, id },
    select: { id: true, hash: true, counts: true },
  });
  if (row === null) throw new AppError('NOT_FOUND', 'This sample of traces does not exist.');
  const { drawn } = row.counts as TraceSampleCounts;
  return { sampleId: row.id, hash: row.hash, count: drawn };
}
