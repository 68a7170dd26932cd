import { z } from 'zod';

/**
 * The fields of a trial's result.json that decide what an attempt counts as. Harbor writes more, and other versions of it
 * other fields, so keys that are not named here are left alone.
 */
const timing = z.object({ started_at: z.string().nullish() }).nullish();

/** Numbers that JSON cannot hold are null there, which is no reward. */
const rewards = z.record(z.string(), z.union([z.number(), z.boolean().transform(Number)])).nullish();

const judgement = {
  agent_result: z
    .object({
      n_input_tokens: z.int().min(0).nullish(),
      n_output_tokens: z.int().min(0).nullish(),
      cost_usd: z.number().min(0).nullish(),
    })
    .nullish(),
  verifier_result: z.object({ rewards }).nullish(),
  exception_info: z
    .object({ exception_type: z.string(), exception_message: z.string().default('') })
    .nullish(),
};

const stepResult = z.object({ step_name: z.string(), ...judgement });

const trialResult = z.object({
  trial_name: z.string(),
  ...judgement,
  ...{ environment_setup: timing, agent_setup: timing, agent_execution: timing, verifier: timing },
  step_results: z.array(stepResult).nullish(),
});

export type StepResult = z.output<typeof stepResult>;
export type TrialResult = z.output<typeof trialResult>;
export type TrialException = NonNullable<TrialResult['exception_info']>;

/** Null where the text is no JSON, or a field that decides has another shape. */
export function readTrialResult(text: string): TrialResult | null {
  try {
    return trialResult.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Cut off while it was written: damaged as well.
    return null;
  }
}
