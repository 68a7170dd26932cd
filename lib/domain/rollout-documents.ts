import { z } from 'zod';
import { componentName, rolloutLimits } from './agent';

/**
 * The two documents of a rollout, the same for every kind of agent: the job that an agent is given, and the outcome that
 * it gives back. Published in the API reference, versioned by `version`.
 *
 * A job never holds the expected answer, the split, the repetition or a stable id of the example: an agent must not be
 * able to behave differently on held-out, or to memorise it.
 */
export const ROLLOUT_VERSION = 'waggle.rollout/1';

export const rolloutId = z.string().regex(/^ro_[A-Za-z0-9]{10,40}$/);
const address = z.url().max(2000);

export const rolloutJob = z
  .strictObject({
    version: z.literal(ROLLOUT_VERSION),
    rolloutId,
    attempt: z.int().min(1),
    task: z.strictObject({
      input: z.strictObject({ question: z.string(), context: z.string() }),
      files: z.array(z.strictObject({ name: z.string(), contentBase64: z.string() })),
    }),
    candidate: z.strictObject({ hash: z.string(), components: z.record(componentName, z.string()) }),
    seed: z.int(),
    deadlineSeconds: z.int().min(1),
    limits: rolloutLimits.pick({ modelCalls: true, tokens: true, usd: true }),
    /** Absent where the agent's calls are not proxied. */
    model: z
      .strictObject({
        name: z.string(),
        openaiBaseUrl: address,
        anthropicBaseUrl: address,
        apiKey: z.string(),
      })
      .optional(),
    control: z.strictObject({
      heartbeatUrl: address,
      resultUrl: address,
      heartbeatSeconds: z.int().min(1),
      /** Bearer of both addresses; the same key as the model's. */
      apiKey: z.string(),
    }),
  })
  .meta({ id: 'RolloutJob', description: 'What an agent is given: one attempt at one task.' });
export type RolloutJob = z.output<typeof rolloutJob>;

const outcomeHead = {
  version: z.literal(ROLLOUT_VERSION),
  rolloutId,
  attempt: z.int().min(1),
};

/** Usage outside of the proxy, as the agent reports it. */
export const reportedUsage = z.strictObject({
  inputTokens: z.int().min(0).default(0),
  outputTokens: z.int().min(0).default(0),
  usd: z.number().min(0).nullable().default(null),
});
export type ReportedUsage = z.output<typeof reportedUsage>;

export const agentReward = z.strictObject({
  value: z.number().min(0).max(1),
  source: z.enum(['environment', 'self']).default('self'),
  objectives: z.record(z.string().max(100), z.number()).optional(),
  feedback: z.string().max(20_000).optional(),
});
export type AgentReward = z.output<typeof agentReward>;

/**
 * `atif`: an ATIF trajectory. `messages`: the messages of a conversation with a model, as Chat Completions, Responses or
 * Anthropic Messages write them, alone or in a request's body. `sweAgent`: a .traj file of SWE-agent. `tau`: one record of
 * tau-bench.
 */
export const traceFormat = z.enum(['atif', 'messages', 'sweAgent', 'tau']);
export type TraceFormat = z.output<typeof traceFormat>;

/** A trajectory that the agent recorded itself, where its calls were not proxied. */
const reportedTrace = z.strictObject({ format: traceFormat, document: z.unknown() });

export const rolloutOutcome = z
  .discriminatedUnion('status', [
    z.strictObject({
      ...outcomeHead,
      status: z.literal('completed'),
      output: z.strictObject({ text: z.string().max(1_000_000) }),
      reward: agentReward.nullish(),
      usage: reportedUsage.nullish(),
      trace: reportedTrace.nullish(),
    }),
    z.strictObject({
      ...outcomeHead,
      status: z.literal('failed'),
      error: z.strictObject({
        /** `agent` counts and scores 0; `infrastructure` is tried again, then missing. */
        kind: z.enum(['agent', 'infrastructure']),
        code: z.string().max(100),
        message: z.string().max(5_000),
      }),
      usage: reportedUsage.nullish(),
      trace: reportedTrace.nullish(),
    }),
  ])
  .meta({ id: 'RolloutOutcome', description: 'What an agent gives back for a job.' });
export type RolloutOutcome = z.output<typeof rolloutOutcome>;

/** Answer of an HTTP agent that posts its outcome to `resultUrl` later. */
export const acceptedLater = z
  .strictObject({ accepted: z.literal(true), cancelUrl: address.optional() })
  .meta({ id: 'RolloutAccepted', description: 'The job was taken; its outcome follows.' });
export type AcceptedLater = z.output<typeof acceptedLater>;
