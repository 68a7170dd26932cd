import { z } from 'zod';

/** `a`, `a.b[0]` or `["a name.with dots"].b`. */
export const fieldPath = z
  .string()
  .max(300)
  .regex(
    /^(?:[^.[\]"]+|\[\d{1,6}\]|\["[^"\\]{1,200}"\])(?:\.[^.[\]"]+|\[\d{1,6}\]|\["[^"\\]{1,200}"\])*$/,
    'Write a path like answer.parts[0].',
  );
