import { z } from 'zod';
import { agentSettings } from '@/lib/domain/agent';
import { ROLLOUT_PURPOSES, ROLLOUT_STATUSES } from '@/lib/domain/rollout-order';
import { timestamp } from './identifier';

/** Agents as the API gives them: settings, versions and the figures of their past rollouts. */
export const agentView = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.int().describe('The latest one.'),
    hash: z.string().describe('Of the settings of the latest version.'),
    settings: agentSettings,
    hasSecret: z.boolean(),
    createdBy: z.string(),
    createdAt: timestamp,
    archivedAt: timestamp.nullable(),
  })
  .meta({ id: 'Agent' });
export type AgentView = z.output<typeof agentView>;

export const agentVersion = z
  .object({
    version: z.int(),
    hash: z.string(),
    settings: agentSettings,
    createdBy: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'AgentVersion' });
export type AgentVersionView = z.output<typeof agentVersion>;

/** Mean and 90th percentile of n values; null = no value is known. */
const spread = z.object({ n: z.int(), mean: z.number(), median: z.number(), p90: z.number() }).nullable();

export const agentFigures = z
  .object({
    attempts: z.int(),
    completed: z.int(),
    limited: z.int().describe('Reached a limit of the rollout.'),
    timedOut: z.int().describe('Of these, reached the time limit.'),
    failed: z.int(),
    open: z.int().describe('Queued or running.'),
    failures: z
      .array(z.object({ kind: z.string(), fault: z.string(), count: z.int() }))
      .describe('Most frequent first.'),
    perHour: z.number().nullable().describe('Ended attempts in the last 60 minutes; null = none ever ended.'),
    ms: spread.describe('Time of an ended attempt.'),
    tokens: spread,
    usd: spread.describe('Attempts whose cost is known.'),
  })
  .meta({ id: 'AgentFigures' });
export type AgentFigures = z.output<typeof agentFigures>;

export const agentRolloutRow = z
  .object({
    id: z.string(),
    attempt: z.int(),
    version: z.int(),
    purpose: z.enum(ROLLOUT_PURPOSES),
    status: z.enum(ROLLOUT_STATUSES),
    fault: z.string().nullable(),
    question: z.string().describe('At most 200 characters.'),
    runId: z.string().nullable(),
    startedAt: timestamp,
    tookMs: z.int().nullable(),
    modelCalls: z.int(),
    tokens: z.int(),
    costUsd: z.number().nullable(),
  })
  .meta({ id: 'AgentRolloutRow' });
export type AgentRolloutRow = z.output<typeof agentRolloutRow>;

export const agentDetail = z
  .object({
    agent: agentView,
    versions: z.array(agentVersion).describe('Newest first.'),
    figures: agentFigures,
    ofLatest: agentFigures.describe('The same for the latest version alone.'),
  })
  .meta({ id: 'AgentDetail' });
export type AgentDetail = z.output<typeof agentDetail>;
