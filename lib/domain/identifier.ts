import { z } from 'zod';

/**
 * Ids as they stand in a path or a body: our own prefix and ULID, or what an import brought. Refuses anything that
 * could not be a key in the database before it gets there.
 */
export const identifier = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}$/,
    'An id has letters, digits, "_", "-", "." and ":" only, at most 80.',
  );
