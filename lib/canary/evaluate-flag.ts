import type { Flag, ServedPrompt } from '@/lib/domain/flag';
import { bucketOf, type Variant, variantOf } from './bucketing';

/**
 * Answer of a slot to one caller: the prompt and the reason, in the terms of OpenFeature:
 *
 *     STATIC            one prompt is live for everybody
 *     SPLIT             a canary is live: challenger, control or incumbent by the caller's bucket
 *     TARGETING_MATCH   the caller opted in
 *     DISABLED          it was reverted, and the incumbent is back; or nothing was ever live, and the code's default holds
 *
 * Without a targeting key a split cannot be sticky, so there is no answer to give. Knows no HTTP, no keys of callers.
 * Cost: a hash during a split, otherwise nothing.
 */
export type Reason = 'STATIC' | 'SPLIT' | 'TARGETING_MATCH' | 'DISABLED';

export interface Answered {
  readonly isAnswered: true;
  readonly reason: Reason;
  /** Null = the default of the caller's code. */
  readonly served: { readonly prompt: ServedPrompt; readonly variant: Variant } | null;
  /** Null outside of a split. */
  readonly bucket: number | null;
}

export type FlagAnswer = Answered | { readonly isAnswered: false; readonly fault: 'targetingKeyMissing' };

export function evaluateFlag({ live, split, isReverted }: Flag, targetingKey: string | null): FlagAnswer {
  if (split === null || live === null) return whole(live, isReverted);
  if (targetingKey === null) return { isAnswered: false, fault: 'targetingKeyMissing' };
  const bucket = bucketOf(split.canaryId, targetingKey);
  if (split.optedIn.includes(targetingKey)) {
    const served = { prompt: split.challenger, variant: 'challenger' } as const;
    return { isAnswered: true, reason: 'TARGETING_MATCH', served, bucket };
  }
  const variant = variantOf(bucket, split.share);
  const prompt = variant === 'challenger' ? split.challenger : live;
  return { isAnswered: true, reason: 'SPLIT', served: { prompt, variant }, bucket };
}

function whole(live: ServedPrompt | null, isReverted: boolean): Answered {
  return {
    isAnswered: true,
    reason: live === null || isReverted ? 'DISABLED' : 'STATIC',
    served: live === null ? null : { prompt: live, variant: 'incumbent' },
    bucket: null,
  };
}
