import { z } from 'zod';

/**
 * A trajectory: the ordered steps of a rollout. One agent step is one model call with the tools that it called and what
 * they returned; steps before it hold the messages that led to it. Subagents and compacted contexts are branches.
 * Stored once, by hash, and exported as ATIF.
 */
export const TRAJECTORY_VERSION = 'waggle.trajectory/1';

export const DIALECTS = ['openaiChat', 'openaiResponses', 'anthropicMessages'] as const;
export type Dialect = (typeof DIALECTS)[number];

export const toolCall = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** As the model wrote them: JSON text, which may be broken. */
  arguments: z.string(),
});
export type ToolCall = z.output<typeof toolCall>;

export const toolResult = z.strictObject({
  /** The call that it answers; null where nothing says so. */
  callId: z.string().nullable(),
  content: z.string(),
  /** The tool, or the agent, said that it failed. */
  isError: z.boolean(),
});
export type ToolResult = z.output<typeof toolResult>;

/** Where a number of a step comes from: the proxy counted it, the agent said it, or it is the reservation. */
export const measuredBy = z.enum(['proxy', 'agent', 'reservation']);

export const stepMetrics = z.strictObject({
  tokensIn: z.int().min(0),
  tokensOut: z.int().min(0),
  tokensCached: z.int().min(0),
  /** Null = the model has no price. */
  costUsd: z.number().min(0).nullable(),
  /** Null = not measured. */
  delayMs: z.number().min(0).nullable(),
  by: measuredBy,
});
export type StepMetrics = z.output<typeof stepMetrics>;

const stepHead = {
  /** 0 = the main conversation. */
  branch: z.int().min(0),
  /** Milliseconds since the rollout began; null = not known. */
  atMs: z.number().min(0).nullable(),
};

export const trajectoryStep = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('system'), ...stepHead, text: z.string() }),
  z.strictObject({ source: z.literal('user'), ...stepHead, text: z.string() }),
  z.strictObject({
    source: z.literal('agent'),
    ...stepHead,
    text: z.string(),
    reasoning: z.string(),
    toolCalls: z.array(toolCall),
    results: z.array(toolResult),
    model: z.string(),
    /** As the provider named it; empty = not known. */
    finish: z.string(),
    metrics: stepMetrics,
  }),
]);
export type TrajectoryStep = z.output<typeof trajectoryStep>;
export type AgentStep = Extract<TrajectoryStep, { source: 'agent' }>;

/** A call that gave no step: it was cut, failed or came too late. Billed where the provider was reached. */
export const brokenCall = z.strictObject({
  atMs: z.number().min(0).nullable(),
  dialect: z.enum(DIALECTS),
  reason: z.enum(['cut', 'failed', 'refused', 'stray']),
  status: z.int().nullable(),
  metrics: stepMetrics,
});
export type BrokenCall = z.output<typeof brokenCall>;

export const toolDefinition = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** JSON Schema, as text. */
  parameters: z.string(),
});
export type ToolDefinition = z.output<typeof toolDefinition>;

export const trajectory = z
  .strictObject({
    version: z.literal(TRAJECTORY_VERSION),
    agent: z.strictObject({ name: z.string(), version: z.string() }),
    tools: z.array(toolDefinition),
    steps: z.array(trajectoryStep),
    /**
     * Where each branch begins: after the step with this index of `steps`, whose context it shares; null = it shares
     * nothing. Absent where the order of branches is not known.
     */
    branches: z.array(z.strictObject({ after: z.int().min(0).nullable() })).optional(),
    broken: z.array(brokenCall),
  })
  .meta({ id: 'Trajectory', description: 'The ordered steps of one rollout.' });
export type Trajectory = z.output<typeof trajectory>;

export const isAgentStep = (step: TrajectoryStep): step is AgentStep => step.source === 'agent';
