import { z } from 'zod';

export { identifier } from '@/lib/domain/identifier';

/** A name that a person gave: trimmed, one line, not empty. */
export const displayName = z
  .string()
  .trim()
  .min(1, 'Give it a name.')
  .max(120, 'A name has at most 120 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'A name is one line without control characters.');

/** A time on the wire. */
export const timestamp = z.iso.datetime({ offset: true });
