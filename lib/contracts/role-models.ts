import { z } from 'zod';
import { identifier } from './identifier';

/** Who plays which role in an experiment, and how each is called. */

const MODEL_NAME_MAX = 200;

/** Which model plays a role, and how it is called. */
export const roleModel = z
  .strictObject({
    providerId: identifier,
    model: z.string().trim().min(1).max(MODEL_NAME_MAX),
    temperature: z.number().min(0).max(2).default(0),
    maxTokens: z
      .int()
      .min(16)
      .max(200_000)
      .optional()
      .describe('Longest reply. Left out: 4096, and 16384 for a proposer that writes whole prompts anew.'),
  })
  .meta({ id: 'RoleModel' });

/** All three are needed to run; a draft may still lack some. */
export const roleModels = z
  .strictObject({
    serving: roleModel.optional(),
    proposer: roleModel.optional(),
    evaluator: roleModel.optional(),
  })
  .meta({ id: 'RoleModels' });

export type RoleModelChoice = z.output<typeof roleModel>;
