import { z } from 'zod';

/** Evidence that an approval refers to, as it is stored and hashed. */
const prompt = z.object({
  id: z.string(),
  version: z.int(),
  sha256: z.string(),
  model: z.string().nullable(),
  paramsHash: z.string(),
  runId: z.string().nullable(),
  candidateHash: z.string().nullable(),
  isPractice: z.boolean(),
});

export const canaryEvidence = z
  .object({
    canary: z.object({
      id: z.string(),
      planHash: z.string().nullable(),
      slotId: z.string(),
      slotKind: z.string(),
    }),
    /** No incumbent: the default of the callers' code. */
    prompts: z.object({ incumbent: prompt.nullable(), challenger: prompt }),
    difference: z.object({ linesAdded: z.int(), linesRemoved: z.int(), hash: z.string() }),
    /** The newest report of the run; null where none was made. */
    report: z
      .object({
        id: z.string(),
        version: z.int(),
        hash: z.string(),
        state: z.string(),
        title: z.string(),
      })
      .nullable(),
    /** The look that the shadow ended with. */
    verdict: z
      .object({
        look: z.int(),
        kind: z.string(),
        pairs: z.int(),
        discordant: z.int(),
        difference: z.number(),
        lower: z.number().nullable(),
        upper: z.number().nullable(),
        /** Its reasons, guardrails and health. */
        detail: z.json(),
      })
      .nullable(),
    counts: z.object({
      both: z.int(),
      onlyIncumbent: z.int(),
      onlyChallenger: z.int(),
      neither: z.int(),
    }),
    /** Null where the prompt comes from no run. */
    readiness: z
      .object({
        runId: z.string(),
        status: z.string(),
        blockedBy: z.string().nullable(),
        lights: z.array(z.object({ name: z.string(), state: z.string(), code: z.string().nullable() })),
        waiver: z.object({ by: z.string(), reason: z.string() }).nullable(),
      })
      .nullable(),
    /** Left out where none was found in the challenger's text; the counts are by kind. */
    personalData: z.object({ reason: z.string(), found: z.record(z.string(), z.number()) }).optional(),
  })
  .meta({ id: 'CanaryEvidence' });
export type CanaryEvidence = z.output<typeof canaryEvidence>;
