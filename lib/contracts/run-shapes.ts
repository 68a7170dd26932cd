import { z } from 'zod';
import { RUN_KINDS, RUN_STATUSES } from '@/lib/domain/run';
import { runSummary } from '@/lib/domain/run-summary-schema';
import { confounding } from './confounding';
import { timestamp } from './identifier';
import { rolloutOfAgent } from './rollout-of-agent';
import { scoreDoubt } from './score-doubt';
import { spend } from './spend-shape';

/** Shape of a run on the wire. The manifest and the facts are sent as stored; lib/domain types them. */

export const runKind = z.enum(RUN_KINDS).meta({ id: 'RunKind' });
export const runStatus = z.enum(RUN_STATUSES).meta({ id: 'RunStatus' });

/** Dollars are null where a model has no price. */
const shownSummary = runSummary.extend({ spend }).meta({ id: 'RunSummary' });

/** Columns of a run's row that are shown as they are stored. */
export const runColumns = z.object({
  id: z.string(),
  experimentId: z.string(),
  kind: runKind,
  label: z.string(),
  seed: z.int(),
  status: runStatus,
  /** Last request to the run; a running run with `pause` or `stop` has not reached that state yet. */
  control: z.enum(['run', 'pause', 'stop']),
  statusReason: z.string().nullable(),
  /** Its numbers come from the practice model. */
  practice: z.boolean(),
  manifestHash: z.string(),
  runHash: z.string().nullable(),
  /** The run whose candidate it started from; its manifest names the iteration. */
  branchedFromId: z.string().nullable(),
  /** The group that it was launched with, and the run whose speed claim it measures again. */
  groupId: z.string().nullable(),
  /** The run plan that started it. */
  planId: z.string().nullable(),
  readinessOfId: z.string().nullable(),
  readinessLight: z.string().nullable(),
  worker: z.string().nullable(),
  lastSeq: z.int(),
  tags: z.array(z.string()),
  createdBy: z.string(),
});

/** Parts of a manifest that a list shows without loading it. */
export const pinnedHead = z.object({
  /** Every model that it asks has a price; where not, its dollars are unknown. */
  priced: z.boolean(),
  /** Hardware of the serving model, whose answers are scored; "unknown" where it was not stated. */
  hardware: z.string(),
  method: z.string(),
  aggregation: z.string(),
});
export type PinnedHead = Readonly<z.output<typeof pinnedHead>>;

export const run = runColumns
  .extend({
    ...pinnedHead.shape,
    experimentName: z.string(),
    summary: shownSummary,
    scoreDoubt: scoreDoubt.nullable(),
    /** Estimate at the pace so far; null before there is a pace. */
    timeLeftMs: z.number().nullable(),
    archivedAt: timestamp.nullable(),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'Run' });
export type RunView = z.output<typeof run>;

export const diagnosis = z
  .object({
    id: z.string(),
    verdict: z.enum(['go', 'noGo', 'undecided']),
    reason: z.string(),
    alternatives: z.array(z.string()),
    /** The serial run that was read; null where the curve was imported. */
    runId: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'SerialDiagnosis' });
export type DiagnosisView = z.output<typeof diagnosis>;

export const runDetail = run
  .extend({
    /** Everything that the result depends on, pinned at the start. */
    manifest: z.record(z.string(), z.unknown()),
    /** Sent, and no answer yet. */
    callsInFlight: z.int(),
    /** Sent a second time after a crash, so perhaps billed twice by the provider. */
    callsPossiblyPaidTwice: z.int(),
    /** The newest serial diagnosis of the same task, split, method and hardware. */
    diagnosis: diagnosis.nullable(),
    /** Its proposer is also its serving model; null = they are told apart. */
    confounding: confounding.nullable(),
  })
  .meta({ id: 'RunDetail' });
export type RunDetailView = z.output<typeof runDetail>;

export const ledgerEntry = z
  .object({
    seq: z.int(),
    type: z.string(),
    key: z.string(),
    data: z.record(z.string(), z.unknown()),
    measured: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'LedgerEntry' });

export const rollout = z
  .object({
    seq: z.int(),
    iteration: z.int(),
    ordinal: z.int(),
    split: z.string(),
    exampleId: z.string(),
    candidateHash: z.string(),
    answer: z.string(),
    /** Null = missing: the evaluator or the provider failed; no 0. */
    score: z.number().nullable(),
    correct: z.boolean(),
    cause: z.object({ code: z.string(), message: z.string() }).nullable(),
    tokensIn: z.number(),
    tokensOut: z.number(),
    costUsd: z.number().nullable(),
    delayMs: z.number().nullable(),
    atMs: z.number(),
    agent: rolloutOfAgent.optional().describe('Left out where no agent answered.'),
  })
  .meta({ id: 'Rollout' });
export type RolloutView = z.output<typeof rollout>;

export const listedRollout = rollout
  .extend({
    question: z.string().nullable().describe('Its beginning; null where the example is no longer there.'),
    expected: z.string().nullable().describe('Its beginning; null where the example is no longer there.'),
  })
  .meta({ id: 'ListedRollout' });
export type ListedRolloutView = z.output<typeof listedRollout>;

export const tracedCall = z
  .object({
    key: z.string(),
    purpose: z.string(),
    role: z.string(),
    model: z.string(),
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    /** The reply, or null where none came. */
    reply: z.string().nullable(),
    finishReason: z.string().nullable(),
    cause: z.object({ code: z.string(), message: z.string() }).nullable(),
    tokensIn: z.int(),
    tokensOut: z.int(),
    tokensCached: z.int(),
    delayMs: z.number().nullable(),
    attempts: z.int(),
    dispatches: z.int(),
    costUsd: z.number().nullable(),
    sentAt: timestamp,
    answeredAt: timestamp.nullable(),
  })
  .meta({ id: 'TracedCall' });
export type TracedCallView = z.output<typeof tracedCall>;

export const rolloutTrace = z
  .object({
    rollout,
    example: z
      .object({ id: z.string(), question: z.string(), context: z.string(), expected: z.string() })
      .nullable(),
    reflection: z.string().nullable(),
    calls: z.array(tracedCall),
  })
  .meta({ id: 'RolloutTrace' });
export type RolloutTraceView = z.output<typeof rolloutTrace>;
