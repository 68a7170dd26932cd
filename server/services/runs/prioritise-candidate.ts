import { ulid } from 'ulid';
import type { PrioritiseCandidateInput, PriorityCandidateView } from '@/lib/contracts/dispatch';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import { isEnded } from '@/lib/domain/run';
import type { PreemptionMode } from '@/lib/domain/scheduling';
import { AppError } from '@/lib/errors/app-error';
import { assertPreemptible } from '@/lib/policy/batching';
import { assertTakesCandidates } from '@/lib/policy/searching';
import { db } from '@/server/db/client';
import type { PriorityCandidate } from '@/server/db/generated/client';
import { createPriorityRow, findWaitingPriority } from '@/server/repositories/dispatch';
import { lockRun, steerRun } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';

/**
 * A person's candidate goes before everything else in a going run. What it means for the iteration in work is what the
 * run has pinned; this only writes it down and tells the worker.
 */
export async function prioritiseCandidate(
  actor: Actor<'experiment'>,
  input: PrioritiseCandidateInput & { readonly runId: string },
): Promise<PriorityCandidateView> {
  return db().$transaction(async (tx) => {
    const run = await lockRun(actor.workspaceId, input.runId, tx);
    if (isEnded(run.status)) {
      throw new AppError(
        'STATE_CONFLICT',
        `The run is ${run.status} already: it takes no candidate any more.`,
        {
          howToProceed: ['Start a run of an experiment that begins with this text.'],
        },
      );
    }
    const manifest = run.manifest;
    assertTakesCandidates(manifest);
    const preemption = assertPreemptible(manifest);
    if ((await findWaitingPriority(run.id, tx)) !== null) {
      throw new AppError('STATE_CONFLICT', 'A candidate waits already: let the run take that one up first.');
    }
    const hash = contentHash(input.text);
    const candidate = { id: `pri_${ulid()}`, runId: run.id, text: input.text, hash, createdBy: actor.name };
    const row = await createPriorityRow(candidate, tx);
    await recordAudit(tx, actor, 'run.candidatePrioritised', run.id, {
      candidateId: row.id,
      hash,
      preemption,
    });
    await steerRun(run.id, {}, tx);
    return priorityView(row, preemption);
  });
}

export function priorityView(row: PriorityCandidate, preemption: PreemptionMode): PriorityCandidateView {
  const { id, runId, hash, createdBy, createdAt, takenAt } = row;
  return {
    id,
    runId,
    hash,
    preemption,
    createdBy,
    createdAt: createdAt.toISOString(),
    takenAt: takenAt?.toISOString() ?? null,
  };
}
