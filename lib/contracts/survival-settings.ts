import { z } from 'zod';

/** How insights are followed into the prompt. */
export const survivalSettings = z
  .strictObject({
    /** They carry ids through the prompts of both levels, and the model is asked to name them back. */
    ids: z.boolean().default(false),
  })
  .meta({ id: 'SurvivalSettings' });
