import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { isDiskFull } from '@/lib/errors/disk-full';

/** One sentence for the terminal about what is nobody's fault; null where the error itself has to be seen. */
export function knownSentence(error: unknown): string | null {
  if (AppError.is(error)) return error.userMessage;
  if (isDatabaseGone(error)) return 'The database does not answer.';
  if (isDiskFull(error)) return 'The disk is full: free some space.';
  return null;
}
