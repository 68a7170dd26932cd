import { isEnded, type RunStatus } from '@/lib/domain/run';
import type { RunSummary } from '@/lib/domain/run-summary';
import { estimateLeftMs } from './run-summary';

/**
 * Several runs followed as one: how many have ended, what they used, how long the longest still takes. Knows nothing of
 * why they belong together: a plan, a group, the re-measurements of a claim.
 */
export interface FollowedRun {
  readonly status: RunStatus;
  readonly control: 'run' | 'pause' | 'stop';
  readonly summary: RunSummary;
  /** A model without a price makes the dollars unknown. */
  readonly priced: boolean;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

export interface SetProgress {
  readonly runs: number;
  readonly ended: number;
  /** Paused, or about to be. */
  readonly paused: number;
  /** Failed, or stopped before their end. */
  readonly lost: number;
  readonly rollouts: number;
  readonly evaluationRollouts: number;
  /** Dollars paid; null = a model has no price. */
  readonly spendUsd: number | null;
  /** From the first start to the last end, or until now; null = none has started. */
  readonly tookMs: number | null;
  /** Time of the runs that are under way, at their pace so far; null = not known. */
  readonly timeLeftMs: number | null;
}

export function setProgress(runs: readonly FollowedRun[], nowMs: number): SetProgress {
  const open = runs.filter(({ status }) => !isEnded(status));
  const starts = runs.flatMap(({ startedAtMs }) => startedAtMs ?? []);
  const ends = runs.map(({ endedAtMs }) => endedAtMs ?? nowMs);
  const left = open.map(({ status, summary }) => (status === 'running' ? estimateLeftMs(summary) : null));
  const sum = (of: (run: FollowedRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  return {
    runs: runs.length,
    ended: runs.length - open.length,
    paused: open.filter(({ status, control }) => status === 'paused' || control === 'pause').length,
    lost: runs.filter(({ status }) => status === 'failed' || status === 'stopped').length,
    rollouts: sum(({ summary }) => summary.rollouts),
    evaluationRollouts: sum(({ summary }) => summary.evaluationRollouts),
    spendUsd: runs.every(({ priced }) => priced) ? sum(({ summary }) => summary.spend.spendUsd) : null,
    tookMs: starts.length === 0 ? null : Math.max(...ends) - Math.min(...starts),
    timeLeftMs: open.length === 0 || left.includes(null) ? null : Math.max(...left.map((ms) => ms ?? 0)),
  };
}
