import type { DefaultLineView, IntakeEstimateView } from '@/lib/contracts/intake-shapes';
import type { IntakeStep } from '@/lib/domain/intake';
import { REASON_MIN } from '@/lib/policy/intake';
import { formatCompact, formatCount, formatDuration, formatUsd } from './numbers';

/** The guided set-up in words: its steps, and what its estimate says. */
export const STEP_WORDS: Readonly<Record<IntakeStep, { readonly name: string; readonly hint: string }>> = {
  task: { name: 'Task', hint: 'What is to be answered, and how well that goes now.' },
  serial: { name: 'Serial baseline', hint: 'What the serial method reached, and after how much.' },
  hardware: { name: 'Hardware', hint: 'What the calls run on, and which model plays which role.' },
  budget: { name: 'Budget', hint: 'Hard caps; one of them binds.' },
  evalSet: { name: 'Evaluation set', hint: 'What is measured on, who owns it, and whether it is clean.' },
  failureCost: { name: 'Failure cost', hint: 'It decides how carefully a prompt goes live.' },
  defaults: {
    name: 'Defaults',
    hint: 'Prefilled; each change needs a reason, which stays with the experiment.',
  },
  review: { name: 'Review', hint: 'What is still open, what it takes, and the experiment.' },
};

/** Changed defaults whose reason is missing or too short, for which the API refuses the experiment. */
export function unexplainedChanges(lines: readonly DefaultLineView[]): readonly DefaultLineView[] {
  return lines.filter(({ changed, reason }) => changed && (reason ?? '').trim().length < REASON_MIN);
}

type Amounts = NonNullable<IntakeEstimateView['amounts']>;
type Range = Amounts['rollouts'];

export function estimateLines(amounts: Amounts) {
  const minutes = (value: number) => formatDuration(value * 60_000);
  return [
    { term: 'Training rollouts', value: between(amounts.rollouts, formatCount) },
    { term: 'Tokens', value: between(amounts.tokens, formatCompact) },
    {
      term: 'GPU-seconds',
      value: amounts.gpuSeconds === null ? 'not measured' : between(amounts.gpuSeconds, formatCompact),
    },
    { term: 'Dollars', value: amounts.usd === null ? 'unknown' : between(amounts.usd, formatUsd) },
    { term: 'Time', value: between(amounts.minutes, minutes) },
  ];
}

function between({ low, high }: Range, words: (value: number) => string): string {
  const [from, to] = [words(low), words(high)];
  return from === to ? `about ${from}` : `${from} to ${to}`;
}
