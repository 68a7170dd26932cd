import type { ModelBinding } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { practiceHeaders } from '@/lib/domain/practice-settings';
import { bindingOfSeat, isJudged } from '@/lib/evaluation/judge-seats';
import { evaluatorName, programBinding } from '@/lib/evaluation/program';
import type { LanguageModel } from '@/lib/ports/language-model';
import { openModel } from '@/server/adapters/provider-models';
import type { ScoringRun } from '@/server/repositories/scoring-runs';
import { evaluatorForRun } from '../run-evaluator';

/** Caller of a run's evaluator: the calibrated judge's model, or a program; null if code scores or no judge is allowed. */
export interface ScoringModel {
  readonly kind: 'judge' | 'program';
  readonly model: Pick<LanguageModel, 'complete'>;
  readonly binding: ModelBinding;
  readonly seat: JudgeSeat;
}

export async function openScoringModel(
  { manifest, workspaceId, calibration }: ScoringRun,
  runId: string,
): Promise<ScoringModel | null> {
  if (evaluatorName(manifest.task.scoring) !== null) {
    const model = { complete: await evaluatorForRun({ workspaceId, manifest }) };
    return { kind: 'program', model, binding: programBinding(manifest), seat: 'evaluator' };
  }
  if (!isJudged(manifest) || calibration?.verdict !== 'passed') return null;
  const seat = calibration.seat ?? 'evaluator';
  const binding = bindingOfSeat(manifest, seat);
  if (binding === null) return null;
  const { providerId, model, origin, behaviouralHeaders, practiceSettings } = binding;
  const headers = practiceSettings && practiceHeaders(practiceSettings);
  return {
    kind: 'judge',
    model: await openModel({ workspaceId, providerId, model, origin, behaviouralHeaders, runId, headers }),
    ...{ binding, seat },
  };
}
