import { AppError } from '@/lib/errors/app-error';

/** Causes inside the error of a client, apart from the client's own classes, so that no client is loaded for them. */
const DEPTH_MAX = 5;

/** The guard's refusal comes wrapped in the client's connection error. */
export function addressRefusal(error: unknown): AppError | null {
  return causesOf(error).find((one): one is AppError => AppError.is(one, 'ADDRESS_REFUSED')) ?? null;
}

/** The error and what it wraps; an AggregateError (two addresses tried) wraps several. */
export function causesOf(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return [];
  const inner = error instanceof AggregateError ? [error.cause, ...error.errors] : [error.cause];
  return [error, ...inner.flatMap((one) => causesOf(one, depth + 1))];
}
