import type { CanaryPlan, Guardrail, GuardrailReading, PairCounts } from '@/lib/domain/canary';
import type { AnswerOutcome, CustomScores } from '@/lib/domain/canary-pair';
import type { CanaryTally } from '@/lib/domain/canary-progress';
import type { Rng } from '@/lib/random/seeded-rng';
import { NOTHING_SUMMED, withNumber } from '@/lib/stats/running-sums';
import { costExcess, type GuardrailFacts, readGuardrail } from './guardrails';

/**
 * Totals of the settled pairs of a stage, in addition to their difference: counts for the health checks, sums for the
 * guardrails, the table of discordant pairs. A pair is settled once both sides have an outcome, or the time for outcomes
 * is over and what is missing is lost. Kept up pair by pair, so that no look ever reads all pairs again. Knows no rows
 * and no clock. Cost: a few additions a pair.
 */
export interface SettledPair {
  readonly incumbent: AnswerOutcome;
  readonly challenger: AnswerOutcome;
  readonly custom: CustomScores | null;
}

export const NOTHING_TALLIED: CanaryTally = {
  settled: { pairs: 0, missingIncumbent: 0, missingChallenger: 0 },
  counts: { both: 0, onlyIncumbent: 0, onlyChallenger: 0, neither: 0 },
  graded: 0,
  incumbent: NOTHING_SUMMED,
  challenger: NOTHING_SUMMED,
  answers: { counted: 0, untimed: 0 },
  failures: { worse: NOTHING_SUMMED, discordant: 0 },
  guardrails: {},
};

/** True for an answer without an outcome: neither a score nor a failure. */
export function isMissing({ score, failure }: AnswerOutcome): boolean {
  return score === null && failure === null;
}

export function tallyPairs(
  before: CanaryTally,
  guardrails: readonly Guardrail[],
  pairs: readonly SettledPair[],
): CanaryTally {
  return pairs.reduce((tally, pair) => withSettled(tally, guardrails, pair), before);
}

function withSettled(tally: CanaryTally, guardrails: readonly Guardrail[], pair: SettledPair): CanaryTally {
  const { incumbent, challenger } = pair;
  const failed = Number(hasFailed(challenger)) - Number(hasFailed(incumbent));
  const side = sideOf(pair);
  return {
    ...tally,
    settled: {
      pairs: tally.settled.pairs + 1,
      missingIncumbent: tally.settled.missingIncumbent + Number(isMissing(incumbent)),
      missingChallenger: tally.settled.missingChallenger + Number(isMissing(challenger)),
    },
    counts: side === null ? tally.counts : { ...tally.counts, [side]: tally.counts[side] + 1 },
    graded: tally.graded + Number(side === null),
    incumbent: withNumber(tally.incumbent, incumbent.score ?? 0),
    challenger: withNumber(tally.challenger, challenger.score ?? 0),
    answers: {
      counted: tally.answers.counted + Number(isTimeable(incumbent)) + Number(isTimeable(challenger)),
      untimed: tally.answers.untimed + Number(isUntimed(incumbent)) + Number(isUntimed(challenger)),
    },
    failures: {
      worse: withNumber(tally.failures.worse, failed),
      discordant: tally.failures.discordant + Math.abs(failed),
    },
    guardrails: guardrails.length === 0 ? tally.guardrails : withGuardrails(tally, guardrails, pair),
  };
}

/** The count to which a pair of right-or-wrong answers adds; null where one score is between 0 and 1. */
function sideOf({ incumbent, challenger }: SettledPair): keyof PairCounts | null {
  const [i, c] = [incumbent.score ?? 0, challenger.score ?? 0];
  if ((i !== 0 && i !== 1) || (c !== 0 && c !== 1)) return null;
  if (i === c) return i === 1 ? 'both' : 'neither';
  return i === 1 ? 'onlyIncumbent' : 'onlyChallenger';
}

/** Failed or without an outcome. */
const hasFailed = (answer: AnswerOutcome) => answer.failure !== null || isMissing(answer);
const isTimeable = ({ score, failure }: AnswerOutcome) => score !== null && failure === null;
const isUntimed = (answer: AnswerOutcome) => isTimeable(answer) && answer.latencyMs === null;

function withGuardrails(
  { guardrails: sums }: CanaryTally,
  guardrails: readonly Guardrail[],
  pair: SettledPair,
): CanaryTally['guardrails'] {
  const changed = guardrails.flatMap((guardrail) => {
    const before = sums[guardrail.name] ?? { worse: NOTHING_SUMMED, price: NOTHING_SUMMED };
    const worse = worseOf(guardrail, pair);
    if (worse === null) return [];
    const price = withNumber(before.price, pair.incumbent.costUsd ?? 0);
    return [[guardrail.name, { worse: withNumber(before.worse, worse), price }] as const];
  });
  return { ...sums, ...Object.fromEntries(changed) };
}

/** Null where a side was not measured, and for what is measured elsewhere: failures in the tally, latency in the rows. */
function worseOf(guardrail: Guardrail, { incumbent, challenger, custom }: SettledPair): number | null {
  if (guardrail.metric === 'cost') {
    const [incumbentUsd, challengerUsd] = [incumbent.costUsd, challenger.costUsd];
    if (incumbentUsd === null || challengerUsd === null) return null;
    return costExcess(guardrail, { incumbentUsd, challengerUsd });
  }
  const values = guardrail.metric === 'custom' ? custom?.[guardrail.name] : undefined;
  return values === undefined ? null : values[0] - values[1];
}

/** Latencies of the pairs in which both sides were timed; read once, at the end. */
export interface PairedLatencies {
  readonly incumbentMs: readonly number[];
  readonly challengerMs: readonly number[];
  readonly rng: Rng;
}

/** Current reading of every guardrail of the plan; latency has no sequence, so without latencies it is unmeasured. */
export function readGuardrails(
  plan: Pick<CanaryPlan, 'guardrails' | 'alpha' | 'pairsPlanned'>,
  tally: CanaryTally,
  latencies: PairedLatencies | null,
): readonly GuardrailReading[] {
  return plan.guardrails.flatMap((guardrail) => {
    const facts = factsOf(guardrail, tally, latencies);
    return facts === null ? [] : [readGuardrail(guardrail, facts, plan)];
  });
}

function factsOf(
  { metric, name }: Guardrail,
  tally: CanaryTally,
  latencies: PairedLatencies | null,
): GuardrailFacts | null {
  const { worse, price } = tally.guardrails[name] ?? { worse: NOTHING_SUMMED, price: NOTHING_SUMMED };
  switch (metric) {
    case 'failureRate':
      return { metric, ...tally.failures };
    case 'custom':
      return { metric, worse };
    case 'cost':
      return { metric, excess: worse, incumbent: price };
    case 'latencyP95':
      return latencies === null ? null : { metric, ...latencies, isEnd: true };
  }
}
