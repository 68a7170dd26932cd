import type { HealthFinding } from '@/lib/domain/canary';
import type { ArmCallers, StepCallers } from '@/lib/domain/step-callers';
import { armBounds } from '@/lib/stats/confidence-sequence';
import type { RunningSums } from '@/lib/stats/running-sums';
import { DISCORDANT_MIN, PAIRS_MIN } from './enough-pairs';

/**
 * Callers of a live step whose outcome never came. A caller was served at a moment, and has the registered hours from
 * then on for a first outcome; after that their outcome is missing, which is no score and never 0. Missing outcomes are
 * counted for each arm, since arms that lose different shares are no longer the arms that were drawn:
 *
 *     w = missing_c / due_c - missing_i / due_i,  by `armBounds` at MISMATCH_ALPHA on each side
 *
 * The bounds hold at every look, so that a test at each tick finds a difference by chance in one step of a thousand. How
 * large the common share is decides nothing: an application asks for a prompt more often than it uses one. Knows no rows
 * and no clock.
 */
const MISMATCH_ALPHA = 0.0005;

export function openCallers({ control, challenger }: StepCallers): number {
  return control.open + challenger.open;
}

export function checkCallers(callers: StepCallers, planned: number): HealthFinding {
  const { control, challenger } = callers;
  const check = 'missingOutcomes';
  if (Math.min(control.due, challenger.due) < PAIRS_MIN) {
    const sentence = `Judged once ${PAIRS_MIN} callers of each arm have had their time for an outcome.`;
    return { check, state: 'waiting', sentence };
  }
  const counts = `${of(challenger)} callers of the challenger and ${of(control)} of its control sent no outcome in time`;
  return isMismatch(callers, planned)
    ? { check, state: 'invalid', sentence: `${counts}: chance does not explain the difference.` }
    : { check, state: 'sound', sentence: `${counts}.` };
}

/** The deviation of a handful of missing outcomes is not trusted. */
function isMismatch({ control, challenger }: StepCallers, planned: number): boolean {
  if (control.missing + challenger.missing < DISCORDANT_MIN) return false;
  const { lower, upper } = armBounds(sumsOf(control), sumsOf(challenger), { alpha: MISMATCH_ALPHA, planned });
  return lower > 0 || upper < 0;
}

const sumsOf = ({ due, missing }: ArmCallers): RunningSums => ({
  n: due,
  sum: missing,
  sumSquares: missing,
});

const of = ({ due, missing }: ArmCallers) =>
  `${missing.toLocaleString('en-US')} of ${due.toLocaleString('en-US')}`;
