/**
 * Evidence in an iteration's delay about the law T(bs) = A bs^-alpha, as one observation of its logarithm.
 * Decides which iterations may speak, how loudly, and how the length of the prompt enters.
 */
export interface IterationDelay {
  readonly iteration: number;
  readonly size: number;
  /** Map, shuffle and scan of the whole iteration, queueing and retries included. */
  readonly delayMs: number;
  /** Mean tokens of the prompts that the rollouts were given. */
  readonly promptTokens: number;
  /** The process died in the middle, so only a part was measured (rulings J4). */
  readonly tainted: boolean;
  readonly failed: boolean;
  /** Answers out of a cache cost no time (rulings J5). */
  readonly cacheHits: boolean;
}

export interface DelayPoint {
  readonly iteration: number;
  readonly size: number;
  /** ln bs. */
  readonly logSize: number;
  /** ln T, T = delay * N / bs: the time of one epoch at this size, in milliseconds (Combee 3, E4). */
  readonly logEpochMs: number;
  /** ln(1 + tokens / 1000). */
  readonly promptLoad: number;
  readonly weight: number;
}

/** An iteration this many iterations old counts half as much as the newest. */
const HALF_WEIGHT_AGE = 16;

/** Points that a fit keeps: the oldest, which hold the profile, and the newest. Bounds the search for steps. */
const OLDEST_KEPT = 16;
const NEWEST_KEPT = 48;

export function isUsable(delay: IterationDelay): boolean {
  const { size, delayMs } = delay;
  return (
    !(delay.tainted || delay.failed || delay.cacheHits) &&
    size >= 1 &&
    delayMs > 0 &&
    Number.isFinite(delayMs)
  );
}

/**
 * The usable observations, oldest first.
 *
 * weight = 1 / (1 + age / 16): an old measurement says less about today, as if conditions drifted like a random
 * walk (variance growing by sigma^2 / 16 an iteration). It never vanishes, as an exponential would: the profile
 * sizes are measured once, and without them a long run at one size would forget what alpha is.
 */
export function delayPoints(delays: readonly IterationDelay[], trainExamples: number): readonly DelayPoint[] {
  const usable = delays
    .filter(isUsable)
    .sort((a, b) => a.iteration - b.iteration)
    .filter((_, index, all) => index < OLDEST_KEPT || index >= all.length - NEWEST_KEPT);
  const newest = usable.at(-1)?.iteration ?? 0;
  return usable.map(({ iteration, size, delayMs, promptTokens }) => ({
    iteration,
    size,
    logSize: Math.log(size),
    logEpochMs: Math.log((delayMs * trainExamples) / size),
    // A call takes a fixed time and a time per token; 1,000 tokens is where the two are taken to be alike. Near 0
    // this is linear in the tokens (an empty playbook is an ordinary value), far above it is their logarithm.
    promptLoad: Math.log1p(Math.max(0, promptTokens) / 1000),
    weight: 1 / (1 + (newest - iteration) / HALF_WEIGHT_AGE),
  }));
}
