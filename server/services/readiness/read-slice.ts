import type { LightNumber, SliceEvidence } from '@/lib/report/readiness-evidence';
import { findMeasuringRun } from '@/server/repositories/readiness';
import { readConfirmable } from '@/server/services/evaluations/confirmable-run';
import { confirmationOf } from '@/server/services/evaluations/read-confirmation';

/** State of the confirmation slice for a claim. Reads only; ./start-readiness opens the slice. */
const NONE = 'The split holds no confirmation examples: register one that does for the next claim.';
const SPENT =
  'The confirmation slice of this split was opened for another prompt, and it opens once. Register a new split for the next claim.';
const SEALED = 'The confirmation slice is still sealed; measuring readiness opens it, once.';
const FAILED = 'The run that was to score the confirmation slice did not finish: measure again.';

export async function readSlice(workspaceId: string, runId: string): Promise<SliceEvidence> {
  const confirmation = await confirmationOf(workspaceId, await readConfirmable(workspaceId, runId));
  switch (confirmation.state) {
    case 'none':
      return { kind: 'unavailable', sentence: NONE };
    case 'spent':
      return { kind: 'unavailable', sentence: SPENT };
    case 'sealed':
      return { kind: 'closed', sentence: SEALED };
    case 'failed':
      return { kind: 'closed', sentence: FAILED };
    case 'measuring':
    case 'scored': {
      const number = await numberOf(workspaceId, confirmation.opening?.evaluationRunId ?? '');
      const gain = confirmation.result?.difference;
      if (!number) return { kind: 'unavailable', sentence: FAILED };
      if (!gain) return { kind: 'measuring', number };
      return { kind: 'measured', number: { ...number, finished: true, gain }, gain };
    }
  }
}

async function numberOf(workspaceId: string, evaluationRunId: string): Promise<LightNumber | null> {
  const scoring = await findMeasuringRun(workspaceId, evaluationRunId);
  return (
    scoring && {
      runId: scoring.id,
      label: scoring.label,
      seed: scoring.seed,
      hardware: scoring.manifest.models.serving.hardware,
      practice: scoring.practice,
      finished: false,
      gain: null,
      learningWallMs: null,
      totalWallMs: null,
      ratio: null,
    }
  );
}
