import { z } from 'zod';

/**
 * The fields of an ATIF document, 1.0 to 1.7, as its specification types them: what is a fault in a document that another
 * tool wrote. Reading (`lib/trajectory/atif-import`) takes more than this.
 */
export const ATIF_VERSIONS: readonly string[] = Array.from({ length: 8 }, (_, minor) => `ATIF-v1.${minor}`);

const anyObject = z.record(z.string(), z.unknown());
const count = z.int().nullish();
const text = z.string().nullish();
const extra = anyObject.nullish();

/** Since 1.6 a text may be parts, among them pictures. */
const content = z.unknown().superRefine((value, context) => {
  if (value === undefined) context.addIssue({ code: 'invalid_type', expected: 'string', input: value });
  else if (Array.isArray(value) ? !value.every(isPart) : typeof value !== 'string')
    context.addIssue({ code: 'invalid_type', expected: 'string', input: value });
});

const isPart = (part: unknown) => anyObject.safeParse(part).success;

/** A number, or one that is written as text. */
const stepId = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.int().min(1, { abort: true }),
);

/** A day, or a day with a time, as ISO 8601 writes them. */
const timestamp = z.string().refine((value) => /^\d{4}-?\d\d-?\d\d(?:[T ]\S+)?$/.test(value), {
  message: 'is not a time as ISO 8601 writes it',
});

const toolCall = z.strictObject({
  ...{ tool_call_id: z.string(), function_name: z.string(), arguments: anyObject, extra },
});

const observationResult = z.strictObject({
  source_call_id: text,
  content: content.optional(),
  subagent_trajectory_ref: z.array(anyObject).nullish(),
  extra,
});

const metrics = z.strictObject({
  ...{ prompt_tokens: count, completion_tokens: count, cached_tokens: count, cost_usd: z.number().nullish() },
  prompt_token_ids: z.array(z.int()).nullish(),
  completion_token_ids: z.array(z.int()).nullish(),
  logprobs: z.array(z.number()).nullish(),
  extra,
});

const AGENT_ALONE = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics'] as const;

const step = z
  .strictObject({
    step_id: stepId,
    timestamp: timestamp.nullish(),
    source: z.enum(['system', 'user', 'agent']),
    model_name: text,
    reasoning_effort: z.union([z.string(), z.number()]).nullish(),
    message: content,
    reasoning_content: text,
    tool_calls: z.array(toolCall).nullish(),
    observation: z.strictObject({ results: z.array(observationResult), extra }).nullish(),
    metrics: metrics.nullish(),
    is_copied_context: z.boolean().nullish(),
    llm_call_count: z.int().min(0).nullish(),
    extra,
  })
  .superRefine((given, context) => {
    for (const name of AGENT_ALONE)
      if (given.source !== 'agent' && given[name] !== undefined && given[name] !== null)
        context.addIssue({
          code: 'custom',
          message: `has "${name}", which only steps of the agent may have`,
        });
  });

const agent = z.strictObject({
  ...{ name: z.string(), version: z.string(), model_name: text, extra },
  tool_definitions: z.array(anyObject).nullish(),
});

const finalMetrics = z.strictObject({
  ...{ total_prompt_tokens: count, total_completion_tokens: count, total_cached_tokens: count },
  ...{ total_cost_usd: z.number().nullish(), total_steps: z.int().min(0).nullish(), extra },
});

export const atifDocument = z
  .strictObject({
    schema_version: z.string().optional(),
    session_id: text,
    trajectory_id: text,
    agent,
    steps: z.array(step).min(1, { abort: true }),
    notes: text,
    final_metrics: finalMetrics.nullish(),
    continued_trajectory_ref: text,
    get subagent_trajectories() {
      return z.array(atifDocument).nullish();
    },
    extra,
  })
  .superRefine(({ steps }, context) => {
    const odd = steps.findIndex(({ step_id: id }, position) => id !== position + 1);
    if (odd !== -1)
      context.addIssue({
        code: 'custom',
        message: `numbers its steps 1, 2, 3 and so on, but step ${odd + 1} has the id ${steps[odd]?.step_id}`,
      });
  });
