import { countPairs, isDecided, look, NOT_LOOKED } from '@/lib/canary/looks';
import { differenceOf, type PairOutcome } from '@/lib/canary/pair-count';
import type { Truth } from '@/lib/canary/power';
import type { CanaryPlan, VerdictKind } from '@/lib/domain/canary';
import type { CanaryProgress } from '@/lib/domain/canary-progress';
import type { Rng } from '@/lib/random/seeded-rng';
import { median } from '@/lib/stats/summary';

/**
 * Operating characteristic of a plan: its verdicts on prompts whose truth is known. Pairs are drawn with
 *
 *     P(only the challenger is right) = (psi + delta) / 2
 *     P(only the incumbent is right)  = (psi - delta) / 2
 *
 * and go through the same counting and the same verdict as real ones. Everything is drawn from a seeded stream, so a
 * table can be printed again. Cost: one draw a pair, about 0.1 microseconds.
 */
export interface Characteristic {
  readonly canaries: number;
  readonly ended: Readonly<Record<VerdictKind, number>>;
  /** Median of the pairs until the end. */
  readonly pairsMedian: number;
}

/** Share of right answers among the pairs in which both sides agree: it changes no verdict. */
const BOTH_RIGHT = 0.85;

/** One pair of right-or-wrong answers with this truth. */
export function drawPair(rng: Rng, { discordance, truth }: Truth): PairOutcome {
  const u = rng.nextFloat();
  const onlyChallenger = (discordance + truth) / 2;
  if (u < onlyChallenger) return { incumbent: 0, challenger: 1 };
  if (u < discordance) return { incumbent: 1, challenger: 0 };
  return u < discordance + (1 - discordance) * BOTH_RIGHT
    ? { incumbent: 1, challenger: 1 }
    : { incumbent: 0, challenger: 0 };
}

/** One canary from its first pair to its end; the pairs come evenly over the window. */
export function simulateCanary(plan: CanaryPlan, truth: Truth, rng: Rng): CanaryProgress {
  let progress = NOT_LOOKED;
  while (!isDecided(progress)) {
    const left = plan.pairsPlanned - progress.count.differences.n;
    const portion = Math.min(plan.lookEvery, left);
    const differences = Array.from({ length: portion }, () => differenceOf(drawPair(rng, truth)));
    const pairs = plan.pairsPlanned - left + portion;
    const elapsedHours = (plan.windowHours * pairs) / plan.pairsPlanned;
    const moment = { elapsedHours, health: [], guardrails: [] };
    progress = countPairs(plan, progress, { differences, moment });
    if (pairs === plan.pairsPlanned) progress = look(plan, progress, moment);
  }
  return progress;
}

/** Many canaries, each with a stream of its own, so that their number changes none of them. */
export function simulateCanaries(
  plan: CanaryPlan,
  truth: Truth,
  { canaries, rng }: { readonly canaries: number; readonly rng: Rng },
): Characteristic {
  const ended: Record<VerdictKind, number> = { pass: 0, fail: 0, continue: 0, inconclusive: 0, invalid: 0 };
  const pairs: number[] = [];
  for (let canary = 0; canary < canaries; canary += 1) {
    const { latest, count } = simulateCanary(plan, truth, rng.fork(`canary ${canary}`));
    if (latest !== null) ended[latest.kind] += 1;
    pairs.push(count.differences.n);
  }
  return { canaries, ended, pairsMedian: median(pairs) ?? 0 };
}
