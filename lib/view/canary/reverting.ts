import { formatCount } from '../numbers';

/**
 * What a person sees after "Revert now": how long the reverted version was still handed out. Times are moments in
 * milliseconds that come in; nothing here reads a clock.
 */
export interface RevertFacts {
  readonly revertedAtMs: number;
  /** When the reverted version was handed out for the last time; null where it never was since. */
  readonly lastOldExposureAtMs: number | null;
  readonly nowMs: number;
}

export interface RevertCounter {
  readonly title: string;
  readonly sentence: string;
  /** Nothing of it came for long enough that nothing is expected any more. */
  readonly isQuiet: boolean;
}

/** Counts of exposures are written each second or two; after this long none can be on its way. */
const QUIET_MS = 10_000;

export function prepareRevertCounter(facts: RevertFacts): RevertCounter {
  const { revertedAtMs, lastOldExposureAtMs, nowMs } = facts;
  const sinceRevert = Math.max(0, nowMs - revertedAtMs);
  const lastAfterMs = lastOldExposureAtMs === null ? 0 : Math.max(0, lastOldExposureAtMs - revertedAtMs);
  const isQuiet = sinceRevert - lastAfterMs >= QUIET_MS;
  const ago = `Reverted ${secondsWords(sinceRevert)} ago.`;
  if (lastAfterMs === 0)
    return {
      title: isQuiet ? 'Taken back at once' : 'Reverted',
      sentence: `${ago} The reverted version was not handed out after that.`,
      isQuiet,
    };
  const after = secondsWords(lastAfterMs);
  return {
    title: isQuiet ? `Taken back within ${after}` : 'Reverted',
    sentence: `${ago} The reverted version was last handed out ${after} after the revert.`,
    isQuiet,
  };
}

function secondsWords(ms: number): string {
  if (ms >= 120_000) return `${formatCount(Math.round(ms / 60_000))} minutes`;
  const seconds = ms < 10_000 ? Number((ms / 1000).toFixed(1)) : Math.round(ms / 1000);
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
