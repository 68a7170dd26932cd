import { AppError } from './app-error';

/** Crashes the job, not the worker: what must hold did not, and going on would write nonsense. */
export function invariant(
  condition: unknown,
  message: string,
  context: Readonly<Record<string, unknown>> = {},
): asserts condition {
  if (!condition) throw new AppError('INVARIANT_BROKEN', message, { context });
}
