import type { RunView } from '@/lib/contracts/run-shapes';
import type { RunTotalsView } from '@/lib/contracts/run-totals';
import { isEnded, type RunKind, type RunStatus } from '@/lib/domain/run';
import { formatUsd, plural } from './numbers';
import { TOUR_EXPERIMENTS } from './tour';

/** Totals of all runs on the overview. Real and practice money are separate and never summed. */
type Money = NonNullable<RunTotalsView['real']>;

/** Known spend and the number of runs without a known one; the known sum alone would read as the whole. */
export function moneyWords({ spendUsd, unknownRuns, runs }: Money): string {
  if (unknownRuns === 0) return formatUsd(spendUsd);
  if (unknownRuns === runs) return 'unknown';
  return `${formatUsd(spendUsd)} + unknown of ${plural(unknownRuns, 'run')}`;
}

interface Listed {
  readonly experimentName: string;
  readonly kind: RunKind;
  readonly status: RunStatus;
  readonly endedAt: string | null;
}

const { go: _, ...failing } = TOUR_EXPERIMENTS;
const SHOWN_BY_TOUR: ReadonlySet<string> = new Set(Object.values(failing));

/** Runs that people started, and the seeded baselines; those that fail for the tour begin by themselves, at any moment. */
const apartFromTour = <Run extends Pick<Listed, 'experimentName'>>(runs: readonly Run[]): readonly Run[] =>
  runs.filter(({ experimentName }) => !SHOWN_BY_TOUR.has(experimentName));

/**
 * Serial baselines and comparison runs come with the seed data, so only a parallel run counts as a person's first, or one
 * that a plan has finished.
 */
export function isFirstVisit(
  runs: readonly Pick<RunView, 'experimentName' | 'kind' | 'status' | 'planId'>[],
): boolean {
  return !apartFromTour(runs).some(
    ({ kind, status, planId }) =>
      status !== 'failed' && (kind === 'combee' || (planId !== null && isEnded(status))),
  );
}

/** The ended run that the overview speaks of: the one that ended last; scoring a prompt again is no run of its own. */
export const latestEnded = <Run extends Listed>(runs: readonly Run[]): Run | null =>
  lastEnded(apartFromTour(runs));

/** The same of the runs of one experiment. */
export function lastEnded<Run extends Pick<Listed, 'kind' | 'endedAt'>>(runs: readonly Run[]): Run | null {
  const ended = runs.filter(({ kind, endedAt }) => kind !== 'evaluation' && endedAt !== null);
  // Times on the wire are all of one form, so their texts sort as they do.
  const [newest] = ended.toSorted((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''));
  return newest ?? null;
}

export const underWay = <Run extends Listed>(runs: readonly Run[]): readonly Run[] =>
  runs.filter(({ status }) => !isEnded(status));
