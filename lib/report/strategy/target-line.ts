/** Line of section 9: amounts until the target held-out score, for the run and its serial baseline. */
import { TARGET_AMOUNTS, type TargetAmount, type TargetAmountName } from '@/lib/domain/target-amounts';
import type { Statement } from './sections';
import type { MeasuredFacts } from './strategy-input';
import { count, dollars, duration, measured, NOT_MEASURED, notMeasured, percent } from './words';

/** Amount by amount: a number, or the word for why there is none. */
export function toTarget({
  record,
  costs: { toTarget: own, serialToTarget: base },
}: MeasuredFacts): Statement {
  const says = `${own.sentence} ${base.sentence}`;
  const table = {
    kind: 'table' as const,
    caption: own.target === null ? 'No target' : `Until ${percent(own.target)} on held-out`,
    head: ['', 'This run', 'Serial baseline'],
    rows: TARGET_AMOUNTS.map((name) => [
      AMOUNT_NAMES[name],
      amountSaid(name, own.amounts[name]),
      amountSaid(name, base.amounts[name]),
    ]),
  };
  return own.kind === 'noTarget' || own.kind === 'notMeasured'
    ? { ...notMeasured(says), blocks: [table] }
    : measured(says, `"${record.label}"`, [table]);
}

const AMOUNT_NAMES: Readonly<Record<TargetAmountName, string>> = {
  rollouts: 'Rollouts',
  tokens: 'Tokens',
  gpuSeconds: 'GPU-seconds',
  costUsd: 'List price',
  learningMs: 'Learning time',
  totalMs: 'Time with the measurements',
};

function amountSaid(name: TargetAmountName, amount: TargetAmount): string {
  if (typeof amount !== 'number') return TARGET_SAID[amount];
  if (name === 'costUsd') return dollars(amount);
  return name === 'learningMs' || name === 'totalMs' ? duration(amount) : count(amount);
}

const TARGET_SAID = {
  notMeasured: NOT_MEASURED,
  notReached: 'not reached',
  notCompared: 'not compared',
} as const;
