import { contentHash } from '@/lib/domain/content-hash';

/**
 * Who sees what while a canary is live. A targeting key (a conversation or a user, never a single request) always falls
 * into the same place of [0, 1):
 *
 *     bucket = first 13 hexadecimal digits of SHA-256(salt + ":" + targetingKey) / 2^52
 *
 *     0 .. share            challenger
 *     share .. 2 share      control: the incumbent, an arm of the same size to compare with
 *     2 share .. 1          incumbent, not analysed
 *
 * 52 bits are exact in a double, so any language computes the same number in three lines; SHA-256 because keys may be
 * chosen by a caller who wants to be in an arm. The salt is the canary's id: a new canary takes other users, and
 * the steps of one only ever add users to the challenger. `bucketing-vectors.json` next to this file lets others check
 * theirs. Cost: about a microsecond.
 */
export type Variant = 'incumbent' | 'challenger' | 'control';

const HEX_DIGITS = 13;
const BUCKETS = 2 ** 52;

export function bucketOf(salt: string, targetingKey: string): number {
  return Number.parseInt(contentHash(`${salt}:${targetingKey}`).slice(0, HEX_DIGITS), 16) / BUCKETS;
}

/** Above one half there is no room for a control of the same size; it gets what is left. */
export function variantOf(bucket: number, share: number): Variant {
  if (bucket < share) return 'challenger';
  return bucket < 2 * share ? 'control' : 'incumbent';
}

/**
 * Expected and observed sizes of the two arms, in targeting keys, for the check of the sample ratio. In keys, never
 * in requests: those of one key go together, and a few busy users would look like a broken split. An arm without room is
 * left out.
 */
export function plannedArms(share: number, counted: Readonly<Record<'challenger' | 'control', number>>) {
  const arms = [
    { count: counted.challenger, share },
    { count: counted.control, share: Math.min(share, 1 - share) },
  ].filter((arm) => arm.share > 0);
  return { counts: arms.map(({ count }) => count), shares: arms.map((arm) => arm.share) };
}

/** Share of the requests that are shadowed during the watch after a promotion. */
export const WATCH_SHARE = 0.01;

/** True if the shadow takes this request. The salt differs from the live step's, so the two choices are independent. */
export function isShadowed(canaryId: string, requestKey: string, share: number): boolean {
  // Every bucket is below 1.
  return share >= 1 || bucketOf(`shadow.${canaryId}`, requestKey) < share;
}
