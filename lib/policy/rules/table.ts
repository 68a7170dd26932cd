import { ANTI_PATTERN_RULES } from './anti-patterns';
import { INTAKE_RULES } from './intake';
import { REVIEW_RULES } from './review';
import { BATCHING_RULES } from './batching-rules';
import { DIVERSITY_RULES } from './diversity-rules';
import { EVALUATOR_RULES } from './evaluator-rules';
import { LAUNCH_RULES } from './launch-rules';
import type { Rule } from './rule';
import { SETTLED_RULES } from './settled-rules';
import { SHAPE_RULES } from './shape-rules';
import { SPLIT_RULES } from './split-rules';
import { STANDING_RULES, type StandingRule } from './standing';

/**
 * Every rule of the strategist, once, in one table: what a request can be refused by, and what holds in another way.
 * Each area writes its rules in a file beside this one and is gathered here. `npm run rules` prints the table and
 * fails where a rule that refuses lacks its test or a door. Knows no door and decides nothing.
 */
export type ListedRule = (Rule & { readonly kind: 'refusal' }) | StandingRule;

/** The rules that refuse, an area a line. */
export const REFUSING_RULES: readonly Rule[] = [
  ...SPLIT_RULES,
  ...LAUNCH_RULES,
  ...SHAPE_RULES,
  ...BATCHING_RULES,
  ...DIVERSITY_RULES,
  ...EVALUATOR_RULES,
  ...SETTLED_RULES,
  ...ANTI_PATTERN_RULES,
  ...REVIEW_RULES,
  ...INTAKE_RULES,
];

export const RULES: readonly ListedRule[] = [
  ...REFUSING_RULES.map((rule) => ({ ...rule, kind: 'refusal' as const })),
  ...STANDING_RULES,
].toSorted((a, b) => a.id.localeCompare(b.id));

const BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));

export function ruleById(id: string): ListedRule | null {
  return BY_ID.get(id) ?? null;
}
