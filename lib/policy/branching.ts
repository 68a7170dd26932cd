import type { RunKind } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';

/**
 * From where a run may be branched: any iteration of a run that trains, once it has closed, whatever became of the run
 * afterwards. Knows nothing of what the branch then is; it is launched under the rules of every other run.
 */
export interface BranchPoint {
  readonly kind: RunKind;
  readonly iteration: number;
  /** Null before the first iteration has closed. */
  readonly lastClosed: number | null;
}

export function assertBranchable(point: BranchPoint): void {
  const { kind, iteration, lastClosed } = point;
  if (kind === 'evaluation') {
    throw new AppError(
      'STATE_CONFLICT',
      'An evaluation trains nothing, so it has no iteration to branch from.',
      {
        howToProceed: ['Branch from the run that found the prompt.'],
      },
    );
  }
  if (lastClosed === null || iteration > lastClosed) {
    const newest = lastClosed === null ? 'None has yet.' : `The newest that has is ${lastClosed}.`;
    throw new AppError('STATE_CONFLICT', `Iteration ${iteration} of this run has not closed. ${newest}`, {
      context: { iteration, lastClosed },
      howToProceed: ['Wait until the iteration has closed, or branch from an earlier one.'],
    });
  }
}
