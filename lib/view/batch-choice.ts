import type { BatchPlan, BatchSizeCap } from '@/lib/domain/batch-plan';

/** The batch size in one sentence: the newest size that was chosen, and the reason. Its numbers are in batch-fit. */
export function batchChoice(plans: readonly BatchPlan[]): string {
  const settled = plans.findLast(({ reason }) => reason !== 'profiling' && reason !== 'lastPartial');
  if (settled !== undefined) return settledWords(settled);
  const profiled = plans.findLast(({ reason }) => reason === 'profiling');
  return profiled === undefined
    ? 'No batch size is chosen yet.'
    : `Timing a batch of ${profiled.size} before a size is chosen.`;
}

function settledWords({ reason, size, caps }: BatchPlan): string {
  switch (reason) {
    case 'static':
      return `Fixed at ${size} by the experiment.`;
    case 'confirming':
      return `Chose ${size} by the predicted times: larger batches should save little.`;
    case 'degenerate':
      return `Kept the smallest size, ${size}: the timings are too uneven to say which size is fastest.`;
    case 'survivalFloor':
      return `Chose ${size}: larger batches lose insights.`;
    default:
      return `Chose ${size}: ${caps[0] === undefined ? 'larger batches save little time' : CAPS[caps[0]]}.`;
  }
}

const CAPS: Readonly<Record<BatchSizeCap, string>> = {
  lanes: 'there are no more lanes',
  tokenLimit: 'the token limit allows no more',
  remaining: 'no more examples were left',
  maxBatch: 'the limits allow no more',
  varianceFloor: 'rewards hardly vary',
};
