/**
 * The tests for the rules that no request can break: the rules and their test file. Without words, all tests
 * of the file that carry the rule's id count; with words, the one test whose name contains them. `npm run
 * rules` runs each and fails if one is missing or fails.
 */
export type HeldRow = readonly [rules: string, file: string, words?: string];

const COMBEE = 'lib/combee';
const REPORT = 'lib/report';

export const HELD_BY: readonly HeldRow[] = [
  // Claims
  ['R-002 R-003 R-004 R-005 R-012 R-053', `${REPORT}/readiness.test.ts`],
  ['R-015', 'lib/view/forms.test.ts', 'names the known presets'],
  ['R-016', 'lib/engine/run-loop.test.ts', 'plans before every iteration'],
  ['R-018', `${REPORT}/paper-batch-size.test.ts`],
  ['R-019 R-020 R-100 R-204 R-205', `${COMBEE}/diversity/diversity.test.ts`],
  ['R-023 R-024 R-025 R-141 R-159 R-179', `${REPORT}/cost.test.ts`],
  ['R-027', 'server/db/rules.db.test.ts'],
  ['R-064', 'lib/policy/diagnosis.test.ts'],
  // The loop
  ['R-070 R-072 R-201', 'lib/policy/shapes.test.ts'],
  ['R-076', `${REPORT}/speedup-ceiling.test.ts`],
  ['R-081 R-082 R-083 R-084 R-085 R-086 R-087', 'lib/engine/dispatch/dispatcher.test.ts'],
  ['R-089', 'lib/testing/pseudocode/interpret-pseudocode.test.ts'],
  ['R-090', 'lib/engine/dispatch/expected-sizes.test.ts'],
  ['R-110', `${REPORT}/judge-trade-off.test.ts`],
  ['R-113', 'lib/engine/measure/evaluation-reuse.test.ts'],
  ['R-120', 'lib/engine/limits/budget-interleavings.test.ts'],
  ['R-121 R-122 R-123', 'lib/engine/limits/stopping.test.ts'],
  ['R-126', 'lib/evaluation/select-candidate.test.ts'],
  // Canary and principles
  ['R-131', 'components/canary/promotion-panel.test.tsx', 'who differs, latency'],
  ['R-132', 'lib/view/canary/canary-view.test.ts', 'draws the margin below zero'],
  ['R-133', 'lib/canary/ofrep.test.ts', 'gives the challenger to users who opted in'],
  ['R-137', 'lib/canary/ofrep.test.ts', 'goes back to the prompt before after a promotion'],
  ['R-150 R-160 R-171', `${REPORT}/strategy/strategy.test.ts`],
  [
    'R-151 R-152 R-153 R-154 R-155 R-156 R-157 R-158',
    `${REPORT}/strategy/strategy.test.ts`,
    'names any line that is taken out',
  ],
  ['R-172', 'lib/view/run-diversity.test.ts', 'puts the banner up'],
  ['R-174', `${REPORT}/arm-table.test.ts`],
  // Defaults and mechanics
  ['R-200 R-207 R-208', 'lib/policy/intake.test.ts', 'R-200 to R-208'],
  ['R-203', 'lib/policy/batching.test.ts'],
  ['R-206', 'lib/evaluation/calibration.test.ts'],
  ['R-209', 'server/services/costs/rollout-log.test.ts'],
  ['R-220', 'components/api/problem-notice.test.tsx'],
  ['R-230', `${COMBEE}/group-count.test.ts`, 'is the integer square root'],
  ['R-231', `${COMBEE}/augmented-shuffle.test.ts`, 'puts every reflection in exactly p times'],
  ['R-232', `${COMBEE}/scan.test.ts`, 'makes k + 1 calls'],
  ['R-233', `${COMBEE}/scan.test.ts`, 'level 1 its own group and level 2 no reflection'],
  ['R-234', `${COMBEE}/batch-controller/plateau.test.ts`, 'gives the sizes worked out by hand'],
  ['R-235', `${COMBEE}/batch-controller/plan-batch.test.ts`, 'clamps to the largest batch'],
  ['R-236', 'server/services/runs/build-run-manifest.test.ts'],
  ['R-237', `${COMBEE}/scan.test.ts`, 'makes one plain call for the naive arm'],
  ['R-238', `${COMBEE}/arms/condense-group.test.ts`, 'of the reflections to one plain call'],
  ['R-239', 'lib/methods/gepa/gepa.test.ts', 'combines texts in group order'],
  ['R-240', `${REPORT}/published.test.ts`, 'each with its source'],
];
