import type { FlushView, ReadDispatchInput, RunDispatchView } from '@/lib/contracts/dispatch';
import type { Actor } from '@/lib/domain/actor';
import { flushEntry } from '@/lib/domain/flush-schema';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { FlushReason } from '@/lib/domain/scheduling';
import { expectedSizes } from '@/lib/engine/dispatch/expected-sizes';
import { policyPseudocode } from '@/lib/engine/dispatch/policy-pseudocode';
import { AppError } from '@/lib/errors/app-error';
import { mean } from '@/lib/stats/summary';
import type { JournalDecision } from '@/server/db/generated/client';
import { checkStored } from '@/server/db/stored-json';
import { listFlushRows, listPriorityRows, readCallSizes } from '@/server/repositories/dispatch';
import { readNewestFacts } from '@/server/repositories/run-progress';
import { getRunRow, type RunRowWithManifest } from '@/server/repositories/runs';
import { priorityView } from './prioritise-candidate';

/** How a run's calls go out: the pinned policy, what it was expected to do, what it did, and its newest batches. */

const ITERATIONS_MAX = 1_000;
const PRIORITIES_MAX = 20;
/** Answered calls that the expectation's sizes and delays are taken from. */
const SAMPLE = 500;
/** More examples do not change the shape of the distribution, only the time that it takes to draw it. */
const SIMULATED_ROLLOUTS_MAX = 1_000;

export async function readDispatch(
  actor: Actor<'read'>,
  input: ReadDispatchInput & { readonly runId: string },
): Promise<RunDispatchView> {
  const run = await getRunRow(actor.workspaceId, input.runId);
  const { dispatch } = run.manifest;
  const [iterations, rows, priorities, expected] = await Promise.all([
    readNewestFacts(run.id, 'requests.dispatched', ITERATIONS_MAX),
    listFlushRows(run.id, { before: beforeOf(input.cursor), limit: input.limit }),
    listPriorityRows(run.id, PRIORITIES_MAX),
    dispatch ? expectationOf(run) : null,
  ]);
  const flushes = rows.slice(0, input.limit);
  const inOrder = [...iterations].reverse();
  return {
    runId: run.id,
    policy: dispatch ? { ...dispatch, lengthBuckets: [...dispatch.lengthBuckets] } : null,
    pseudocode: dispatch ? policyPseudocode(dispatch) : null,
    expected: expected?.sizes ?? null,
    workload: expected?.workload ?? null,
    actual: together(inOrder),
    iterations: inOrder.map((one) => ({ ...one, byReason: { ...one.byReason }, sizes: { ...one.sizes } })),
    priorityCandidates: dispatch ? priorities.map((row) => priorityView(row, dispatch.preemption)) : [],
    flushes: flushes.map(flushView),
    nextCursor: rows.length > input.limit ? (flushes.at(-1)?.key.slice(PREFIX.length) ?? null) : null,
  };
}

const PREFIX = 'log/flush/';

function beforeOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{9}\/\d{9}$/.test(cursor)) return `${PREFIX}${cursor}`;
  throw new AppError(
    'INPUT_INVALID',
    'This cursor does not come from the list: leave it out to begin anew.',
    {
      fields: [{ path: 'query.cursor', message: 'Not a cursor of this list.' }],
    },
  );
}

/** Expected sizes for one iteration of the run's mean size, with calls like the answered ones. */
async function expectationOf(run: RunRowWithManifest) {
  const { batch, lanes, models, dispatch, runSeed } = run.manifest;
  if (!dispatch) return null;
  const [sizes, plans, [closed]] = await Promise.all([
    readCallSizes(run.id, SAMPLE),
    readNewestFacts(run.id, 'batch.planned', ITERATIONS_MAX),
    readNewestFacts(run.id, 'iteration.closed', 1),
  ]);
  const planned = mean(plans.map(({ size }) => size)) ?? (batch.kind === 'static' ? batch.size : lanes);
  const assumed = { promptTokens: 900, delayMs: 12_900, sigma: 0.5, score: 0.5 };
  const workload = {
    rollouts: Math.min(SIMULATED_ROLLOUTS_MAX, Math.max(1, Math.round(planned))),
    lanes,
    promptTokensMedian: sizes.promptTokens ?? assumed.promptTokens,
    // The policy reserves for the longest answer that the model may give, so the simulation does too.
    answerTokens: models.serving.maxTokens,
    delayMedianMs: sizes.delayMs ?? assumed.delayMs,
    sigma: sizes.sigma ?? assumed.sigma,
    score: closed?.minibatchScore.mean ?? assumed.score,
    measured: sizes.calls > 0,
  };
  return { workload, sizes: expectedSizes(dispatch, workload, runSeed) };
}

type Dispatched = FactData['requests.dispatched'];

/** All iterations as one distribution; fill is weighted by their batches. */
function together(iterations: readonly Dispatched[]): RunDispatchView['actual'] {
  const sizes = addUp(iterations.map((one) => one.sizes));
  const flushes = iterations.reduce((sum, one) => sum + one.flushes, 0);
  const requests = Object.entries(sizes).reduce((sum, [size, count]) => sum + Number(size) * count, 0);
  const filled = iterations.reduce((sum, one) => sum + (one.fill ?? 0) * one.flushes, 0);
  return {
    flushes,
    sizes,
    byReason: addUp<FlushReason>(iterations.map((one) => one.byReason)),
    meanSize: flushes === 0 ? null : requests / flushes,
    fill: flushes === 0 ? null : filled / flushes,
  };
}

function addUp<Name extends string>(
  counts: readonly Readonly<Partial<Record<Name, number>>>[],
): Partial<Record<Name, number>> & Record<string, number> {
  const total: Record<string, number> = {};
  for (const one of counts) {
    for (const [name, count] of Object.entries<number | undefined>(one)) {
      total[name] = (total[name] ?? 0) + (count ?? 0);
    }
  }
  return total as Partial<Record<Name, number>> & Record<string, number>;
}

function flushView({ runId, key, iteration, value }: JournalDecision): FlushView {
  const place = { table: 'JournalDecision', column: 'value', id: `${runId} ${key}` };
  const { members, inputs, reason, atMs } = checkStored(flushEntry, value, place);
  const { queued, oldestWaitMs, lanesBusy, lanes, rewardVariance } = inputs;
  return {
    key,
    iteration,
    reason,
    atMs,
    queued,
    oldestWaitMs,
    lanesBusy,
    lanes,
    rewardVariance,
    tokens: members.reduce((sum, { tokens }) => sum + tokens, 0),
    members: members.map(({ arrival: _, ...member }) => member),
  };
}
