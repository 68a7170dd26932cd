import type { RunManifest } from '@/lib/domain/manifest';
import { DISCORDANCE_ASSUMED, pairsForGain, smallestDetectableGain } from '@/lib/stats/paired-power';
import {
  BASELINE_DROPPED,
  CANARY_LEFT_OUT,
  EVAL_RETUNED,
  HEADLINE_NOT_MEASURED,
  HELD_OUT_TOO_SMALL,
  PROMOTED_ON_TRAIN,
} from './rules/anti-patterns';
import { refusal } from './rules/rule';

/**
 * Detectors of what people say who want to skip the work (R-192, R-193, R-195, E3, E5, E6). The others stand where
 * their chapter is: R-190 in worker-raise, R-191 and R-196 in evaluator, R-194 in settled-fields, R-197 in batching.
 * Each takes facts and refuses; none knows a door, a database or a clock.
 */

/** Where the number of a headline comes from. */
export type HeadlineOrigin = 'measured' | 'typed' | 'imported' | 'published';

export interface HeadlineClaim {
  readonly origin: HeadlineOrigin;
  /** Subject of the headline. */
  readonly hardware: string;
  /** Where it was measured; empty where it was not. */
  readonly measuredOn: readonly string[];
}

/** R-192, R-018. @throws AppError HEADLINE_NOT_MEASURED */
export function assertHeadlineMeasured({ origin, hardware, measuredOn }: HeadlineClaim): void {
  if (origin === 'measured' && measuredOn.includes(hardware)) return;
  const found =
    origin !== 'measured'
      ? `The number is ${origin}; nothing was measured for it on ${hardware}.`
      : measuredOn.length === 0
        ? `No finished run was named that measured it on ${hardware}.`
        : `It was measured on ${measuredOn.join(', ')}, not on ${hardware}.`;
  throw refusal(HEADLINE_NOT_MEASURED, {
    found,
    fields: [{ path: origin === 'measured' ? 'runId' : 'origin', message: found }],
  });
}

/** How many experiments lean on the serial baseline of one that is to be put away (R-193). @throws AppError BASELINE_REFERENCED */
export function assertBaselineUnused(readers: readonly string[]): void {
  if (readers.length === 0) return;
  const named = readers.slice(0, 3).join(', ');
  const more = readers.length > 3 ? ` and ${readers.length - 3} more` : '';
  throw refusal(BASELINE_DROPPED, {
    found: `Its diagnosis or its curve is what ${named}${more} compares with.`,
    context: { readers: readers.length },
  });
}

/**
 * R-195: below it not even a prompt that turns every tenth answer from wrong to right would be found, so nothing that
 * a promotion rests on can be shown.
 */
const DETECTABLE_GAIN_MAX = 0.1;

type Promotable = Pick<RunManifest, 'kind' | 'split' | 'evaluation'> & {
  readonly models: Readonly<Record<string, { readonly practice: boolean }>>;
};

/**
 * R-195 at the start of a run that could be promoted: a parallel one whose numbers come from no practice model, since
 * rehearsals promote nothing (rulings P4). Yardsticks may be small. @throws AppError HELD_OUT_TOO_SMALL
 */
export function assertHeldOutSuffices({ kind, split, evaluation, models }: Promotable): void {
  if (kind !== 'combee' || Object.values(models).some(({ practice }) => practice)) return;
  assertPowerOf(split.counts[evaluation.split], `split.${evaluation.split}`);
}

function assertPowerOf(examples: number, path: string): void {
  const gain = smallestDetectableGain(examples, DISCORDANCE_ASSUMED);
  if (gain <= DETECTABLE_GAIN_MAX) return;
  const needed = pairsForGain(DETECTABLE_GAIN_MAX, DISCORDANCE_ASSUMED);
  const wanted = `it takes ${needed} to find one of ${DETECTABLE_GAIN_MAX * 100}`;
  // Rounded up: a gain just above the limit must not read as the limit.
  const found =
    gain < 1
      ? `${examples} held-out examples find a gain of ${(Math.ceil(gain * 1000) / 10).toFixed(1)} points or more; ${wanted}.`
      : `${examples} held-out examples find no gain at all; ${wanted}.`;
  throw refusal(HELD_OUT_TOO_SMALL, { found, fields: [{ path, message: found }] });
}

export interface PromotionClaim {
  /** The split whose score is to promote. */
  readonly evidence: 'train' | 'selection' | 'heldOut';
  readonly heldOutExamples: number;
  readonly hasCanary: boolean;
}

/** E3, R-195 and E5, in the order in which they would do harm. @throws AppError PROMOTED_ON_TRAIN, HELD_OUT_TOO_SMALL, SHADOW_REQUIRED */
export function assertPromotionEvidence({ evidence, heldOutExamples, hasCanary }: PromotionClaim): void {
  if (evidence === 'train') {
    throw refusal(PROMOTED_ON_TRAIN, {
      fields: [{ path: 'evidence', message: 'A score on training examples.' }],
    });
  }
  if (evidence === 'selection') {
    throw refusal(HELD_OUT_TOO_SMALL, {
      fields: [{ path: 'evidence', message: 'A score on the examples that the search chose by.' }],
    });
  }
  assertPowerOf(heldOutExamples, 'heldOutExamples');
  if (!hasCanary) {
    throw refusal(CANARY_LEFT_OUT, { fields: [{ path: 'hasCanary', message: 'No canary is planned.' }] });
  }
}

/** R-182, E6: once something was measured, its split is the contract. @throws AppError EVAL_RETUNED */
export function assertSplitStays({
  from,
  to,
  runs,
}: {
  readonly from: string;
  readonly to: string;
  readonly runs: number;
}): void {
  if (from === to || runs === 0) return;
  throw refusal(EVAL_RETUNED, {
    fields: [
      {
        path: 'splitId',
        message: `${runs === 1 ? 'One run has' : `${runs} runs have`} pinned the split of this experiment.`,
      },
    ],
  });
}
