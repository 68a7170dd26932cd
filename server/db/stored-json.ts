import type { z } from 'zod';
import { AppError } from '@/lib/errors/app-error';
import type { Prisma } from './generated/client';

/** Where a stored value is from: the row that a person who looks for the fault would open. */
export interface StoredPlace {
  readonly table: string;
  readonly column: string;
  readonly id: string;
}

/**
 * The stored value itself, once its schema accepts it: for what is hashed or shown as it was stored, so that nothing may
 * be left out or filled in. @throws AppError STORED_UNREADABLE
 */
export function checkStored<S extends z.ZodType>(
  schema: S,
  stored: unknown,
  place: StoredPlace,
): z.output<S> {
  assertFits(schema, stored, place);
  return stored;
}

function assertFits<S extends z.ZodType>(
  schema: S,
  stored: unknown,
  place: StoredPlace,
): asserts stored is z.output<S> {
  const read = schema.safeParse(stored);
  if (!read.success) throw unreadable(read.error, place);
}

/** Says paths and not values, which may be prompts. */
function unreadable(error: z.ZodError, { table, column, id }: StoredPlace): AppError {
  const paths = error.issues.slice(0, 5).map(({ path }) => path.join('.') || 'the value');
  const sentence = `The ${column} of ${table} ${id} cannot be read at ${paths.join(', ')}: its row in the database was changed, or written by a later version.`;
  return new AppError('STORED_UNREADABLE', sentence, {
    context: { table, column, id, paths },
    howToProceed: ['Start the version that wrote it, or restore a backup.'],
  });
}

/** T where JSON keeps all of it; nothing fits where a member is a date, a map or a function. */
type Jsonable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Date | bigint | symbol | ReadonlyMap<unknown, unknown> | ((...given: never[]) => unknown)
    ? never
    : { readonly [K in keyof T]: Jsonable<T[K]> };

/**
 * The value as a JSON column takes it: an interface has no index signature, so the compiler needs the check of its members
 * in the type of its argument.
 */
export function jsonColumn<T extends object>(
  value: T & Jsonable<T>,
): T extends readonly unknown[] ? Prisma.InputJsonArray : Prisma.InputJsonObject;
export function jsonColumn(value: object): object {
  return value;
}
