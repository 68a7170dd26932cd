'use client';

import { useApproval } from '@/components/queries/use-approval';
import { usePromptWeight } from '@/components/queries/use-prompt-weight';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { challengerLines } from '@/lib/view/prompt-weight-words';

/** Weight of the challenger in words; its latency is known from the run that learned it. Empty until it is loaded. */
export function useChallengerWeight({ id, state }: Pick<CanaryDetail, 'id' | 'state'>) {
  const { data: approval } = useApproval(id, state === 'approval');
  const { data: learned } = usePromptWeight(approval?.weight.learnedAs ?? null);
  return approval === undefined ? [] : challengerLines(approval.weight, learned ?? null);
}
