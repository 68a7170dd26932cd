import { DIVERSITY_DEFAULT } from '@/lib/contracts/diversity-settings';
import { OPERATOR_KINDS, type OperatorKind } from '@/lib/domain/operator-kinds';
import { AppError } from '@/lib/errors/app-error';
import { assertDiversity } from '@/lib/policy/diversity';
import { LANES_WITHOUT_DIVERSITY_MAX } from '@/lib/policy/worker-raise';
import { numberNeeded, numberOrNull, textOfNumber } from './draft-numbers';

/** The diversity rule while it is filled in. It begins with the full set of a new experiment. */
export interface DiversityDraft {
  readonly diverse: boolean;
  /** Empty = the operator is not in the pool. */
  readonly operatorWeights: Readonly<Record<OperatorKind, string>>;
  readonly adaptAfter: string;
  readonly temperature: readonly TemperatureDraft[];
  readonly similarityMax: string;
  readonly reseedAfter: string;
}

export interface TemperatureDraft {
  readonly from: string;
  readonly value: string;
}

export const EMPTY_DIVERSITY: DiversityDraft = {
  diverse: true,
  operatorWeights: weightsOf((kind) => {
    const known = DIVERSITY_DEFAULT.operators.find((operator) => operator.kind === kind);
    return known ? String(known.weight) : '';
  }),
  adaptAfter: textOfNumber(DIVERSITY_DEFAULT.adaptAfterIteration),
  temperature: DIVERSITY_DEFAULT.temperature.map((step) => ({
    from: String(step.fromIteration),
    value: String(step.temperature),
  })),
  similarityMax: textOfNumber(DIVERSITY_DEFAULT.similarityMax),
  reseedAfter: textOfNumber(DIVERSITY_DEFAULT.reseedAfterCollapsed),
};

/** Consequence of switching the diversity rule off. */
export const WITHOUT_DIVERSITY = `Without a rule a Combee run starts with at most ${LANES_WITHOUT_DIVERSITY_MAX} lanes; serial baselines and comparison points keep theirs.`;

export function diversityOfDraft(draft: DiversityDraft) {
  if (!draft.diverse) return null;
  return {
    operators: operatorsOf(draft),
    adaptAfterIteration: numberOrNull(draft.adaptAfter),
    temperature: draft.temperature.map(({ from, value }) => ({
      fromIteration: numberNeeded(from),
      temperature: numberNeeded(value),
    })),
    similarityMax: numberOrNull(draft.similarityMax),
    embedderId: DIVERSITY_DEFAULT.embedderId,
    reseedAfterCollapsed: numberOrNull(draft.reseedAfter),
  };
}

/** Sum of the weights, as the form shows it next to them. */
export function weightSum(draft: DiversityDraft): string {
  const sum = operatorsOf(draft).reduce((total, { weight }) => total + weight, 0);
  return Number.isNaN(sum) ? 'no number' : String(Number(sum.toFixed(4)));
}

/**
 * The faults that a parallel run would be refused with, by field. The experiment itself may be kept with them, so they
 * are told while it is filled in, by the same rule that refuses later.
 */
export function diversityFaults(draft: DiversityDraft): ReadonlyMap<string, string> {
  const given = diversityOfDraft(draft);
  if (given === null) return new Map();
  try {
    assertDiversity(given, []);
    return new Map();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Map((error.fields ?? []).map(({ path, message }) => [path, message]));
  }
}

/** The first of these faults at a path or below it. */
export const diversityFault = (draft: DiversityDraft, path: string): string | undefined =>
  [...diversityFaults(draft)].find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];

/** The next step begins where nothing is said yet. */
export function nextStep(steps: readonly TemperatureDraft[]): TemperatureDraft {
  const last = steps.at(-1);
  if (!last) return { from: '0', value: '' };
  return { from: String(Number(last.from) + 5 || ''), value: last.value };
}

function operatorsOf({ operatorWeights }: DiversityDraft) {
  return OPERATOR_KINDS.flatMap((kind) => {
    const weight = numberOrNull(operatorWeights[kind]);
    return weight === null ? [] : [{ kind, weight }];
  });
}

function weightsOf(weight: (kind: OperatorKind) => string): Record<OperatorKind, string> {
  return {
    insert: weight('insert'),
    delete: weight('delete'),
    rephrase: weight('rephrase'),
    reorder: weight('reorder'),
    fewShotSwap: weight('fewShotSwap'),
    instructionChannelEdit: weight('instructionChannelEdit'),
  };
}
