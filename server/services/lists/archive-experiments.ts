import type { ArchiveInput, BulkOutcome } from '@/lib/contracts/tags';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { archiveExperiment, restoreExperiment } from '@/server/services/experiments/change-experiments';

/** Puts experiments away or brings them back, each as if it were the only one: what refuses one says why. */
export async function archiveExperiments(
  actor: Actor<'experiment'>,
  { ids, archived }: ArchiveInput,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      await (archived ? archiveExperiment : restoreExperiment)(actor, { experimentId: id });
      outcome.changed.push(id);
    } catch (error) {
      if (!AppError.is(error)) throw error;
      outcome.refused.push({ id, reason: error.userMessage });
    }
  }
  return outcome;
}
