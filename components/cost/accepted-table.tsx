import { MeasuredValue } from '@/components/fact/measured-value';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn } from '@/components/list/table-column';
import type { RunCostsView } from '@/lib/contracts/costs';
import { rowAgainstSerial } from '@/lib/view/cost-figures';
import { word } from '@/lib/view/list-rows';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { formatCompact, formatDuration, shortHash } from '@/lib/view/numbers';
import { dollarWords, gpuWords } from '@/lib/view/run-costs';
import { iterationName } from '@/lib/view/series-chart';

type Accepted = RunCostsView['accepted'][number];

const columnsOf = (said: string): readonly TableColumn<Accepted>[] => [
  {
    label: 'Prompt',
    className: 'whitespace-nowrap',
    data: [
      word('prompt', ({ candidateHash }) => candidateHash),
      word('iteration', ({ iteration }) => iterationName(iteration)),
    ],
    cell: ({ candidateHash, iteration }) => (
      <>
        <span className="font-mono text-xs">{shortHash(candidateHash)}</span>{' '}
        <span className="text-ink-faint text-xs">iteration {iterationName(iteration)}</span>
      </>
    ),
  },
  {
    label: 'Held-out',
    data: measuredData('held-out', ({ heldOut }) => heldOut),
    cell: ({ heldOut }) => <MeasuredValue measurement={heldOut} />,
  },
  figureColumn({ label: 'Rollouts', of: ({ totals }) => totals.rollouts }),
  figureColumn({ label: 'Tokens', of: ({ totals }) => totals.tokens, show: formatCompact }),
  figureColumn({
    label: 'GPU-seconds',
    of: ({ totals }) => totals.gpuSeconds,
    show: gpuWords,
    none: gpuWords(null),
  }),
  figureColumn({ label: 'Time', file: 'time, ms', of: ({ totalMs }) => totalMs, show: formatDuration }),
  figureColumn({
    label: 'List price',
    file: 'list price, usd',
    of: ({ totals }) => totals.costUsd,
    show: dollarWords,
    none: dollarWords(null),
  }),
  {
    label: 'A point against serial',
    className: 'min-w-96 text-ink-soft lg:min-w-60',
    data: [word('a point against serial', ({ againstSerial }) => againstSerial.sentence)],
    cell: ({ againstSerial }) => rowAgainstSerial(againstSerial.sentence, said),
  },
];

interface AcceptedTableProps {
  readonly accepted: RunCostsView['accepted'];
  readonly origin: NumberOrigin;
  /** Sentences that the page shows above. */
  readonly said: string;
}

/** Each prompt that became the best on held-out, and what everything until then had cost. */
export function AcceptedTable({ accepted, origin, said }: AcceptedTableProps) {
  return (
    <TableCard
      title="What did each accepted prompt cost?"
      description={`Everything until its measurement · ${describeOrigin(origin)}`}
      caption="Accepted prompts and their cost"
      columns={columnsOf(said)}
      rows={accepted}
      keyOf={({ candidateHash }) => candidateHash}
      empty={
        <p className="px-4 pb-4 text-[0.8125rem] text-ink-faint">
          No prompt has become better on held-out than the original prompt.
        </p>
      }
    />
  );
}
