import { z } from 'zod';

/** Several runs followed as one: of a plan, a group or the re-measurements of a claim. */
export const setProgress = z
  .object({
    runs: z.int(),
    ended: z.int(),
    paused: z.int().describe('Paused, or about to be.'),
    lost: z.int().describe('Failed, or stopped before their end.'),
    rollouts: z.int(),
    evaluationRollouts: z.int(),
    spendUsd: z.number().nullable().describe('Null = a model has no price.'),
    tookMs: z.number().nullable().describe('From the first start to the last end, or until now.'),
    timeLeftMs: z
      .number()
      .nullable()
      .describe('Of the runs under way, at their pace so far; null = not known.'),
  })
  .meta({ id: 'SetProgress' });
export type SetProgressView = z.output<typeof setProgress>;

/** One word to all runs of a set that it fits. */
export const controlSetBody = z
  .strictObject({ action: z.enum(['pause', 'resume', 'stop']) })
  .meta({ id: 'ControlRunSet' });
export type ControlSetInput = z.output<typeof controlSetBody>;
