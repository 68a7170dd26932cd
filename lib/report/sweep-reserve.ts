/**
 * Budget of a sweep that must be left before a cell starts, and the hard caps of the cell's run: enough that a cap
 * neither ends the run nor narrows its lanes, since either would be read as a property of the arm. Knows nothing of what
 * is left.
 */
import type { RunManifest } from '@/lib/domain/manifest';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import type { SweepAmount, SweepCell } from '@/lib/domain/sweep';
import { selectionOnTrain } from './selection-on-train';

/** Above an estimate from text lengths or other arms; above what the same arm and size took before. */
const OVER_ESTIMATE = 2;
const OVER_MEASURED = 1.3;

export interface ReserveInput {
  readonly cell: Pick<SweepCell, 'batchSize'>;
  readonly base: RunManifest;
  readonly expected: SweepAmount;
  /** The most that ended cells of the same arm and size took; null = none has ended. */
  readonly measured: SweepAmount | null;
}

/**
 * reserve = f * expected + one wave in flight: every lane holds the longest reply that its model may give until the
 * true one is known (lib/engine/limits/budget), and without that room the last waves would go out a few calls at a time.
 */
export function reserveOf({ cell, base, expected, measured }: ReserveInput): SweepAmount {
  const of = (kind: 'tokens' | 'usd') =>
    measured === null || measured[kind] === 0
      ? OVER_ESTIMATE * expected[kind]
      : OVER_MEASURED * measured[kind];
  const held = base.split.counts[base.evaluation.split];
  const wave = Math.min(base.lanes, Math.max(held, cell.batchSize ?? 0));
  const { serving, proposer } = base.models;
  const reply = Math.max(serving.maxTokens, proposer.maxTokens);
  const dearest = Math.max(serving.usdPerMillionOut ?? 0, proposer.usdPerMillionOut ?? 0);
  // Prompt tokens of a call are approximated by the longest reply; zero where the estimate expects no tokens.
  const sent = expected.tokens === 0 ? 0 : reply;
  return {
    tokens: Math.ceil(of('tokens') + wave * (reply + sent)),
    usd: of('usd') + (wave * (reply + sent) * dearest) / 1e6,
    rollouts: rolloutsOf(cell, base),
  };
}

/** Exact for ACE, the most for a search: a run ends at its examples before it meets this cap. */
function rolloutsOf({ batchSize }: Pick<SweepCell, 'batchSize'>, base: RunManifest): number {
  if (batchSize === null) return 0;
  const { train } = base.split.counts;
  const examples = train * base.epochs;
  // A batch ends with its epoch, so each epoch may have a short one.
  const iterations = base.epochs * Math.ceil(train / Math.max(1, batchSize));
  return (
    examples * Math.max(1, rolloutsPerExample(base.method)) +
    selectionOnTrain(base, { iterations, acceptedShare: 1 })
  );
}
