import type { SetProgressView } from '@/lib/contracts/set-progress';
import { formatCount, formatDuration, formatUsd, plural } from './numbers';

/** Several runs followed as one, in words: a plan, a group or the re-measurements of a claim. */
export function endedWords({ runs, ended, paused, lost }: SetProgressView): string {
  const parts = [
    `${ended} of ${plural(runs, 'run')} ended`,
    ...(paused > 0 ? [`${paused} paused`] : []),
    ...(lost > 0 ? [`${lost} failed or stopped`] : []),
  ];
  return parts.join(', ');
}

export function usedWords(progress: SetProgressView): string {
  const { rollouts, evaluationRollouts, spendUsd, tookMs, timeLeftMs } = progress;
  const parts = [
    `${formatCount(rollouts)} training and ${formatCount(evaluationRollouts)} measuring rollouts`,
    spendUsd === null ? 'no price known' : `${formatUsd(spendUsd)} spent`,
    ...(tookMs === null ? [] : [formatDuration(tookMs)]),
    ...(timeLeftMs === null ? [] : [`about ${formatDuration(timeLeftMs)} left`]),
  ];
  return parts.join(' · ');
}
