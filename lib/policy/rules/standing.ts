/**
 * Rules that refuse nothing by themselves: what is always shown, what a new experiment begins with, what cannot be
 * otherwise, and what another rule says already. Each says what holds it.
 */
import { ESCALATIONS } from './anti-patterns';
import { CLAIM_ROWS } from './standing/claims';
import { LOOP_ROWS } from './standing/loop';
import { MECHANIC_ROWS } from './standing/mechanics';
import { PRINCIPLE_ROWS } from './standing/principles';
import type { StandingKind, StandingRow } from './standing/row';

export interface StandingRule {
  /** As in "R-060". */
  readonly id: string;
  /** A few words for a list. */
  readonly title: string;
  readonly kind: StandingKind;
  /** The rule in one sentence. */
  readonly sentence: string;
  readonly heldBy: string;
}

/** The six escalations, each shown by the rule that escalates. */
const ESCALATED: readonly StandingRow[] = [
  ['E1', 'same', 'The convergence diagnosis is not skipped', ESCALATIONS.E1, 'R-011'],
  ['E2', 'same', 'The proposer is no judge', ESCALATIONS.E2, 'R-191'],
  ['E3', 'same', 'No promotion on a train score', ESCALATIONS.E3, 'R-181'],
  ['E4', 'same', 'No paper numbers as ours', ESCALATIONS.E4, 'R-192'],
  ['E5', 'same', 'The canary stays', ESCALATIONS.E5, 'R-130'],
  ['E6', 'same', 'Held-out does not grow after a bad result', ESCALATIONS.E6, 'R-182'],
];

const ROWS: readonly StandingRow[] = [
  ...CLAIM_ROWS,
  ...LOOP_ROWS,
  ...PRINCIPLE_ROWS,
  ...MECHANIC_ROWS,
  ...ESCALATED,
];

export const STANDING_RULES: readonly StandingRule[] = ROWS.map(([id, kind, title, sentence, heldBy]) => {
  return { id, kind, title, sentence, heldBy };
});
