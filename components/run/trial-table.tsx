import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { figure, word } from '@/lib/view/list-rows';
import { describeMeasurement } from '@/lib/view/numbers';
import { choicesText, type Trial, trialSentence } from '@/lib/view/run-search';

const COLUMNS: readonly TableColumn<Trial>[] = [
  figureColumn({ label: 'Trial', of: ({ trial }) => trial + 1 }),
  {
    label: 'Combination',
    data: [word('combination', choicesText), word('best so far', ({ best }) => best)],
    cell: (trial) => (
      <>
        {choicesText(trial)} {trial.best ? <Badge tone="honey">best so far</Badge> : null}
      </>
    ),
  },
  {
    label: 'Selection',
    className: 'numbers',
    data: [
      figure('selection, share', ({ score }) => score.mean),
      figure('lower', ({ score }) => score.lower),
      figure('upper', ({ score }) => score.upper),
      figure('n', ({ score }) => score.n),
    ],
    cell: ({ score }) => describeMeasurement(score).whole,
  },
  wordColumn({
    label: 'On',
    hiddenBelow: 'sm',
    of: ({ full }) => (full ? 'all of selection' : 'a minibatch of it'),
  }),
];

interface TrialTableProps {
  readonly trials: readonly Trial[];
  /** Trials of a very long run that are not listed. */
  readonly leftOut?: number;
}

/** Combinations of instructions and demonstrations that were tried, in the order of trying. */
export function TrialTable({ trials, leftOut = 0 }: TrialTableProps) {
  return (
    <TableCard
      title="Which combinations were tried?"
      description={trialSentence(trials, leftOut)}
      caption="Trials"
      columns={COLUMNS}
      rows={trials}
      keyOf={({ trial }) => trial}
    />
  );
}
