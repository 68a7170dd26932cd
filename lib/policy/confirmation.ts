/**
 * When the sealed confirmation examples may be opened (rulings E3): for the best prompt of a run that has ended, with
 * scores that can be believed, and once for a split. Checked before anything is opened, since an opening is spent even
 * if it turns out to have been pointless.
 */
import { isEnded, type RunKind, type RunStatus } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';
import { assertPromotable } from './exploratory';
import { EVALUATOR_HONEST } from './rules/evaluator';
import { refusal } from './rules/rule';
import { SPLIT_REGISTERED } from './rules/splits';

export interface ConfirmationRequest {
  readonly kind: RunKind;
  readonly status: RunStatus;
  readonly examples: number;
  /** Null when the run left no measured prompt behind. */
  readonly bestHash: string | null;
  readonly originalHash: string | null;
  /** A judge scored, failed its calibration and was not replaced by an honest one. */
  readonly judgeFailed: boolean;
}

/** @throws AppError EXPLORATORY_STAYS, STATE_CONFLICT, SPLIT_NOT_REGISTERED, NO_HONEST_EVALUATOR */
export function assertMayConfirm(request: ConfirmationRequest): void {
  assertPromotable(request);
  if (request.kind === 'evaluation' || !isEnded(request.status) || request.status === 'failed') {
    throw new AppError(
      'STATE_CONFLICT',
      'The confirmation examples open for the best prompt of a run that has ended.',
      {
        howToProceed: ['Wait until the run has ended, or choose one that has trained.'],
      },
    );
  }
  if (request.examples === 0) {
    throw refusal(SPLIT_REGISTERED, {
      found: 'The split of this run holds no confirmation examples.',
      howToProceed: ['Register a split with confirmation examples and run the experiment on it.'],
    });
  }
  if (request.judgeFailed) {
    throw refusal(EVALUATOR_HONEST, {
      found: 'The judge of this run failed its calibration: its choice confirms nothing.',
      howToProceed: ['Choose another evaluator and run the experiment again.'],
    });
  }
  if (request.bestHash === null || request.bestHash === request.originalHash) {
    throw new AppError(
      'STATE_CONFLICT',
      'The best prompt of this run is the one it started from: there is nothing to confirm.',
      {
        howToProceed: ['Keep the examples sealed for a run that has learned something.'],
      },
    );
  }
}

export interface SpentOpening {
  readonly runId: string;
  readonly candidateHash: string;
  readonly openedBy: string;
  /** As people read it. */
  readonly openedAt: string;
}

export function confirmationSpent({ runId, candidateHash, openedBy, openedAt }: SpentOpening): AppError {
  const prompt = candidateHash.slice(0, 12);
  return new AppError(
    'CONFIRMATION_SPENT',
    `${openedBy} opened the confirmation examples of this split on ${openedAt} for prompt ${prompt} of run ${runId}; they open once.`,
    {
      context: { runId, candidateHash },
      howToProceed: [
        'Read what came of that opening.',
        'For another prompt, register a split whose confirmation examples have never been opened.',
      ],
    },
  );
}
