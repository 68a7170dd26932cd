import { PROBE_MAX } from '@/lib/canary/evaluator-drift';
import { scoreOfVerdict } from '@/lib/evaluation/judge';
import { bindingOfSeat, isJudged } from '@/lib/evaluation/judge-seats';
import { evaluatorName, scoreOfReply } from '@/lib/evaluation/program';
import type { Prisma } from '@/server/db/generated/client';
import { createProbeRow, drawScoredCalls } from '@/server/repositories/evaluator-probes';
import { findScoringRunIn, type ScoringRun } from '@/server/repositories/scoring-runs';
import type { ProbeAnswer } from '@/server/repositories/stored-probe';

/**
 * Keeps, at the registration, answers that the run's evaluator had scored, so that it can be seen whether it still
 * scores them as it did. Asks no model: the scores are the run's own, as they stood when its judge was calibrated.
 */
export async function keepProbe(
  tx: Prisma.TransactionClient,
  { canaryId, takenAt }: { readonly canaryId: string; readonly takenAt: Date },
): Promise<void> {
  const run = await findScoringRunIn(tx, canaryId);
  const asked = run === null ? 'none' : askedOf(run);
  if (run === null || typeof asked === 'string') {
    await createProbeRow({ canaryId, kind: asked as 'none' | 'code', answers: [], takenAt }, tx);
    return;
  }
  const wanted = { ...asked.calls, runId: run.runId, drawnBy: canaryId, limit: PROBE_MAX };
  const calls = await drawScoredCalls(wanted, tx);
  const answers = calls.flatMap(({ text, ...call }): ProbeAnswer[] => {
    const score = asked.read(text);
    return score === null ? [] : [{ ...call, score }];
  });
  await createProbeRow({ canaryId, kind: asked.kind, answers, takenAt }, tx);
}

interface Asked {
  readonly kind: 'judge' | 'program';
  readonly calls: { readonly purpose: 'judge' | 'environment'; readonly model: string };
  readonly read: (text: string) => number | null;
}

function askedOf({ manifest, calibration }: ScoringRun): Asked | 'none' | 'code' {
  const command = manifest.task ? evaluatorName(manifest.task.scoring) : null;
  if (command !== null)
    return { kind: 'program', calls: { purpose: 'environment', model: command }, read: scoreOfReply };
  if (!manifest.task || !isJudged(manifest)) return manifest.task ? 'code' : 'none';
  // Without a passed calibration it scores no traffic, so there is nothing that could drift.
  const binding =
    calibration?.verdict === 'passed' ? bindingOfSeat(manifest, calibration.seat ?? 'evaluator') : null;
  if (binding === null) return 'none';
  return { kind: 'judge', calls: { purpose: 'judge', model: binding.model }, read: scoreOfVerdict };
}
