import { z } from 'zod';

/**
 * Environment of an example: a task whose files are stored (Harbor, Terminal-Bench), by the hash of its content,
 * or a task of an AppWorld server, by its id. Only carriers of our own read it; no agent is told.
 */
export const environmentRef = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('task'), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.strictObject({ kind: z.literal('appworld'), taskId: z.string().regex(/^[0-9a-z]{1,20}_[0-9]{1,3}$/) }),
]);
export type EnvironmentRef = z.output<typeof environmentRef>;
