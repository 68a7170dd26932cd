import { z } from 'zod';
import { injectionWays, rolloutLimits } from '@/lib/domain/agent';
import { environmentVerdict } from '@/lib/domain/environment-verdict';
import { INJECTION_STATES } from '@/lib/domain/injection-state';
import { traceFormat } from '@/lib/domain/rollout-documents';
import { ROLLOUT_PURPOSES, ROLLOUT_STATUSES } from '@/lib/domain/rollout-order';
import { brokenCall, toolDefinition, trajectoryStep } from '@/lib/domain/trajectory';
import { timestamp } from './identifier';

/** Rollouts of agents and their trajectories, as the API gives them. */
const reward = z.object({
  value: z.number(),
  selfReported: z.boolean().describe('The agent says it of itself: never a headline, a verdict or a gate.'),
  objectives: z.record(z.string(), z.number()),
  feedback: z.string().nullable(),
});

export const rolloutAttempt = z
  .object({
    attempt: z.int(),
    status: z.enum(ROLLOUT_STATUSES),
    startedAt: timestamp,
    endedAt: timestamp.nullable(),
    deadlineAt: timestamp,
    tookMs: z.int().nullable().describe('Null = it has not ended.'),
    waitMs: z.int().describe('Waits for provider, proxy and queues; they move the deadline.'),
    modelCalls: z.int(),
    tokensIn: z.int(),
    tokensOut: z.int(),
    tokensCached: z.int(),
    costUsd: z.number().nullable().describe('Null = a model without a price took part.'),
    countedBy: z.enum(['proxy', 'agent', 'unknown']),
    injection: z
      .record(z.string(), z.enum(INJECTION_STATES))
      .nullable()
      .describe('By component; null = not known before the attempt has ended.'),
    output: z.string().nullable(),
    reward: reward.nullable(),
    environment: environmentVerdict
      .nullable()
      .describe('What the environment says of the state that the agent left; null = none judged it.'),
    error: z.object({ kind: z.string(), code: z.string(), message: z.string() }).nullable(),
    fault: z.string().nullable().describe('Why it did not complete, as its carrier saw it.'),
    lateOutcome: z
      .object({ status: z.string(), text: z.string() })
      .nullable()
      .describe('An outcome that came after the end. It does not count.'),
    trajectory: z.enum(['stored', 'building', 'none']),
    unreadTrace: traceFormat
      .nullable()
      .describe('The agent sent a trace as this format, and no step of it could be read.'),
  })
  .meta({ id: 'RolloutAttempt' });
export type RolloutAttemptView = z.output<typeof rolloutAttempt>;

export const agentRollout = z
  .object({
    id: z.string(),
    agentId: z.string(),
    agentName: z.string(),
    agentVersion: z.int(),
    run: z.object({ id: z.string(), name: z.string() }).nullable(),
    purpose: z.enum(ROLLOUT_PURPOSES),
    candidateHash: z.string(),
    question: z.string(),
    context: z.string(),
    expected: z
      .string()
      .nullable()
      .describe('By the data set of the run, or as given with a test; null where neither names one answer.'),
    components: z.array(z.object({ name: z.string(), injection: z.enum(injectionWays), text: z.string() })),
    limits: rolloutLimits,
    seed: z.int(),
    model: z.string().nullable().describe('Null = its calls are not proxied.'),
    attempts: z.array(rolloutAttempt).describe('Oldest first. The last one counts.'),
  })
  .meta({ id: 'AgentRollout', description: 'One attempt of an agent at one example, with all its tries.' });
export type AgentRolloutView = z.output<typeof agentRollout>;

/** A line of a component: the first line of its text is 0. */
const citedLine = z.object({ component: z.string(), line: z.int() });
export type CitedLine = z.output<typeof citedLine>;

export const trajectoryHead = z
  .object({
    state: z.enum(['stored', 'building', 'none']),
    steps: z.int(),
    agentSteps: z.int(),
    toolCalls: z.int(),
    failed: z.array(z.int()).describe('Indices of the steps with a failed tool.'),
    branches: z.array(
      z.object({
        branch: z.int(),
        steps: z.int(),
        first: z.int(),
        after: z.int().nullable().describe('The step whose context it shares; null = none.'),
      }),
    ),
    tools: z.array(toolDefinition),
    broken: z.array(brokenCall),
    cited: z
      .array(citedLine.extend({ text: z.string(), steps: z.array(z.int()) }))
      .describe('Lines of the prompt that steps cite, with the steps.'),
  })
  .meta({ id: 'TrajectoryHead', description: 'A trajectory without its steps.' });
export type TrajectoryHeadView = z.output<typeof trajectoryHead>;

export const trajectorySteps = z
  .object({
    total: z.int(),
    from: z.int(),
    items: z.array(z.object({ index: z.int(), step: trajectoryStep, cites: z.array(citedLine) })),
  })
  .meta({ id: 'TrajectorySteps' });
export type TrajectoryStepsView = z.output<typeof trajectorySteps>;
export type ShownStep = TrajectoryStepsView['items'][number];

export const alikeRollout = z
  .object({
    id: z.string(),
    attempt: z.int(),
    status: z.enum(ROLLOUT_STATUSES),
    purpose: z.enum(ROLLOUT_PURPOSES),
    agentVersion: z.int(),
    candidateHash: z.string(),
    isSameCandidate: z.boolean(),
    startedAt: timestamp,
    modelCalls: z.int(),
    reward: reward.nullable(),
  })
  .meta({ id: 'AlikeRollout', description: 'Another rollout of the same task.' });
export type AlikeRolloutView = z.output<typeof alikeRollout>;

export const rolloutComparison = z
  .object({
    left: agentRollout,
    right: agentRollout,
    leftAttempt: z.int(),
    rightAttempt: z.int(),
    pairs: z.array(
      z.object({
        left: z.int().nullable(),
        right: z.int().nullable(),
        difference: z.enum(['tool', 'arguments', 'text', 'missing']).nullable(),
      }),
    ),
    first: z.int().nullable().describe('The first pair that differs; system text does not count.'),
  })
  .meta({ id: 'RolloutComparison' });
export type RolloutComparisonView = z.output<typeof rolloutComparison>;
