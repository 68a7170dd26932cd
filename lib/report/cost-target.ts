/**
 * Cost to reach a target held-out score, amount by amount, for a run and for its serial baseline.
 * No amount is ever null: where there is no number, a word says why. Knows nothing of ratios; none is made of these.
 */
import type { CostRow } from '@/lib/domain/cost-row';
import {
  TARGET_AMOUNTS,
  TARGET_WORDS,
  type TargetAmount,
  type TargetAmounts,
} from '@/lib/domain/target-amounts';
import type { FieldFault } from '@/lib/errors/app-error';
import { incomparable, whyNoTimes } from './comparability';
import { type CostToTarget, costToTarget } from './cost-milestones';
import type { RunRecord } from './run-record';

export interface SerialToTarget {
  /** Null = there is none, or the run is one itself. */
  readonly baseline: { readonly runId: string; readonly label: string } | null;
  readonly amounts: TargetAmounts;
  readonly sentence: string;
}

export function targetAmounts(reached: CostToTarget): TargetAmounts {
  if (reached.kind !== 'reached') return all(reached.kind === 'notReached' ? 'notReached' : 'notMeasured');
  const { totals, learningMs, totalMs } = reached.at;
  return {
    rollouts: totals.rollouts,
    tokens: totals.tokens,
    gpuSeconds: totals.gpuSeconds ?? 'notMeasured',
    costUsd: totals.costUsd ?? 'notMeasured',
    learningMs,
    totalMs,
  };
}

interface Recorded {
  readonly record: RunRecord;
  readonly rows: readonly CostRow[];
}

/** The baseline until the same score. Where the two may not be held side by side, its numbers are not said at all. */
export function serialToTarget(
  own: RunRecord,
  serial: Recorded | null,
  target: number | null,
): SerialToTarget {
  if (own.manifest.kind === 'serialBaseline') {
    return unsaid('notMeasured', 'This is a serial baseline: others are compared with it.');
  }
  if (serial === null) {
    return unsaid('notMeasured', 'There is no finished serial baseline of this split to compare with.');
  }
  const baseline = { runId: serial.record.runId, label: serial.record.label };
  const fault = incomparable(own.manifest, serial.record.manifest);
  if (fault !== null) return { ...unsaid('notCompared', fault.sentence), baseline };
  const reached = costToTarget(serial.record, serial.rows, target);
  const amounts = targetAmounts(reached);
  const untimed = whyNoTimes(own.manifest, serial.record.manifest);
  if (untimed === null || reached.kind !== 'reached') {
    return { baseline, amounts, sentence: `The serial baseline: ${reached.sentence}` };
  }
  // GPU-seconds are accelerators times seconds, so they are no more comparable than the seconds.
  const notTimed = { gpuSeconds: 'notCompared', learningMs: 'notCompared', totalMs: 'notCompared' } as const;
  return { baseline, amounts: { ...amounts, ...notTimed }, sentence: untimed };
}

const unsaid = (word: 'notMeasured' | 'notCompared', sentence: string): SerialToTarget => ({
  baseline: null,
  amounts: all(word),
  sentence,
});

const all = (word: TargetAmount): TargetAmounts => ({
  rollouts: word,
  tokens: word,
  gpuSeconds: word,
  costUsd: word,
  learningMs: word,
  totalMs: word,
});

/** Amounts that are neither a number nor a word. Checks values, not types: what was stored elsewhere comes as it is. */
export function unsaidAmounts(amounts: unknown, path: string): FieldFault[] {
  const said = (amounts ?? {}) as Readonly<Record<string, unknown>>;
  return TARGET_AMOUNTS.filter((name) => {
    const amount = said[name];
    return !Number.isFinite(amount) && !TARGET_WORDS.some((word) => word === amount);
  }).map((name) => ({ path: `${path}.${name}`, message: 'Write a number, or "not measured".' }));
}
