import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { type Launch, launchTogether } from '@/server/services/launches/launch-run';
import { isRefusal } from '@/server/services/launches/may-start';
import { actorToStart, lostRoleReason } from '@/server/services/launches/starter';

/**
 * Starts what comes next in a set of runs, in the name of the person who launched or resumed it last. `decide` runs in
 * the transaction that writes the runs and holds the set's row, so no run starts twice, whichever worker looks.
 */
export interface LaunchedSet {
  readonly id: string;
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly startsAs: Prisma.JsonValue;
}

export interface NextOfSet {
  readonly decide: (tx: Prisma.TransactionClient) => Promise<readonly Launch[]>;
  /** A person has to fix something first. */
  readonly refused: (error: AppError) => Promise<void>;
}

export async function launchNext(set: LaunchedSet, { decide, refused }: NextOfSet): Promise<void> {
  const actor = await actorToStart(set);
  try {
    if (actor === null) await db().$transaction((tx) => launchNothing(set, decide, tx));
    else await launchTogether(actor, decide);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refused(error);
  }
}

/** With nothing left to start no role matters: the runs end, and so does their set. */
async function launchNothing(
  set: LaunchedSet,
  decide: NextOfSet['decide'],
  tx: Prisma.TransactionClient,
): Promise<void> {
  const launches = await decide(tx);
  if (launches.length > 0) throw new AppError('ROLE_FORBIDDEN', lostRoleReason(set));
}
