import { canonicalHash } from '@/lib/domain/content-hash';
import type { IntakeAnswers } from '@/lib/domain/intake';
import type { SerialRecord } from '@/lib/domain/serial-record';
import type { IntakeFacts } from '@/lib/policy/intake-answers';
import { type SerialFinding, serialRecordOf } from '@/lib/report/serial-record';
import { findSplit, findTask } from '@/server/repositories/experiments';
import { findDiagnosisOfRun } from '@/server/repositories/intakes';
import { findMeasuringRun } from '@/server/repositories/readiness';
import { keptDecision } from '@/server/services/diagnoses/kept-decision';
import { readRecord } from '@/server/services/runs/read-record';
import { splitCounts } from '@/server/services/runs/split-counts';

/** Present state of what a draft's answers refer to: no person types any of it. */
export interface FoundFacts extends IntakeFacts {
  /** Data set of the split that the serial run was measured on. */
  readonly serialDatasetId: string | null;
}

export async function readIntakeFacts(workspaceId: string, answers: IntakeAnswers): Promise<FoundFacts> {
  const [task, split, serial] = await Promise.all([
    answers.taskId ? findTask(workspaceId, answers.taskId) : null,
    answers.splitId ? findSplit(workspaceId, answers.splitId) : null,
    answers.serialRunId ? readSerialRecord(workspaceId, answers.serialRunId) : null,
  ]);
  const measuredOn = serial && (await findSplit(workspaceId, serial.registrationId));
  return {
    task: task && {
      name: task.name,
      inputShape: task.inputShape,
      outputShape: task.outputShape,
      scoringDigest: canonicalHash(task.scoring),
    },
    split: split && {
      datasetId: split.datasetId,
      counts: splitCounts(split.counts),
      owner: split.owner,
      usedToTune: split.usedToTune,
    },
    serial,
    serialDatasetId: measuredOn?.datasetId ?? null,
  };
}

/** Null unless it is a serial run of the workspace that has finished. */
export async function readSerialRecord(workspaceId: string, runId: string): Promise<SerialRecord | null> {
  const run = await findMeasuringRun(workspaceId, runId);
  if (run === null || run.kind !== 'serialBaseline' || run.status !== 'finished') return null;
  const [record, diagnosis] = await Promise.all([readRecord(run), findDiagnosisOfRun(runId)]);
  return serialRecordOf(record, diagnosis && findingOf(diagnosis));
}

function findingOf(row: {
  readonly verdict: string;
  readonly reason: string;
  readonly detail: unknown;
}): SerialFinding {
  const { finding = '' } = row.detail as { readonly finding?: string };
  const window = keptDecision(row.detail)?.window ?? 0;
  return { verdict: row.verdict as SerialFinding['verdict'], reason: row.reason, finding, window };
}
