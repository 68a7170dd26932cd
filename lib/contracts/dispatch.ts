import { z } from 'zod';
import { dispatchSettings } from './dispatch-settings';
import { seedCandidateText } from './experiment-config';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageQuery } from './page';

/** How the calls of a run go out, and a person's candidate that goes before everything else. */

const tag = 'Runs';
const runParams = z.object({ runId: identifier });

const flushReason = z.enum(['queue', 'wait', 'utilisation', 'rewardVariance', 'preempted', 'drain']);
const byReason = z.partialRecord(flushReason, z.int());
/** Batch size to how many batches had it. */
const sizes = z.record(z.string(), z.int());
const preemption = z.enum(['drop', 'drain', 'rollback']);

export const priorityCandidate = z
  .object({
    id: z.string(),
    runId: z.string(),
    hash: z.string(),
    /** Treatment of the iteration in progress, as the run has pinned it. */
    preemption,
    createdBy: z.string(),
    createdAt: timestamp,
    /** Null while the run has not taken it up. */
    takenAt: timestamp.nullable(),
  })
  .meta({ id: 'PriorityCandidate' });
export type PriorityCandidateView = z.output<typeof priorityCandidate>;

export const prioritiseCandidateBody = z
  .strictObject({ text: seedCandidateText.min(1, 'Write the candidate that the run is to go on with.') })
  .meta({ id: 'PrioritiseCandidate' });
export type PrioritiseCandidateInput = z.output<typeof prioritiseCandidateBody>;

export const prioritiseCandidate = operation({
  id: 'prioritiseCandidate',
  method: 'POST',
  path: '/api/v1/runs/{runId}/priority-candidate',
  tag,
  summary: 'Put a candidate before everything else in a going run',
  description:
    'The run takes it up at the next moment that its pinned policy allows: drop keeps what is done and cancels the rest, drain ends the iteration first, rollback starts the iteration over with it.',
  permission: 'experiment',
  scope: 'runId',
  params: runParams,
  body: prioritiseCandidateBody,
  maxBodyBytes: 8_500_000,
  response: priorityCandidate,
  status: 201,
});

/** The policy as pinned: every number is settled. */
const pinnedDispatch = z
  .object({
    queueTarget: z.int().nullable(),
    maxWaitMs: z.int().nullable(),
    utilisationFloor: z.number().nullable(),
    rewardVarianceFloor: z.number().nullable(),
    tokenBudget: dispatchSettings.shape.tokenBudget,
    lengthBuckets: z.array(z.int()),
    preemption,
  })
  .meta({ id: 'PinnedDispatch' });

const distribution = z
  .object({
    flushes: z.int(),
    sizes,
    byReason,
    /** Null where there was no batch. */
    meanSize: z.number().nullable(),
    /** Mean share of the token budget that a batch used. */
    fill: z.number().nullable(),
  })
  .meta({ id: 'BatchSizeDistribution' });

const workload = z
  .object({
    rollouts: z.int(),
    lanes: z.int(),
    promptTokensMedian: z.number(),
    answerTokens: z.number(),
    delayMedianMs: z.number(),
    sigma: z.number(),
    score: z.number(),
    /** False where the numbers are assumptions, because the run has not answered a call yet. */
    measured: z.boolean(),
  })
  .meta({ id: 'ExpectedWorkload' });

const dispatchedIteration = z.object({
  iteration: z.int(),
  flushes: z.int(),
  byReason,
  sizes,
  fill: z.number().nullable(),
  utilisation: z.number().nullable(),
});

const flush = z
  .object({
    key: z.string(),
    iteration: z.int(),
    reason: flushReason,
    atMs: z.number(),
    queued: z.int(),
    oldestWaitMs: z.number(),
    lanesBusy: z.int(),
    lanes: z.int(),
    rewardVariance: z.number().nullable(),
    tokens: z.int(),
    members: z.array(
      z.object({
        key: z.string(),
        atMs: z.number(),
        promptTokens: z.int(),
        tokens: z.int(),
        bucket: z.int(),
      }),
    ),
  })
  .meta({ id: 'Flush' });

export const runDispatch = z
  .object({
    runId: z.string(),
    /** Null where the run pins none: each call then goes as soon as a lane is free. */
    policy: pinnedDispatch.nullable(),
    pseudocode: z.string().nullable(),
    /** Batches of one iteration of this workload, simulated from a seed; `actual` covers all iterations so far. */
    expected: distribution.nullable(),
    workload: workload.nullable(),
    actual: distribution,
    iterations: z.array(dispatchedIteration),
    /** Newest first; only what a person has put before everything else. */
    priorityCandidates: z.array(priorityCandidate),
    flushes: z.array(flush),
    /** Where the next page of flushes begins; null on the last one. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'RunDispatch' });
export type RunDispatchView = z.output<typeof runDispatch>;
export type FlushView = RunDispatchView['flushes'][number];

export type ReadDispatchInput = z.output<typeof pageQuery>;

export const readDispatch = operation({
  id: 'readDispatch',
  method: 'GET',
  path: '/api/v1/runs/{runId}/dispatch',
  tag,
  summary:
    'The batching policy of a run, its pseudocode, expected and actual batch sizes, and the newest batches',
  description: 'The cursor pages through the batches, newest first; the rest is the same on every page.',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  query: pageQuery,
  response: runDispatch,
});
