import type { JudgingSettings, ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';

/**
 * Who judges and who is asked beside, by the three cases there are (A3 of the requirements, one object both ways):
 *
 *   default              evaluator judges, the proposer as judge is asked beside
 *   ceiling is exceeded  proxy judges, the full evaluator is asked beside
 *   proposer is forced   proposer judges, the separate evaluator is asked beside
 */
export interface JudgeSeats {
  readonly acting: JudgeSeat;
  readonly reference: JudgeSeat;
}

/** `evaluatorUsd` is the mean list price of judging one rollout; exactly at the ceiling is within it. */
export function judgeSeats(judging: JudgingSettings, evaluatorUsd: number | null): JudgeSeats {
  if (judging.judge === 'proposer') return { acting: 'proposer', reference: 'evaluator' };
  const ceiling = judging.costCeilingUsd;
  const isTooDear = ceiling !== null && evaluatorUsd !== null && evaluatorUsd > ceiling;
  return isTooDear
    ? { acting: 'proxy', reference: 'evaluator' }
    : { acting: 'evaluator', reference: 'proposer' };
}

export function bindingOfSeat(
  { models, judging }: Pick<RunManifest, 'models' | 'judging'>,
  seat: JudgeSeat,
): ModelBinding | null {
  if (seat === 'proxy') return judging?.proxy ?? null;
  return seat === 'proposer' ? models.proposer : models.evaluator;
}

/** Where code scores, the evaluator is honest by construction (rulings E2). */
export function isJudged({ task }: Pick<RunManifest, 'task'>): boolean {
  return task.scoring.kind === 'judge';
}
