import { aggregationCalls } from '@/lib/domain/aggregation-calls';
import { everyTenth } from '@/lib/domain/claim-settings';
import type { AggregationKind } from '@/lib/domain/manifest';
import type { SplitName } from '@/lib/domain/split';
import type { ExperimentDraft } from './experiment-draft';
import { formatCount, plural } from './numbers';

/**
 * What a run of these settings will ask for, before it is started. An estimate: retries, reflection rounds that are
 * not needed and the controller's own choice of size move it.
 */
export interface EstimateInput {
  readonly counts: Readonly<Record<SplitName, number>>;
  readonly epochs: number;
  readonly maxRounds: number;
  readonly everyExamples: number | null;
  readonly evaluationSplit: 'heldOut' | 'selection';
  readonly aggregation: AggregationKind;
  readonly batchSize: number | null;
}

export interface Estimate {
  readonly trainRollouts: number;
  readonly measurements: number;
  readonly evaluationRollouts: number;
  readonly callsLow: number;
  readonly callsHigh: number;
  readonly sentence: string;
}

/** The estimate of an experiment while it is filled in; half-typed numbers count as the least. */
export function estimateOfDraft(draft: ExperimentDraft, counts: EstimateInput['counts']): Estimate {
  return estimateRun({
    counts,
    epochs: Number(draft.epochs) || 1,
    maxRounds: Number(draft.maxRounds) || 1,
    everyExamples: Number(draft.everyExamples) || null,
    evaluationSplit: draft.evaluationSplit,
    aggregation: draft.aggregation,
    batchSize: draft.batch === 'static' ? Number(draft.batchSize) || 1 : null,
  });
}

/** Where the controller chooses, the calls of aggregation lie between these two sizes. */
const DYNAMIC_RANGE = [8, 64] as const;

export function estimateRun(input: EstimateInput): Estimate {
  const trainRollouts = input.counts.train * input.epochs;
  const every = input.everyExamples ?? everyTenth(input.counts.train);
  // One measurement of the seed, one after every E examples; the last boundary is also the end.
  const measurements = 1 + Math.max(1, Math.ceil(trainRollouts / every));
  const evaluationRollouts = measurements * input.counts[input.evaluationSplit];
  const sizes = input.batchSize === null ? DYNAMIC_RANGE : ([input.batchSize, input.batchSize] as const);
  const scans = sizes.map((size) => scanCalls(trainRollouts, size, input.aggregation));
  const fixed = trainRollouts * 2 + evaluationRollouts;
  const rounds = trainRollouts * Math.max(0, input.maxRounds - 1) * 2;
  const callsLow = fixed + Math.min(...scans);
  const callsHigh = fixed + rounds + Math.max(...scans);
  return {
    trainRollouts,
    measurements,
    evaluationRollouts,
    callsLow,
    callsHigh,
    sentence: `${plural(trainRollouts, 'training rollout')}, ${plural(measurements, 'measurement')} of ${plural(input.counts[input.evaluationSplit], 'example')} (${plural(evaluationRollouts, 'rollout')}), ${rangeOf(callsLow, callsHigh)} model calls.`,
  };
}

/** Scan calls of a whole run: full batches, and a last batch with the remaining examples. */
function scanCalls(examples: number, size: number, kind: AggregationKind): number {
  const bounded = Math.max(1, Math.min(size, Math.max(1, examples)));
  const full = Math.floor(examples / bounded);
  return full * aggregationCalls(kind, bounded) + aggregationCalls(kind, examples % bounded);
}

const rangeOf = (low: number, high: number) =>
  low === high ? `about ${formatCount(low)}` : `${formatCount(low)} to ${formatCount(high)}`;
