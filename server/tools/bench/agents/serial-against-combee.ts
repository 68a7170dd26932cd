/**
 * One agent at a time against Combee, from what was measured: the time of a whole serial arm from that of a part, the
 * ratio over the seeds, and whether quality is kept. Pure.
 *
 *     T_serial = T_part * calls / calls_part        calls = model calls of learning
 *
 * The whole serial arm is played without its delays, which change no answer: so its calls are counted, not estimated, and
 * its prompt is the one that quality is compared with. What is taken from the part is the time of one call with what lies
 * between two calls: tools, scoring, and Waggle itself.
 */
import { answerOf } from '@/lib/domain/claim-answer';
import { type ClaimAnswer, MARGIN_DEFAULT } from '@/lib/domain/claim-settings';
import { keepsQuality } from '@/lib/report/claims/keeps-quality';
import { pooledGain } from '@/lib/report/claims/pooled-gain';
import type { MeasuredPrompt } from '@/lib/report/claims/run-gain';
import { type RatioOverSeeds, ratioOverSeeds } from '@/lib/report/ratio-over-seeds';
import type { PairedDifference } from '@/lib/stats/paired-difference';

interface Timed {
  readonly learningMs: number;
  readonly learningCalls: number;
}

/** Milliseconds of the whole arm. @throws RangeError for a part without a call */
export function scaledByCalls(part: Timed, calls: number): number {
  if (part.learningCalls <= 0) throw new RangeError('A part without a call has no time of a call.');
  return (part.learningMs * calls) / part.learningCalls;
}

export interface SeedArms {
  readonly serialMs: number;
  readonly combeeMs: number;
  /** All whole held-out measurements of each, the original prompt's first. */
  readonly serialPoints: readonly MeasuredPrompt[];
  readonly combeePoints: readonly MeasuredPrompt[];
}

export interface AgainstSerial {
  readonly speed: RatioOverSeeds;
  /** The seeds together, from the difference of their chosen prompts. */
  readonly answer: ClaimAnswer;
  readonly difference: PairedDifference;
  readonly answers: readonly ClaimAnswer[];
}

/** Null without a seed, or where an arm was never measured. */
export function againstSerial(seeds: readonly SeedArms[]): AgainstSerial | null {
  const claims = seeds.map(({ combeePoints, serialPoints }) =>
    keepsQuality(combeePoints, serialPoints, MARGIN_DEFAULT),
  );
  const known = claims.filter((claim) => claim !== null);
  const difference = pooledGain(known.map((claim) => claim.difference));
  const speed = ratioOverSeeds(seeds.map(({ serialMs, combeeMs }) => serialMs / combeeMs));
  if (speed === null || difference === null || known.length < seeds.length) return null;
  const answers = known.map(({ answer }) => answer);
  return { speed, answer: answerOf(difference, MARGIN_DEFAULT), difference, answers };
}
