import type { SweepView } from '@/lib/contracts/sweeps';
import { formatCompact, formatCount, formatDuration, formatUsd, plural } from './numbers';

/** How far a sweep is, and what of its budget is used, held for the runs that go, and left. */
export function describeProgress({ counts, timeLeftMs, status, settings }: SweepView): string {
  const parts = [
    `${counts.done} of ${plural(counts.cells, 'cell')} done`,
    ...(counts.going > 0 ? [`${counts.going} going`] : []),
    ...(counts.waiting > 0 ? [`${counts.waiting} waiting`] : []),
    ...(counts.lost > 0 ? [`${counts.lost} lost`] : []),
    ...(counts.cut > 0 ? [`${counts.cut} cut by a cap`] : []),
    ...(counts.notStarted > 0 ? [`${counts.notStarted} not started`] : []),
    `at most ${plural(settings.concurrent, 'run')} at once`,
  ];
  const left =
    timeLeftMs === null || status !== 'running' ? '' : ` About ${formatDuration(timeLeftMs)} left.`;
  return `${parts.join(', ')}.${left}`;
}

/** Cells that need a person are seen before the table is opened. */
export function cellsNote({ counts: { cells, lost } }: Pick<SweepView, 'counts'>): string {
  return lost > 0 ? `${formatCount(cells)}, ${formatCount(lost)} lost` : formatCount(cells);
}

const SAID = {
  usd: (amount: number) => formatUsd(amount),
  tokens: (amount: number) => formatCompact(amount),
  rollouts: (amount: number) => formatCount(amount),
} as const;

const TERMS = { usd: 'Dollars', tokens: 'Tokens', rollouts: 'Training rollouts' } as const;

/** An estimate beside what was used, so that a reader learns how far to trust the next one. */
export function spentLines(sweep: SweepView): { term: string; value: string }[] {
  const { charged, held, wallMs } = sweep.spent;
  const { budget } = sweep.settings;
  const kinds = ['usd', 'tokens', 'rollouts'] as const;
  const lines = kinds.map((kind) => {
    const say = SAID[kind];
    const cap = budget[kind];
    const parts = [
      `${say(charged[kind])} used by ended runs`,
      ...(held[kind] > 0 ? [`at most ${say(held[kind])} held for those that go`] : []),
      cap === null ? 'no cap' : `${say(Math.max(0, cap - charged[kind] - held[kind]))} of ${say(cap)} left`,
      `expected ${say(sweep.estimate[kind])}`,
    ];
    return { term: TERMS[kind], value: parts.join(' · ') };
  });
  const time = [
    `${formatDuration(wallMs)} since the launch`,
    budget.wallMs === null ? 'no cap' : `of ${formatDuration(budget.wallMs)}`,
    `expected ${formatDuration(sweep.estimate.wallMs)}`,
  ];
  return [...lines, { term: 'Time', value: time.join(' · ') }];
}
