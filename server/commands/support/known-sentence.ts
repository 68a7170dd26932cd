import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { isDiskFull } from '@/lib/errors/disk-full';

/** A sentence for errors with an external cause; null if the error itself must be shown. */
export function knownSentence(error: unknown): string | null {
  if (AppError.is(error)) return error.userMessage;
  if (isDatabaseGone(error)) return 'The database does not answer.';
  if (isDiskFull(error)) return 'The disk is full: free some space.';
  return null;
}
