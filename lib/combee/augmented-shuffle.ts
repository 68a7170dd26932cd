import { AppError } from '@/lib/errors/app-error';
import type { Rng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';
import { cutContiguously } from '@/lib/stats/cut-contiguously';
import { groupCount } from './group-count';

/**
 * The augmented shuffle (Combee 3.2): every reflection is copied p times, the copies are shuffled and dealt into k
 * groups. An insight that one aggregator call loses has a second chance in another group; that redundancy is the
 * mechanism, so copies that meet in one group are kept.
 *
 * Knows reflections by ordinal only; reads no text and makes no call. Which group a reflection lands in depends on
 * nothing but the ordinals, p, k and the stream (rulings J2: never on arrival).
 */
export interface ShufflePlan {
  /** n', the valid reflections, before duplication. */
  readonly reflections: number;
  /** p as applied: total copies of each reflection; 1 where there is one group. */
  readonly duplication: number;
  readonly k: number;
  /** k lists of ordinals, sizes differing by at most 1, the larger ones first. */
  readonly groups: readonly (readonly number[])[];
}

export interface DealInput {
  readonly ordinals: readonly number[];
  readonly duplication: number;
  /** k; null = floor(sqrt(n)). */
  readonly groups: number | null;
  readonly rng: Rng;
  /** Another source of order, for replaying the vectors of other generators. */
  readonly shuffle?: (copies: readonly number[]) => readonly number[];
}

export function augmentedShuffle(input: DealInput): ShufflePlan {
  const { ordinals, rng } = input;
  assertDuplication(input.duplication);
  const n = ordinals.length;
  const k = groupCount(n, input.groups);
  if (k === 0) return { reflections: 0, duplication: 1, k: 0, groups: [] };
  // One group sees every reflection anyway: copies would only lengthen the prompt, and order has nothing to mix.
  if (k === 1) return { reflections: n, duplication: 1, k: 1, groups: [[...ordinals]] };

  // The whole list p times (r0..r(n-1), r0..), not each element p times in a row: the vectors fix this order.
  const copies = Array.from({ length: input.duplication }, () => ordinals).flat();
  const mixed = input.shuffle === undefined ? shuffled(copies, rng) : input.shuffle(copies);
  return { reflections: n, duplication: input.duplication, k, groups: cutContiguously(mixed, k) };
}

function assertDuplication(duplication: unknown): void {
  if (typeof duplication === 'number' && Number.isInteger(duplication) && duplication >= 1) return;
  throw new AppError(
    'INPUT_INVALID',
    `The duplication is ${JSON.stringify(duplication)}; give a whole number of at least 1.`,
    {
      fields: [{ path: 'duplication', message: 'Give a whole number of at least 1.' }],
    },
  );
}
