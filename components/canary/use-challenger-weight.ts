'use client';

import { useApproval } from '@/components/queries/use-approval';
import { usePromptWeight } from '@/components/queries/use-prompt-weight';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { hasMadeUpDelays } from '@/lib/view/canary/made-up-delays';
import { challengerLines } from '@/lib/view/prompt-weight-words';

type Canary = Pick<CanaryDetail, 'id' | 'state'>;

/** Weight of the challenger in words; its latency is known from the run that learned it. Empty until it is loaded. */
export function useChallengerWeight(canary: Canary) {
  const { approval, learned } = useWeights(canary);
  return approval === undefined ? [] : challengerLines(approval.weight, learned ?? null);
}

/** Whether the challenger was learned on the practice model, whose delays mean nothing. */
export function useMadeUpDelays(canary: Canary): boolean {
  const { learned } = useWeights(canary);
  return learned !== undefined && hasMadeUpDelays(learned);
}

function useWeights({ id, state }: Canary) {
  const { data: approval } = useApproval(id, state === 'approval');
  const { data: learned } = usePromptWeight(approval?.weight.learnedAs ?? null);
  return { approval, learned };
}
