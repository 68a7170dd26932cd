import { COPIES_BY_THE_DOZEN } from './rules/anti-patterns';
import { DIVERSITY_BEFORE_LANES, LANES_RAISED_ON_EVIDENCE } from './rules/diversity';
import { refusal } from './rules/rule';

/**
 * When more calls may be in flight at once (R-021, R-190, R-202; rulings E8). More lanes only help where batches wait
 * for them, edits are not copies of one another, and the prompt still gains; otherwise they give more of the same.
 */
export interface RaiseEvidence {
  readonly lanes: number;
  /** Examples of the last iteration; null before there was one. */
  readonly lastBatchSize: number | null;
  /** Whether the run has a diversity rule at all; without one nothing is measured. */
  readonly hasDiversity: boolean;
  /** Null where nothing was measured: no iteration yet, or no rule. */
  readonly isDiversityHeld: boolean | null;
  /** Whether the last held-out measurement is the best so far; null before there are two. */
  readonly heldOutImproves: boolean | null;
}

export interface RaiseCondition {
  readonly name: 'batchesFill' | 'diversityHolds' | 'heldOutImproves';
  readonly holds: boolean;
  readonly explanation: string;
}

/** The three live conditions beside the control. */
export function raiseConditions(evidence: RaiseEvidence): readonly RaiseCondition[] {
  const { lanes, lastBatchSize, heldOutImproves } = evidence;
  return [
    {
      name: 'batchesFill',
      holds: batchesFill(evidence),
      explanation:
        lastBatchSize === null
          ? 'No batch has run yet.'
          : `Examples in the last batch: ${lastBatchSize}; lanes: ${lanes}.`,
    },
    {
      name: 'diversityHolds',
      holds: evidence.isDiversityHeld === true,
      explanation: diversityWords(evidence),
    },
    {
      name: 'heldOutImproves',
      holds: heldOutImproves === true,
      explanation:
        heldOutImproves === null
          ? 'Held-out was measured fewer than two times.'
          : heldOutImproves
            ? 'The last held-out measurement is the best so far.'
            : 'The last held-out measurement is not the best so far.',
    },
  ];
}

function diversityWords({ hasDiversity, isDiversityHeld }: RaiseEvidence): string {
  if (!hasDiversity) return 'This run has no diversity rule, so edits are not looked through.';
  if (isDiversityHeld === null) return 'No iteration has been looked through for copies yet.';
  return isDiversityHeld
    ? 'The last iteration did not collapse.'
    : 'The last iteration collapsed: its groups wrote nearly the same.';
}

function batchesFill({ lanes, lastBatchSize }: Pick<RaiseEvidence, 'lanes' | 'lastBatchSize'>): boolean {
  return lastBatchSize !== null && lastBatchSize >= lanes;
}

/** A serial run has one training call in flight; eight times that is where a parallel one begins (rulings E8). */
export const SERIAL_LANES = 1;
export const LANES_WITHOUT_DIVERSITY_MAX = 8 * SERIAL_LANES;

/**
 * Comparison points and serial runs are yardsticks and pin no diversity on purpose; a run that may be promoted
 * has to have a rule.
 * @throws AppError LANES_WITHOUT_DIVERSITY
 */
export function assertLanesHaveDiversity(lanes: number, hasDiversity: boolean): void {
  if (hasDiversity || lanes <= LANES_WITHOUT_DIVERSITY_MAX) return;
  throw refusal(COPIES_BY_THE_DOZEN, {
    context: { lanes },
    fields: [{ path: 'diversity', message: 'No diversity rule is set.' }],
  });
}

/**
 * R-021 before R-202: a collapsed run is told what to inject; any other, which of the conditions fails.
 * @throws AppError COLLAPSED_ADD_DIVERSITY_FIRST, LANES_WITHOUT_DIVERSITY or WORKER_RAISE_CONDITIONS
 */
export function assertMayRaiseLanes(wanted: number, evidence: RaiseEvidence): void {
  if (wanted <= evidence.lanes) return;
  assertLanesHaveDiversity(wanted, evidence.hasDiversity);
  if (evidence.isDiversityHeld === false) {
    throw refusal(DIVERSITY_BEFORE_LANES);
  }
  const failing = raiseConditions(evidence).filter(({ holds }) => !holds);
  if (failing.length === 0) return;
  throw refusal(LANES_RAISED_ON_EVIDENCE, {
    found: failing.map(({ explanation }) => explanation).join(' '),
    context: { failing: failing.map(({ name }) => name) },
  });
}

/**
 * R-202 by itself, as rulings E8 has it: doubled while batches fill, diversity holds and the selection score does not
 * fall, up to the most that the run allows.
 */
export function planAutomaticRaise(
  input: Pick<RaiseEvidence, 'lanes' | 'lastBatchSize' | 'isDiversityHeld'> & {
    readonly lanesMax: number;
    /** On the selection split, oldest first. */
    readonly selectionMeans: readonly number[];
  },
): number {
  const { lanes, lanesMax, selectionMeans } = input;
  if (lanes >= lanesMax || !batchesFill(input) || input.isDiversityHeld !== true) return lanes;
  const [before, last] = selectionMeans.slice(-2);
  // Measured fewer than two times, the score cannot be seen to hold.
  if (before === undefined || last === undefined || last < before) return lanes;
  return Math.min(lanesMax, lanes * 2);
}
