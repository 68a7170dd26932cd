import { z } from 'zod';

export const scoreDoubt = z
  .object({
    code: z.enum(['contaminated', 'superseded', 'judgeFailed', 'exploratory']),
    word: z.string(),
    sentence: z.string(),
  })
  .meta({
    id: 'ScoreDoubt',
    description: 'Why the held-out scores of a run are no headline; null = no doubt.',
  });
