/**
 * The default starting configuration (R-200 to R-210): what a set-up begins with, and which of it a person has changed
 * (R-211). Defaults that are relative (8 times the serial lanes, 4 times the serial rollouts, a point above the serial
 * score) come from the stated serial record and stay unknown without it (strategist A11). A row is changed exactly
 * where it reads differently, so nothing can differ that is not shown. Knows nothing of how settings are stored.
 */
import type { WeightedOperator } from '@/lib/domain/diversity';
import type { IntakeAnswers } from '@/lib/domain/intake';
import type { MethodName } from '@/lib/domain/method-settings';
import { methodWords } from '@/lib/domain/method-words';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import { CANARY_DEFAULTS } from './canary-policy';
import { LANES_WITHOUT_DIVERSITY_MAX } from './worker-raise';

/** Subject of the rows. Null = not known yet. */
export interface StartingSettings {
  readonly method: MethodName | null;
  readonly lanes: number;
  readonly queueTarget: number | 'lanes' | null;
  readonly maxWaitMs: number | null;
  readonly rewardVarianceFloor: number | null;
  readonly operators: readonly WeightedOperator[];
  readonly similarityMax: number | null;
  readonly judge: 'separate' | 'proposer';
  readonly sampleShare: number;
  readonly spearmanMin: number;
  readonly rolloutsMax: number | null;
  readonly patience: number | null;
  readonly targetScore: number | null;
  readonly canaryShare: number;
  readonly canaryHours: number;
  readonly canaryMargin: number;
}

/** Four times the rollouts that the serial run took, and one point above where it ended (R-207). */
const BUDGET_FACTOR = 4;
export const TARGET_GAIN = 0.01;
const PATIENCE = 3;
const UNIFORM = 0.25;

export function defaultSettings(answers: IntakeAnswers): StartingSettings {
  const { convergedScore } = answers;
  // A number that is no number of rollouts is said at its field; nothing is reckoned from it.
  const [rolloutsToConverge, rollouts] = [counted(answers.rolloutsToConverge), counted(answers.rollouts)];
  const wanted = rolloutsToConverge === null ? null : BUDGET_FACTOR * rolloutsToConverge;
  return {
    method: 'gepa',
    lanes: LANES_WITHOUT_DIVERSITY_MAX,
    queueTarget: 'lanes',
    maxWaitMs: 200,
    rewardVarianceFloor: 0.005,
    operators: (['rephrase', 'reorder', 'fewShotSwap', 'instructionChannelEdit'] as const).map((kind) => ({
      kind,
      weight: UNIFORM,
    })),
    similarityMax: 0.92,
    judge: 'separate',
    sampleShare: 0.05,
    spearmanMin: 0.7,
    // More than the budget in all there is not.
    rolloutsMax: wanted === null ? null : Math.min(wanted, rollouts ?? wanted),
    patience: PATIENCE,
    // Rounded, so that a sum of two decimals reads as one; nothing scores above 1.
    targetScore: convergedScore === undefined ? null : Math.min(1, rounded(convergedScore + TARGET_GAIN)),
    canaryShare: CANARY_DEFAULTS.shadowShare,
    canaryHours: CANARY_DEFAULTS.shadowHours,
    canaryMargin: CANARY_DEFAULTS.margin,
  };
}

/** The defaults with what the person has set instead; the method is the one whose serial record was stated. */
export function chosenSettings(answers: IntakeAnswers): StartingSettings {
  const set = Object.entries(answers.settings ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaultSettings(answers), method: answers.serialMethod ?? null, ...Object.fromEntries(set) };
}

interface DefaultRow {
  readonly ruleId: string;
  readonly title: string;
  readonly words: (settings: StartingSettings) => string;
}

export const OPERATOR_WORDS: Readonly<Record<OperatorKind, string>> = {
  insert: 'insert',
  delete: 'delete',
  rephrase: 'rephrase',
  reorder: 'reorder',
  fewShotSwap: 'few-shot swap',
  instructionChannelEdit: 'instruction-channel edit',
};

const ROWS: readonly DefaultRow[] = [
  {
    ruleId: 'R-200',
    title: 'Serial method',
    words: ({ method }) =>
      method === null ? 'not stated yet' : `${methodWords(method)}, to its plateau on held-out`,
  },
  { ruleId: 'R-201', title: 'Shape', words: () => 'candidate-parallel within one task' },
  { ruleId: 'R-202', title: 'Lanes', words: ({ lanes }) => `${lanes}` },
  {
    ruleId: 'R-203',
    title: 'Flush',
    words: ({ queueTarget, maxWaitMs, rewardVarianceFloor }) =>
      flushWords(queueTarget, maxWaitMs, rewardVarianceFloor),
  },
  {
    ruleId: 'R-204',
    title: 'Operators',
    words: ({ operators }) =>
      operators.length === 0
        ? 'none'
        : operators
            .filter(({ weight }) => weight > 0)
            .map(({ kind, weight }) => `${OPERATOR_WORDS[kind]} ${percent(weight)}`)
            .join(', '),
  },
  {
    ruleId: 'R-205',
    title: 'Anti-collapse',
    words: ({ similarityMax }) =>
      similarityMax === null
        ? 'no edit is rejected as a copy'
        : `similarity above ${similarityMax} is rejected`,
  },
  {
    ruleId: 'R-206',
    title: 'Evaluator',
    words: ({ judge, sampleShare, spearmanMin }) =>
      `${judge === 'separate' ? 'a separate model' : 'the proposer itself'}, checked on ${percent(sampleShare)} of rollouts, Spearman at least ${spearmanMin}`,
  },
  {
    ruleId: 'R-207',
    title: 'Stopping',
    words: ({ rolloutsMax, patience, targetScore }) =>
      `${rolloutsMax === null ? 'no cap on rollouts' : `${rolloutsMax} rollouts`}, patience ${patience ?? 'none'}, target ${targetScore === null ? 'none' : percent(targetScore)}`,
  },
  {
    ruleId: 'R-208',
    title: 'Canary',
    words: ({ canaryShare, canaryHours, canaryMargin }) =>
      `${percent(canaryShare)} shadow traffic for ${canaryHours} h, at most ${points(canaryMargin)} worse`,
  },
  { ruleId: 'R-209', title: 'Log', words: () => 'every rollout, every column' },
  { ruleId: 'R-210', title: 'Personal data', words: () => 'none in prompts' },
];

export interface DefaultLine {
  readonly ruleId: string;
  readonly title: string;
  readonly usual: string;
  readonly chosen: string;
  readonly changed: boolean;
}

export function defaultLines(usual: StartingSettings, chosen: StartingSettings): DefaultLine[] {
  return ROWS.map(({ ruleId, title, words }) => {
    const [before, after] = [words(usual), words(chosen)];
    // A method that is not named yet is a question, no change.
    const isStated = ruleId !== 'R-200' || chosen.method !== null;
    return { ruleId, title, usual: before, chosen: after, changed: isStated && before !== after };
  });
}

const counted = (value: number | undefined) => (value !== undefined && value >= 1 ? value : null);
export const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
/** Any of those that are set. */
function flushWords(
  queueTarget: StartingSettings['queueTarget'],
  maxWaitMs: number | null,
  rewardVarianceFloor: number | null,
): string {
  const set = [
    ...(queueTarget === null ? [] : [`queue of ${queueTarget === 'lanes' ? 'the lanes' : queueTarget}`]),
    ...(maxWaitMs === null ? [] : [`after ${maxWaitMs} ms`]),
    ...(rewardVarianceFloor === null ? [] : [`reward variance below ${rewardVarianceFloor}`]),
  ];
  return set.length === 0 ? 'no trigger' : set.join(', or ');
}

const points = (share: number) => {
  const amount = Number((share * 100).toFixed(2));
  return `${amount} ${amount === 1 ? 'point' : 'points'}`;
};
const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;
