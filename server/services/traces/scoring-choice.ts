import type { CalibrateTraceJudgeInput, ScoreTracesInput } from '@/lib/contracts/trace-scoring-shapes';
import type { TraceEvaluator, TraceJudge } from '@/lib/domain/trace-scoring';
import { AppError } from '@/lib/errors/app-error';
import { calibrationSize } from '@/lib/evaluation/calibration';
import type { JudgeRefusal } from '@/lib/policy/trace-judges';
import { ledgerPool } from '@/server/ledger/pool';
import {
  findReferenceTraces,
  findScorableTraces,
  type ReferenceTrace,
  type ScorableTraces,
} from '@/server/repositories/scorable-traces';

/** Which traces a scoring takes, and which a comparison of a judge with people. */
export const LOOKED_AT_MAX = 50_000;

export function chooseScorable(
  workspaceId: string,
  { kind, name }: TraceEvaluator,
  { filter, count, rescore }: Pick<ScoreTracesInput, 'filter' | 'count' | 'rescore'>,
): Promise<ScorableTraces> {
  const by = kind === 'judge' ? 'judge' : 'evaluator';
  // One more than are looked at tells that there are more.
  const wanted = { workspaceId, filter, by, name, rescore, count, lookedAtMax: LOOKED_AT_MAX + 1 } as const;
  return findScorableTraces(ledgerPool(), wanted);
}

/** Traces of a comparison now, and how many there are in all. */
export async function chooseReferences(
  workspaceId: string,
  { rule, hash }: TraceJudge,
  service: CalibrateTraceJudgeInput['service'],
): Promise<{ readonly chosen: readonly ReferenceTrace[]; readonly available: number }> {
  const there = await findReferenceTraces(ledgerPool(), { workspaceId, service, judgeHash: hash });
  return { chosen: there.slice(0, calibrationSize(rule, there.length)), available: there.length };
}

/** Null = a limit in dollars can be kept. */
export function unpricedRefusal({ judge }: TraceEvaluator, usdMax: number | null): JudgeRefusal | null {
  if (usdMax === null || judge === null) return null;
  const { model, usdPerMillionIn, usdPerMillionOut } = judge.binding;
  if (usdPerMillionIn !== null && usdPerMillionOut !== null) return null;
  return {
    sentence: `A limit in dollars needs prices; none is known for ${model}.`,
    howToProceed: ['Enter the price of the model in the settings.', 'Or leave the limit out.'],
  };
}

export function nothingToScore({ matched }: ScorableTraces): JudgeRefusal {
  const found = matched === 0 ? 'No complete trace matches.' : `${matched} traces match, and none is left.`;
  return {
    sentence: `There is nothing to score. ${found}`,
    howToProceed: ['Choose other traces.', 'Or score those again that this evaluator has scored.'],
  };
}

export function throwRefusal(refusal: JudgeRefusal | null): void {
  if (refusal === null) return;
  throw new AppError('STATE_CONFLICT', refusal.sentence, { howToProceed: refusal.howToProceed });
}
