/**
 * Exact interval of the difference of two shares on the same examples, for the few discordant pairs on which a
 * bootstrap says too little: 0 losses in 200 may hide 1.8 points.
 *
 *     wins ~ p, losses ~ q of n pairs (multinomial)      delta = p - q
 *     r(x; d)     signed root of the likelihood ratio of "delta = d" against the best p, q; what is more extreme
 *     P(d)        largest chance over the nuisance s = min(p, q) that r(X; d) >= r(observed; d)
 *     lower end   the largest d with P(d) <= alpha / 2; the upper end is the lower end of (losses, wins), negated
 *
 * The nuisance is looked for where the observed number of discordant pairs is not itself a marvel (chance 1e-6, which is
 * added to P). An end passes zero only where McNemar's exact test, which needs no nuisance, agrees: 4 wins to 0 of 300 are
 * not "better". With no win and no loss the end is 1 - (alpha / 2)^(1/n), as Clopper and Pearson have it, so a margin of
 * 1 point needs n >= 368. It errs with at most alpha / 2 on each side, whatever p and q are.
 *
 * Chan and Zhang (1999) for the unconditional interval; Berger and Boos (1994) for the bounded nuisance; Tango (1998)
 * for the constrained estimate. Cost: some 10 ms up to 25 discordant pairs; the answers are kept.
 */
import { binomialAtMost, clopperPearsonInterval, signTestP } from './binomial';
import type { Interval } from './wilson';

export interface DiscordantPairs {
  /** Pairs in which only the second, only the first was right. */
  readonly wins: number;
  readonly losses: number;
  /** All pairs, ties among them. */
  readonly n: number;
}

/** Chance beyond which the nuisance is not looked for. */
const NUISANCE_LEFT_OUT = 1e-6;
const NUISANCE_STEPS = 24;
/** Finer than any number that is shown: 0.0001 points. */
const TOLERANCE = 1e-6;
/** Terms of a sum below this are not added up. */
const NEGLIGIBLE = 1e-13;

const KEPT_MAX = 20_000;
const kept = new Map<string, Interval>();

/** `alpha` is shared by both sides, half each. n >= 1. */
export function exactPairedInterval(pairs: DiscordantPairs, alpha = 0.05): Interval {
  const key = `${pairs.wins}/${pairs.losses}/${pairs.n}/${alpha}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= KEPT_MAX) kept.clear();
  const swapped = { wins: pairs.losses, losses: pairs.wins, n: pairs.n };
  const ends = { lower: lowerEnd(pairs, alpha / 2), upper: -lowerEnd(swapped, alpha / 2) };
  const isDecided = signTestP(pairs.wins, pairs.losses) <= alpha;
  const interval = isDecided ? ends : { lower: Math.min(0, ends.lower), upper: Math.max(0, ends.upper) };
  kept.set(key, interval);
  return interval;
}

function lowerEnd(pairs: DiscordantPairs, tail: number): number {
  if (pairs.losses === pairs.n) return -1;
  const { wins, losses, n } = pairs;
  const discordantMax = clopperPearsonInterval(wins + losses, n, NUISANCE_LEFT_OUT)?.upper ?? 1;
  const allowed = tail - NUISANCE_LEFT_OUT;
  let low = -discordantMax;
  let high = (wins - losses) / n;
  while (high - low > TOLERANCE) {
    const middle = (low + high) / 2;
    if (largestTail(pairs, middle, { discordantMax, enough: allowed }) > allowed) high = middle;
    else low = middle;
  }
  return low;
}

interface Nuisance {
  readonly discordantMax: number;
  /** Callers only need to know whether it is passed. */
  readonly enough: number;
}

/** P(delta): over the shares p = s + max(0, delta), q = s + max(0, -delta), those of few discordant pairs first. */
function largestTail(pairs: DiscordantPairs, delta: number, { discordantMax, enough }: Nuisance): number {
  const least = winsNeeded(pairs, delta);
  const most = Math.max(0, (Math.min(1, discordantMax) - Math.abs(delta)) / 2);
  let largest = 0;
  for (let step = 0; step <= NUISANCE_STEPS; step += 1) {
    // Squared, so that the steps are finest near none, where the chance moves most.
    const s = most * (step / NUISANCE_STEPS) ** 2;
    const p = s + Math.max(0, delta);
    const q = s + Math.max(0, -delta);
    largest = Math.max(largest, tailOf(least, { p, q, n: pairs.n }));
    if (largest > enough) return largest;
  }
  return largest;
}

/**
 * For each number of losses, the fewest wins with which a table is at least as extreme as the observed one. More losses
 * ask for more wins, so one walk finds them all.
 */
function winsNeeded(pairs: DiscordantPairs, delta: number): (losses: number) => number {
  const observed = signedRoot(pairs, delta) - 1e-9;
  const { n } = pairs;
  const known: number[] = [];
  return (losses) => {
    while (known.length <= losses) {
      let wins = known.at(-1) ?? 0;
      const at = known.length;
      while (wins <= n - at && signedRoot({ wins, losses: at, n }, delta) < observed) wins += 1;
      known.push(wins);
    }
    return known[losses] as number;
  };
}

interface Shares {
  readonly p: number;
  readonly q: number;
  readonly n: number;
}

/** sum over l of P(losses = l) P(wins >= least(l) | losses = l); given the losses, wins are binomial of the rest. */
function tailOf(least: (losses: number) => number, { p, q, n }: Shares): number {
  const share = Math.min(1, p / (1 - q));
  let total = 0;
  let chance = (1 - q) ** n;
  for (let losses = 0; losses <= n; losses += 1) {
    total += chance * (1 - binomialAtMost(least(losses) - 1, n - losses, share));
    chance *= ((n - losses) / (losses + 1)) * (q / (1 - q));
    if (chance < NEGLIGIBLE && losses > n * q) break;
  }
  return total;
}

/** sign(estimate - delta) sqrt(2 (l(p, q) - l(p, q given delta))). */
function signedRoot({ wins, losses, n }: DiscordantPairs, delta: number): number {
  const ties = n - wins - losses;
  const a = 2 * n;
  const b = -wins - losses + (2 * n - wins + losses) * delta;
  const c = -losses * delta * (1 - delta);
  const root = (Math.sqrt(Math.max(0, b * b - 4 * a * c)) - b) / (2 * a);
  const q = Math.max(root, 0, -delta);
  const p = Math.max(0, q + delta);
  const free = term(wins, wins / n) + term(losses, losses / n) + term(ties, ties / n);
  const bound = term(wins, p) + term(losses, q) + term(ties, Math.max(0, 1 - p - q));
  const distance = Math.sqrt(Math.max(0, 2 * (free - bound)));
  return (wins - losses) / n >= delta ? distance : -distance;
}

/** x ln p, 0 where x is. */
const term = (count: number, share: number) => (count === 0 ? 0 : count * Math.log(share));
