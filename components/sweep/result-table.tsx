import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import type { SweepView } from '@/lib/contracts/sweeps';
import { figure, word } from '@/lib/view/list-rows';
import {
  formatCompact,
  formatCount,
  formatDuration,
  formatInterval,
  formatScore,
  formatUsd,
  plural,
} from '@/lib/view/numbers';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { ARM_WORDS } from '@/lib/view/sweep-words';

type ResultRow = SweepView['figure']['rows'][number];

const REACHED: readonly TableColumn<ResultRow>[] = [
  {
    label: 'Arm',
    className: 'min-w-36 font-medium',
    data: [word('arm', ({ arm }) => ARM_WORDS[arm].name), word('on the front', ({ onFront }) => onFront)],
    cell: ({ arm, onFront }) => (
      <>
        {ARM_WORDS[arm].name}{' '}
        {onFront ? (
          <Badge tone="good" title="No other point is as fast in learning and as good.">
            front
          </Badge>
        ) : null}
      </>
    ),
  },
  figureColumn({ label: 'Batch size', of: ({ batchSize }) => batchSize }),
  {
    label: 'Held-out accuracy',
    className: 'numbers whitespace-nowrap',
    data: [
      ...measuredData<ResultRow>('held-out accuracy', ({ accuracy: { mean, lower, upper }, examples }) => ({
        mean,
        lower,
        upper,
        n: examples,
      })),
      figure('seeds', ({ seeds }) => seeds.length),
    ],
    cell: ({ accuracy, seeds, examples }) => (
      <>
        {formatScore(accuracy.mean)}{' '}
        <span className="text-ink-faint text-xs">
          ({formatInterval(accuracy)}, {plural(seeds.length, 'seed')}, n = {formatCount(examples)})
        </span>
      </>
    ),
  },
];

const COSTS: readonly TableColumn<ResultRow>[] = [
  figureColumn({
    label: 'Learning time',
    file: 'learning time, ms',
    of: ({ learningMs }) => learningMs.mean,
    show: formatDuration,
  }),
  figureColumn({
    label: 'Total time',
    file: 'total time, ms',
    of: ({ totalMs }) => totalMs.mean,
    show: formatDuration,
  }),
  figureColumn({
    label: 'Prompt tokens',
    of: ({ playbookTokens }) => playbookTokens.mean,
    show: formatCompact,
  }),
];

const SPENT: readonly TableColumn<ResultRow>[] = [
  figureColumn({
    label: 'Cost',
    file: 'cost, usd',
    of: ({ costUsd }) => costUsd,
    show: formatUsd,
    none: formatUsd(null),
  }),
  figureColumn({ label: 'Tokens', of: ({ tokens }) => tokens, show: formatCompact }),
  figureColumn({
    label: 'Failures',
    of: ({ failures }) => failures,
    show: (mean) => Number(mean.toFixed(1)),
  }),
];

/** The figure for reading: each arm at each size, over its seeds. */
export function ResultTable({ sweep }: { sweep: SweepView }) {
  const bullets = figureColumn<ResultRow>({
    label: 'Bullets',
    of: (row) => (sweep.origin.method === 'ace' ? row.bullets.mean : null),
  });
  return (
    <TableCard
      title="What did each arm reach?"
      description={`${sweepOrigin(sweep)}. Accuracy of the last prompt: mean over the seeds with Student's interval; times, tokens and costs (at list price) are means.`}
      caption="Arms and batch sizes with what they reached"
      columns={[...REACHED, ...COSTS, bullets, ...SPENT]}
      rows={sweep.figure.rows}
      keyOf={({ arm, batchSize }) => `${arm} ${batchSize}`}
    />
  );
}
