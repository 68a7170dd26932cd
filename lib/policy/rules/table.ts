import { AGENT_RULES } from './agents';
import { ANTI_PATTERN_RULES } from './anti-patterns';
import { APPROVAL_RULES } from './approval';
import { BATCHING_RULES } from './batching';
import { CANARY_RULES } from './canary';
import { CLAIM_RULES } from './claims';
import { COST_RULES } from './cost';
import { DIAGNOSIS_RULES } from './diagnosis';
import { DIVERSITY_RULES } from './diversity';
import { EVALUATOR_RULES } from './evaluator';
import { EXPLORATORY_RULES } from './exploratory';
import { INTAKE_RULES } from './intake';
import { LAUNCH_RULES } from './launch';
import { REPORT_RULES } from './report';
import { REVIEW_RULES } from './review';
import type { Rule } from './rule';
import { SETTLED_RULES } from './settled';
import { SHAPE_RULES } from './shapes';
import { SPLIT_RULES } from './splits';
import { STANDING_RULES, type StandingRule } from './standing';

/**
 * Every rule of the strategist, once, in one table: what a request can be refused by, and what holds in another way.
 * Each area writes its rules in a file beside this one and is gathered here. `npm run rules` breaks
 * each at its doors, and runs the test of each that no request can break. Knows no door and decides nothing.
 */
export type ListedRule = RefusingRule | StandingRule;
export type RefusingRule = Rule & { readonly kind: 'refusal' };

/** Rules with words for a refusal, an area a line. */
const REFUSING_RULES: readonly Rule[] = [
  ...SPLIT_RULES,
  ...LAUNCH_RULES,
  ...AGENT_RULES,
  ...DIAGNOSIS_RULES,
  ...EXPLORATORY_RULES,
  ...SHAPE_RULES,
  ...BATCHING_RULES,
  ...DIVERSITY_RULES,
  ...EVALUATOR_RULES,
  ...SETTLED_RULES,
  ...ANTI_PATTERN_RULES,
  ...REVIEW_RULES,
  ...APPROVAL_RULES,
  ...INTAKE_RULES,
  ...COST_RULES,
  ...CLAIM_RULES,
  ...REPORT_RULES,
  ...CANARY_RULES,
];

export const RULES: readonly ListedRule[] = [...REFUSING_RULES.map(listed), ...STANDING_RULES].toSorted(
  (a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }),
);

/** Rules shown in a report or next to a chart, which no request can break. */
function listed({ shownAt, ...rule }: Rule): ListedRule {
  return shownAt === undefined ? { ...rule, kind: 'refusal' } : { ...rule, kind: 'shown', heldBy: shownAt };
}
