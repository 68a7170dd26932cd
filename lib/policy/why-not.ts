import { AppError } from '@/lib/errors/app-error';

/** The sentence that refuses the attempt; null where it would succeed. For pages that explain a disabled button. */
export function whyNot(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    if (AppError.is(error)) return error.userMessage;
    throw error;
  }
}
