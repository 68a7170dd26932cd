import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** History of each flag's value; append-only (trigger). */
type Tx = Prisma.TransactionClient;

export type FlagChangeRow = Prisma.FlagChangeGetPayload<object>;

export const FLAG_CHANGES = [
  'first',
  'promoted',
  'stepped',
  'reverted',
  'ended',
  'archived',
  'restored',
] as const;
export type FlagChangeKind = (typeof FLAG_CHANGES)[number];

export function createFlagChangeRow(
  data: Prisma.FlagChangeUncheckedCreateInput & { readonly kind: FlagChangeKind },
  tx: Tx,
): Promise<FlagChangeRow> {
  return tx.flagChange.create({ data });
}

export interface ChangePage {
  readonly cursor: bigint | undefined;
  readonly limit: number;
}

/** Newest first; one row more than asked for. */
export function listFlagChangeRows(slotId: string, page: ChangePage): Promise<FlagChangeRow[]> {
  return db().flagChange.findMany({
    where: { slotId, ...(page.cursor === undefined ? {} : { id: { lt: page.cursor } }) },
    orderBy: { id: 'desc' },
    take: page.limit + 1,
  });
}

/** The change in effect at a moment; null before the first change. */
export function findFlagChangeAt(slotId: string, at: Date, tx: Tx = db()): Promise<FlagChangeRow | null> {
  return tx.flagChange.findFirst({ where: { slotId, at: { lte: at } }, orderBy: { id: 'desc' } });
}

/** The newest of a kind, and the one that it replaced. */
export async function findLastChange(slotId: string, kind: FlagChangeKind) {
  const change = await db().flagChange.findFirst({ where: { slotId, kind }, orderBy: { id: 'desc' } });
  if (change === null) return null;
  const before = await db().flagChange.findFirst({
    where: { slotId, id: { lt: change.id } },
    orderBy: { id: 'desc' },
  });
  return { change, before };
}

/** True where this canary's challenger was shown to callers and a revert has come since. */
export async function wasTakenBack(slotId: string, canaryId: string, tx: Tx = db()): Promise<boolean> {
  const shown = await tx.flagChange.findFirst({
    where: { slotId, canaryId, kind: { in: ['stepped', 'promoted'] } },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  if (shown === null) return false;
  const where = { slotId, kind: 'reverted', id: { gt: shown.id } };
  return (await tx.flagChange.findFirst({ where, select: { id: true } })) !== null;
}
