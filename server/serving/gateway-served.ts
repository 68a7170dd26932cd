import type { Variant } from '@/lib/canary/bucketing';
import { evaluateFlag } from '@/lib/canary/evaluate-flag';
import type { ChatRequest } from '@/lib/canary/gateway-request';
import type { Flag, ServedPrompt } from '@/lib/domain/flag';
import type { Asking } from './exchange';
import type { NewExposure } from './exposure-id';
import type { Serving } from './serving';

/** Which prompt a request through the gateway gets, and which arm of a live step its caller belongs to. */
export interface ServedTo {
  readonly served: ServedPrompt | null;
  readonly variant: Variant;
  readonly targetingKey: string | null;
  readonly place: Pick<NewExposure, 'canaryId' | 'stage' | 'step'>;
  readonly isCounted: boolean;
}

/** Says whose conversation it is: keeps a live step sticky, and answers of one conversation count as one. */
const KEY_HEADER = 'x-waggle-targeting-key';
export const HEADER_MAX = 4_000;

/**
 * Whose conversation it is says a header, or the field in which the protocol names an end user. Where a live step asks for
 * it and the request names none, the live prompt answers: such an answer is in no arm and is counted in none.
 */
export function servedTo(flag: Flag, request: Asking, { safety_identifier, user }: ChatRequest): ServedTo {
  const named = [request.headers.get(KEY_HEADER), safety_identifier, user].find(
    (one) => typeof one === 'string' && one !== '',
  );
  const targetingKey = typeof named === 'string' ? named.slice(0, HEADER_MAX) : null;
  const found = evaluateFlag(flag, targetingKey);
  if (!found.isAnswered)
    return { served: flag.live, variant: 'incumbent', targetingKey, place: NO_CANARY, isCounted: false };
  const { split } = flag;
  const isAnalysed = found.reason === 'SPLIT';
  const place =
    split === null
      ? NO_CANARY
      : {
          canaryId: split.canaryId,
          stage: isAnalysed ? ('liveStep' as const) : null,
          step: isAnalysed ? (split.step ?? 0) : null,
        };
  const served = found.served?.prompt ?? null;
  const variant = found.served?.variant ?? 'incumbent';
  return { served, variant, targetingKey, place, isCounted: served !== null };
}

const NO_CANARY = { canaryId: null, stage: null, step: null } as const;

/** Before the call: a caller whose answer fails belongs to the arm all the same. */
export function noteCaller(
  { stepCallers, exposureIds, clock }: Pick<Serving, 'stepCallers' | 'exposureIds' | 'clock'>,
  { flag, variant, targetingKey, place }: ServedTo & { readonly flag: Flag },
): void {
  const keyHash = targetingKey === null ? null : exposureIds.keyHashOf(flag.slotId, targetingKey);
  stepCallers.note({ ...place, variant, keyHash, atMs: clock.nowMs() });
}
