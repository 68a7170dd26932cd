import type { DiversitySettings, TemperatureStep, WeightedOperator } from '@/lib/domain/diversity';
import { OPERATOR_KINDS, type OperatorKind } from '@/lib/domain/operator-kinds';
import type { FieldFault } from '@/lib/errors/app-error';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';
import {
  COPIES_REJECTED,
  RESEED_SAID,
  TEMPERATURE_SCHEDULED,
  THREE_OPERATORS,
  WEIGHTS_SUM,
} from './rules/diversity';
import { type Rule, refusal } from './rules/rule';

/**
 * What a diversity rule has to say before a parallel run may rely on it. Nothing is guessed: the first
 * fault gives the code, and all of them are named at once.
 */
export interface GivenDiversity {
  readonly operators?: readonly WeightedOperator[] | undefined;
  readonly adaptAfterIteration?: number | null | undefined;
  readonly temperature?: readonly TemperatureStep[] | undefined;
  readonly similarityMax?: number | null | undefined;
  readonly embedderId?: string | undefined;
  readonly reseedAfterCollapsed?: number | null | undefined;
}

const OPERATORS_MIN = 3;
/** Weights typed with two or three digits miss 1 by a little. */
const WEIGHT_SUM_TOLERANCE = 1e-6;
const ADAPT_AFTER_DEFAULT = 5;

interface Fault extends FieldFault {
  readonly rule: Rule;
}

/** @throws AppError OPERATORS_LT_3, OPERATOR_WEIGHTS_INVALID, NO_TEMPERATURE_SCHEDULE, NO_ANTI_COLLAPSE_RULE, NO_RESEED_RULE */
export function assertDiversity(given: GivenDiversity, providerIds: readonly string[]): DiversitySettings {
  const { operators = [], temperature = [], embedderId = HASHED_NGRAM_ID } = given;
  const faults = [
    ...operatorFaults(operators),
    ...scheduleFaults(temperature),
    ...collapseFaults(given.similarityMax, embedderId, providerIds),
    ...reseedFaults(given.reseedAfterCollapsed),
  ];
  const [first] = faults;
  if (first !== undefined || given.similarityMax == null || given.reseedAfterCollapsed == null) {
    throw refusal(first?.rule ?? COPIES_REJECTED, {
      ...(first && first.message !== first.rule.sentence ? { found: first.message } : {}),
      fields: faults.map(({ path, message }) => ({ path, message })),
    });
  }
  return {
    operators,
    adaptAfterIteration:
      given.adaptAfterIteration === undefined ? ADAPT_AFTER_DEFAULT : given.adaptAfterIteration,
    temperature,
    similarityMax: given.similarityMax,
    embedderId,
    reseedAfterCollapsed: given.reseedAfterCollapsed,
  };
}

function operatorFaults(operators: readonly WeightedOperator[]): readonly Fault[] {
  const kinds = new Set<OperatorKind>(operators.map(({ kind }) => kind));
  const path = 'diversity.operators';
  if (kinds.size < OPERATORS_MIN) {
    const message = `Name at least three of the operators ${OPERATOR_KINDS.join(', ')}.`;
    return [{ rule: THREE_OPERATORS, path, message }];
  }
  const sum = operators.reduce((total, { weight }) => total + weight, 0);
  const isSound = kinds.size === operators.length && Math.abs(sum - 1) <= WEIGHT_SUM_TOLERANCE;
  if (isSound) return [];
  const message =
    kinds.size < operators.length
      ? 'An operator is listed twice.'
      : `Now they sum to ${Number(sum.toFixed(6))}.`;
  return [{ rule: WEIGHTS_SUM, path, message }];
}

function scheduleFaults(schedule: readonly TemperatureStep[]): readonly Fault[] {
  const isRising = schedule.every(
    ({ fromIteration }, index) => index === 0 || fromIteration > (schedule[index - 1]?.fromIteration ?? 0),
  );
  if (schedule[0]?.fromIteration === 0 && isRising) return [];
  const message = TEMPERATURE_SCHEDULED.sentence;
  return [{ rule: TEMPERATURE_SCHEDULED, path: 'diversity.temperature', message }];
}

function collapseFaults(
  similarityMax: number | null | undefined,
  embedderId: string,
  providerIds: readonly string[],
): readonly Fault[] {
  const rule = COPIES_REJECTED;
  if (similarityMax == null) {
    const message = 'Name the similarity above which an edit is rejected.';
    return [{ rule, path: 'diversity.similarityMax', message }];
  }
  if (embedderId === HASHED_NGRAM_ID || providerIds.some((id) => embedderId.startsWith(`${id}/`))) return [];
  const message = `Name ${HASHED_NGRAM_ID}, or a model of a provider that this experiment uses as "<provider id>/<model>".`;
  return [{ rule, path: 'diversity.embedderId', message }];
}

function reseedFaults(reseedAfterCollapsed: number | null | undefined): readonly Fault[] {
  if (reseedAfterCollapsed != null) return [];
  const message = RESEED_SAID.sentence;
  return [{ rule: RESEED_SAID, path: 'diversity.reseedAfterCollapsed', message }];
}

export interface DepthWarning {
  readonly code: 'DEPTH_NOT_DIVERSITY';
  readonly ruleId: 'R-019';
  readonly message: string;
  readonly howToProceed: readonly string[];
}

/** Below four examples there is one group: one edit after the other, a chain. */
const WIDTH_MIN = 4;
const CHAIN_SHARE_MAX = 0.5;

/**
 * a parallel run that spends more than half of its rollouts in iterations too narrow for two groups explores
 * one chain of edits, however long. A warning, since profiling small sizes begins that way; it refuses nothing.
 */
export function depthWarning(batchSizes: readonly number[]): DepthWarning | null {
  const all = batchSizes.reduce((sum, size) => sum + size, 0);
  const chain = batchSizes.filter((size) => size < WIDTH_MIN).reduce((sum, size) => sum + size, 0);
  if (all === 0 || chain / all <= CHAIN_SHARE_MAX) return null;
  return {
    code: 'DEPTH_NOT_DIVERSITY',
    ruleId: 'R-019',
    message: `${Math.round((100 * chain) / all)} % of ${all} rollouts went into iterations of fewer than ${WIDTH_MIN} examples: one chain of edits instead of many diverse ones.`,
    howToProceed: ['Raise the batch size, so that several groups write edits of their own.'],
  };
}
