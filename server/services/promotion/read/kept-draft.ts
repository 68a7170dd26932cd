import type { CanaryDraftInput, CanaryExpectedInput } from '@/lib/contracts/canary-shapes';
import type { CanaryRow } from '@/server/repositories/canaries';

/** Content of the form until registration; checked by its contract when written, so read without a check. */
export interface KeptDraft {
  readonly plan: CanaryDraftInput;
  readonly expected: CanaryExpectedInput;
  /** Why personal or secret data in the prompt stays. */
  readonly personalDataReason?: string;
}

export function draftOf({ draft }: Pick<CanaryRow, 'draft'>): KeptDraft {
  return draft as unknown as KeptDraft;
}
