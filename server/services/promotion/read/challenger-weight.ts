import type { AddedUsd, PromptTokens } from '@/lib/domain/prompt-weight';
import { addedUsdPer1000Calls } from '@/lib/report/prompt-weight';
import { countTokens } from '@/lib/stats/count-tokens';
import type { Prisma } from '@/server/db/generated/client';
import type { CanaryRow } from '@/server/repositories/canaries';
import { findServedPrompt } from '@/server/repositories/evidence';
import { findRunManifest } from '@/server/repositories/runs';

/**
 * Tokens of a challenger beside those of the prompt that it is to replace: the texts as callers get them. Without a live
 * prompt every token is an added one. Cost: both texts tokenised.
 */
export async function readWeight(
  { incumbentId, challenger }: Pick<CanaryRow, 'incumbentId' | 'challenger'>,
  tx: Prisma.TransactionClient,
): Promise<PromptTokens> {
  const incumbent = await findServedPrompt(incumbentId, tx);
  return {
    baseline: incumbent === null ? 0 : countTokens(incumbent.text),
    learned: countTokens(challenger.text),
  };
}

/** At the prices that the run pinned; null where no run of this workspace made the prompt. */
export async function readAddedUsd(
  { workspaceId, challenger }: Pick<CanaryRow, 'workspaceId' | 'challenger'>,
  weight: PromptTokens,
): Promise<AddedUsd | null> {
  const run = challenger.runId === null ? null : await findRunManifest(workspaceId, challenger.runId);
  return run && addedUsdPer1000Calls(weight, run.manifest.models.serving);
}
