import { REPEATED_WITH_REASON } from './rules/evaluator';
import { refusal } from './rules/rule';

/**
 * a pair of prompt and input that has a score is not evaluated again without a reason. Otherwise a person who dislikes a
 * score would ask until a better one comes. The reason is kept with who gave it and when.
 *
 * @throws AppError ALREADY_EVALUATED
 */
export function assertReasonToRepeat(request: {
  readonly force: boolean;
  readonly reason: string;
  /** Pairs asked for that have a score. */
  readonly scored: number;
}): void {
  if (!request.force || request.scored === 0 || request.reason.trim() !== '') return;
  throw refusal(REPEATED_WITH_REASON, {
    context: { scored: request.scored },
    fields: [{ path: 'reason', message: 'Say why the score that is there may not serve.' }],
  });
}
