import { z } from 'zod';

/** The one shape of every error of the API (RFC 9457), with what a form and a person need to go on. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.string(),
  detail: z.string(),
  fields: z.array(
    z.object({
      path: z.string(),
      message: z.string(),
      /** Possible values of the field, where they are known. */
      candidates: z.array(z.string()).optional(),
    }),
  ),
  howToProceed: z.array(z.string()),
  /** The rule that refuses; null where no rule does. */
  ruleId: z.string().nullable(),
  requestId: z.string(),
});

export type Problem = z.infer<typeof problem>;

export const PROBLEM_TYPE = 'application/problem+json';
