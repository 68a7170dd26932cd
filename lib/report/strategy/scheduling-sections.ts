/**
 * Sections 3 and 4: the shape of parallelism with its ceiling, and how calls and batches are assembled
 * (R-153, R-154).
 */
import type { BatchPlan, BatchPlanReason } from '@/lib/domain/batch-plan';
import type { RunManifest } from '@/lib/domain/manifest';

import type { PreemptionMode } from '@/lib/domain/scheduling';
import { batchHistogram } from './batch-histogram';
import type { Fields, Statement } from './sections';
import type { DispatchSaid, MeasuredFacts, Sizes, StrategyInput } from './strategy-input';
import { count, expected, measured, notMeasured, percent, pinned, plural, stated } from './words';

const SHAPE_WORDS = {
  candidate: 'Candidate-parallel within a task',
  task: 'Task-parallel',
  hybrid: 'Hybrid: candidate-parallel within a task, task-parallel over several',
} as const;

export function parallelismShape(input: StrategyInput): Fields<'parallelismShape'> {
  const { shape, ceiling, manifest, utilisation, measured: facts } = input;
  const lanes = plural(manifest.lanes, 'lane');
  const items = shape.rejected.map(({ shape: other, reason }) => `${SHAPE_WORDS[other]}: ${reason}`);
  return {
    chosen: stated(`${SHAPE_WORDS[shape.chosen]}, ${lanes}. ${shape.reason}`),
    rejected: {
      ...stated(`${plural(items.length, 'other shape')} rejected.`),
      blocks: [{ kind: 'list', items }],
    },
    ceiling: ceilingOf(input),
    invalidatedBy: {
      says: 'The ceiling does not hold under any of these conditions.',
      basis: 'rule',
      blocks: [{ kind: 'list', items: [...ceiling.invalidatedBy] }],
    },
    utilisation:
      utilisation === null
        ? notMeasured(
            facts === null
              ? 'no parallel run of this experiment has ended.'
              : 'no iteration of the run was measured whole.',
          )
        : measured(`${percent(utilisation)} of ${lanes} while learning.`, 'untainted iterations'),
  };
}

/**
 * Amdahl's bound and the fitted law if a parallel run was measured (lib/report/speedup-ceiling); before the
 * first one, the arithmetic bound that no run can exceed: at most min(lanes, largest batch) rollouts at once.
 */
function ceilingOf({ ceiling, manifest, measured: facts }: StrategyInput): Statement {
  if (ceiling.ceiling !== null) {
    return facts === null
      ? expected(ceiling.sentence, 'an earlier run of this experiment')
      : measured(ceiling.sentence, 'the work of this run and its fitted law');
  }
  const width = Math.min(manifest.lanes, largestBatch(manifest));
  return expected(
    `At most ${count(width)}×: no more rollouts than that go on at once. ${ceiling.sentence}`,
    'lanes and largest batch alone',
  );
}

const largestBatch = ({ batch, split }: Pick<RunManifest, 'batch' | 'split'>) =>
  Math.max(1, Math.min(split.counts.train, batch.kind === 'static' ? batch.size : batch.maxBatch));

export function dynamicBatchingPolicy(input: StrategyInput): Fields<'dynamicBatchingPolicy'> {
  const { manifest, dispatch, measured: facts } = input;
  return {
    batchSize: batchSize(manifest, facts),
    trigger: pinned(triggers(manifest)),
    composition: pinned(composition(manifest)),
    preemption: pinned(
      manifest.dispatch
        ? PREEMPTION_WORDS[manifest.dispatch.preemption]
        : 'Nothing waits, so nothing is pre-empted.',
    ),
    pseudocode: pinned('Enough to build the policy again; its batches are tested against this text.', {
      blocks: [{ kind: 'code', text: dispatch.pseudocode ?? AT_ONCE, language: 'text' }],
    }),
    distribution: distribution(dispatch, facts !== null),
  };
}

/** The policy of a run that pins none. */
const AT_ONCE = `line: what waits, oldest first
while count(line) > 0 and lanes_busy < lanes:
  send first(line) alone
  lanes_busy = lanes_busy + 1`;

function batchSize({ batch, split, epochs }: RunManifest, facts: MeasuredFacts | null): Statement {
  const policy =
    batch.kind === 'static'
      ? `Fixed at ${batch.size}, an exception with a reason: ${batch.reason}`
      : `Re-planned before every iteration: profiles ${batch.profileSizes.join(', ')}, fits the delays, takes the plateau of the law, at most ${batch.maxBatch}.`;
  if (facts === null) return pinned(policy);
  const { plans, record } = facts;
  if (plans.length === 0) return pinned(`${policy} No iteration was planned.`);
  return measured(
    `${policy} Used ${count(seenBy(record))} of ${count(split.counts.train * epochs)} training examples in ${plural(record.iterations, 'iteration')}; sizes planned: ${runsOf(plans.map(({ size }) => size))}.`,
    `${plural(plans.length, 'plan')}`,
    [
      {
        kind: 'table',
        caption: 'Batch plans by their reason',
        head: ['Reason', 'Plans', 'Sizes'],
        rows: byReason(plans),
      },
    ],
  );
}

/** At its last measurement, which every ended run takes after its last iteration. */
const seenBy = ({ points }: MeasuredFacts['record']): number => points.at(-1)?.trainExamplesSeen ?? 0;

/** 4, 8, 16, 21 × 9: consecutive equal sizes together. */
function runsOf(sizes: readonly number[]): string {
  const runs: { size: number; times: number }[] = [];
  for (const size of sizes) {
    const last = runs.at(-1);
    if (last?.size === size) last.times += 1;
    else runs.push({ size, times: 1 });
  }
  return runs.map(({ size, times }) => (times === 1 ? `${size}` : `${size} × ${times}`)).join(', ');
}

const REASON_WORDS: Readonly<Record<BatchPlanReason, string>> = {
  profiling: 'Profiling',
  confirming: 'Confirming the fit',
  plateau: 'Plateau of the fit',
  unchanged: 'Unchanged',
  degenerate: 'Fit not usable',
  static: 'Fixed by hand',
  survivalFloor: 'Insight survival',
  lastPartial: 'Last examples',
};

function byReason(plans: readonly BatchPlan[]): string[][] {
  const reasons = [...new Set(plans.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const sizes = plans.filter((plan) => plan.reason === reason).map(({ size }) => size);
    return [REASON_WORDS[reason], count(sizes.length), runsOf(sizes)];
  });
}

function triggers({ dispatch }: RunManifest): string {
  if (!dispatch) return 'None: each call goes as soon as a lane is free.';
  const { queueTarget, maxWaitMs, utilisationFloor, rewardVarianceFloor } = dispatch;
  const on = [
    ...(queueTarget === null ? [] : [`the queue holds ${plural(queueTarget, 'request')}`]),
    ...(maxWaitMs === null ? [] : [`the oldest has waited ${count(maxWaitMs)} ms`]),
    ...(utilisationFloor === null ? [] : [`less than ${percent(utilisationFloor)} of the lanes are busy`]),
    ...(rewardVarianceFloor === null ? [] : [`the variance of the rewards is below ${rewardVarianceFloor}`]),
  ];
  return `A batch is sent when ${on.join(', or ')}; or when no more requests will come.`;
}

function composition({ dispatch, lanes }: RunManifest): string {
  if (!dispatch) return `Single calls on ${plural(lanes, 'lane')}.`;
  const { tokenBudget, lengthBuckets } = dispatch;
  const buckets =
    lengthBuckets.length === 0
      ? 'one length bucket'
      : `length buckets at ${lengthBuckets.map(count).join(', ')} prompt tokens`;
  return `Oldest first, first fit into ${count(tokenBudget)} tokens of prompt and answer together; ${buckets}; at most ${plural(lanes, 'lane')}.`;
}

const PREEMPTION_WORDS: Readonly<Record<PreemptionMode, string>> = {
  drop: 'Drop: what was not sent is cancelled and its reservation released; what was sent is awaited and kept.',
  drain: 'Drain: what is in flight or waiting is finished first.',
  rollback: 'Rollback: partial results are discarded and their examples met again under the new candidate.',
};

function distribution(dispatch: DispatchSaid, isReport: boolean): Statement {
  const { expected: before, actual, workload } = dispatch;
  if (before === null && actual === null) {
    if (dispatch.pseudocode === null) return expected('Every batch holds one call.', 'no policy is pinned');
    return notMeasured(isReport ? 'no batch was sent.' : 'the policy could not be simulated.');
  }
  const blocks = [batchHistogram(before, actual)];
  if (actual !== null && actual.flushes > 0)
    return measured(meanWords(actual), 'all batches of the run', blocks);
  if (before === null) return notMeasured('no batch was sent.');
  return expected(meanWords(before), `simulated for ${workload}`, blocks);
}

const meanWords = ({ flushes, meanSize }: Sizes) =>
  `${count(flushes)} ${flushes === 1 ? 'batch' : 'batches'}${meanSize === null ? '' : `, ${meanSize.toFixed(1)} requests each on average`}.`;
