import { z } from 'zod';
import type { SlotKind } from '@/lib/domain/canary-state';
import type { Flag, ServedPrompt, Split } from '@/lib/domain/flag';
import { invariant } from '@/lib/errors/invariant';
import type { Prisma } from '@/server/db/generated/client';
import { findServedPromptRows, servedPromptOf } from '@/server/repositories/served-prompts';
import { findChallengerId, type SlotRow } from '@/server/repositories/slots';

/** The pointer of a slot as the core knows it, out of its row; and a split as the row keeps it. Decides nothing. */
export const storedSplit = z.object({
  canaryId: z.string(),
  step: z.number().int().min(0).default(0),
  share: z.number(),
  optedIn: z.array(z.string()).default([]),
});

export function splitToStore({ canaryId, step = 0, share, optedIn }: Split): Prisma.InputJsonObject {
  return { canaryId, step, share, optedIn: [...optedIn] };
}

export async function flagOfRow(row: SlotRow, tx: Prisma.TransactionClient): Promise<Flag> {
  const split = row.split === null ? null : storedSplit.parse(row.split);
  const challengerId = split === null ? null : await findChallengerId(split.canaryId, tx);
  const prompts = await findServedPromptRows([row.livePromptId, row.previousPromptId, challengerId], tx);
  const promptOf = (id: string | null): ServedPrompt | null => {
    const found = id === null ? undefined : prompts.get(id);
    return found ? servedPromptOf(found) : null;
  };
  const challenger = promptOf(challengerId);
  invariant(split === null || challenger !== null, 'A split names a canary without a challenger.');
  return {
    slotId: row.id,
    slug: row.slug,
    kind: row.kind as SlotKind,
    live: promptOf(row.livePromptId),
    previous: promptOf(row.previousPromptId),
    split: split === null || challenger === null ? null : { ...split, challenger },
    isReverted: row.isReverted,
    configVersion: row.configVersion,
  };
}
