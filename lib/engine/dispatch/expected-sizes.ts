import { groupCount } from '@/lib/combee/group-count';
import type { DispatchSettings, FlushReason } from '@/lib/domain/scheduling';
import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { mean } from '@/lib/stats/summary';
import { lookBy, type SimulatedCall, simulateDispatch } from './simulate-dispatch';

/**
 * Which batch sizes a policy is expected to give for a workload: one iteration on imagined time, delays and
 * prompt lengths drawn log-normally from a seed. An expectation to hold the real sizes against, not a promise: what the
 * provider really does is in `requests.dispatched`.
 */
export interface ExpectedWorkload {
  /** Examples of an iteration: each is answered, then reflected on. */
  readonly rollouts: number;
  readonly lanes: number;
  readonly promptTokensMedian: number;
  readonly answerTokens: number;
  readonly delayMedianMs: number;
  /** Spread of the delays' logarithms. */
  readonly sigma: number;
  /** Share of right answers, for the variance trigger. */
  readonly score: number;
}

export interface SizeDistribution {
  readonly flushes: number;
  /** Batch size to how many batches had it. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly byReason: Readonly<Partial<Record<FlushReason, number>>>;
  readonly meanSize: number | null;
  /** Mean share of the token budget that a batch used. */
  readonly fill: number | null;
}

/** Questions of one task differ in length, but not by much. */
const LENGTH_SIGMA = 0.3;

export function expectedSizes(
  settings: DispatchSettings,
  workload: ExpectedWorkload,
  seed: number,
): SizeDistribution {
  const calls = drawCalls(workload, seededRng(`expected-sizes-${seed}`));
  const reflectionsLeft = new Set(calls.reflections.keys());
  let groupsLeft = calls.groups.length;
  const sent = simulateDispatch(lookBy(settings), {
    lanes: workload.lanes,
    arrivals: [...calls.answers.values()].map((call) => ({ atMs: 0, call })),
    // Every step waits for what it is made from: a reflection for its answer, the groups for all reflections.
    next({ key }) {
      const reflection = calls.reflections.get(`reflect-${key}`);
      if (reflection) return [reflection];
      if (reflectionsLeft.delete(key)) return reflectionsLeft.size === 0 ? calls.groups : [];
      if (!key.startsWith('group-')) return [];
      groupsLeft -= 1;
      return groupsLeft === 0 ? [calls.combine] : [];
    },
  });
  const sizes: Record<string, number> = {};
  const byReason: Partial<Record<FlushReason, number>> = {};
  for (const { members, reason } of sent) {
    sizes[members.length] = (sizes[members.length] ?? 0) + 1;
    byReason[reason] = (byReason[reason] ?? 0) + 1;
  }
  const used = sent.map(({ members }) => members.reduce((sum, { tokens }) => sum + tokens, 0));
  return {
    flushes: sent.length,
    sizes,
    byReason,
    meanSize: mean(sent.map(({ members }) => members.length)) ?? null,
    fill: mean(used.map((tokens) => tokens / settings.tokenBudget)) ?? null,
  };
}

function drawCalls(workload: ExpectedWorkload, rng: Rng) {
  const draw = (key: string): SimulatedCall => {
    const stream = rng.fork(key);
    const promptTokens = Math.max(
      1,
      Math.round(logNormal(stream, workload.promptTokensMedian, LENGTH_SIGMA)),
    );
    return {
      key,
      promptTokens,
      tokens: promptTokens + workload.answerTokens,
      delayMs: Math.max(1, Math.round(logNormal(stream, workload.delayMedianMs, workload.sigma))),
    };
  };
  const ordinals = Array.from({ length: workload.rollouts }, (_, ordinal) => ordinal);
  const answers = ordinals.map((ordinal) => {
    const key = `answer-${ordinal}`;
    return { ...draw(key), reward: rng.fork(`score-${key}`).nextFloat() < workload.score ? 1 : 0 };
  });
  const reflections = ordinals.map((ordinal) => draw(`reflect-answer-${ordinal}`));
  const k = groupCount(Math.max(1, workload.rollouts), null);
  return {
    answers: new Map(answers.map((call) => [call.key, call])),
    reflections: new Map(reflections.map((call) => [call.key, call])),
    groups: Array.from({ length: k }, (_, group) => draw(`group-${group}`)),
    combine: draw('combine'),
  };
}

/** exp(ln median + sigma z), z standard normal by Box and Muller's transform of two uniform draws. */
function logNormal(rng: Rng, median: number, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - rng.nextFloat()));
  const z = radius * Math.cos(2 * Math.PI * rng.nextFloat());
  return median * Math.exp(sigma * z);
}
