import type { ScoreTracesInput, TraceScoringForecastView } from '@/lib/contracts/trace-scoring-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { TraceEvaluator } from '@/lib/domain/trace-scoring';
import { AppError } from '@/lib/errors/app-error';
import { comparisonRefusal, type JudgeRefusal, judgeRefusal } from '@/lib/policy/trace-judges';
import { findAgreement } from '@/server/repositories/trace-scorings';
import {
  chooseReferences,
  chooseScorable,
  LOOKED_AT_MAX,
  nothingToScore,
  unpricedRefusal,
} from './scoring-choice';
import { expectedScoring } from './scoring-cost';
import { evaluatorView, isPracticeJudge, pinnedTraceEvaluator } from './trace-evaluators';

type Forecast = TraceScoringForecastView;

/** Traces, calls and cost of a scoring, and whether a judge may score. Starts and stores nothing. */
export async function forecastTraceScoring(actor: Actor<'read'>, input: ScoreTracesInput): Promise<Forecast> {
  const { workspaceId } = actor;
  let evaluator: TraceEvaluator;
  try {
    evaluator = await pinnedTraceEvaluator(workspaceId, input.experimentId);
  } catch (error) {
    if (!AppError.is(error, 'STATE_CONFLICT')) throw error;
    const { userMessage: sentence, howToProceed } = error;
    const refusal = { sentence, howToProceed: [...howToProceed] };
    const nothing = { sample: null, expected: null, calibration: null };
    return { evaluator: null, practice: false, ...nothing, refusal };
  }
  const [found, calibration] = await Promise.all([
    chooseScorable(workspaceId, evaluator, input),
    calibrationOf(workspaceId, evaluator, input),
  ]);
  const { ids, ...counts } = found;
  const matched = Math.min(found.matched, LOOKED_AT_MAX);
  const isEmpty = ids.length === 0;
  const refusal =
    unpricedRefusal(evaluator, input.usdMax) ??
    (calibration && judgeRefusal(calibration.agreement)) ??
    (isEmpty ? nothingToScore(found) : null);
  return {
    evaluator: evaluatorView(evaluator),
    practice: isPracticeJudge(evaluator),
    sample: { ...counts, matched, drawn: ids.length, isCut: found.matched > LOOKED_AT_MAX },
    expected: isEmpty ? null : await expectedScoring(workspaceId, evaluator, ids),
    refusal: shown(refusal),
    calibration,
  };
}

/** The agreement of a judge, and what comparing it now would take. */
async function calibrationOf(
  workspaceId: string,
  evaluator: TraceEvaluator,
  { filter: { service } }: ScoreTracesInput,
): Promise<Forecast['calibration']> {
  const { judge } = evaluator;
  if (judge === null) return null;
  const [agreement, { chosen, available }] = await Promise.all([
    findAgreement({ workspaceId, judgeHash: judge.hash, service }),
    chooseReferences(workspaceId, judge, service),
  ]);
  const refusal = comparisonRefusal(available, judge.rule.minPairs);
  const ids = chosen.map(({ traceId }) => traceId);
  return {
    agreement: agreement && { ...agreement, at: agreement.at.toISOString() },
    available,
    expected: refusal === null ? await expectedScoring(workspaceId, evaluator, ids) : null,
    refusal: shown(refusal),
  };
}

const shown = (refusal: JudgeRefusal | null) =>
  refusal && { sentence: refusal.sentence, howToProceed: [...refusal.howToProceed] };
