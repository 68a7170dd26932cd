import { FileDiff } from 'lucide-react';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { word } from '@/lib/view/list-rows';
import { formatScore } from '@/lib/view/numbers';
import { type PoolRow, poolSentence } from '@/lib/view/run-search';
import { iterationName } from '@/lib/view/series-chart';

interface PoolTableProps {
  readonly rows: readonly PoolRow[];
  readonly onChoose: (hash: string) => void;
}

const COLUMNS: readonly TableColumn<PoolRow>[] = [
  {
    label: 'Candidate',
    data: [
      word('candidate', ({ name }) => name),
      word('hash', ({ hash }) => hash),
      word('best', ({ isBest }) => isBest),
      word('matched or beaten everywhere', ({ isUndominated }) => !isUndominated),
    ],
    cell: ({ name, isBest, isUndominated }) => (
      <>
        <span className="font-mono text-xs">{name}</span> {isBest ? <Badge tone="honey">best</Badge> : null}
        {isUndominated ? null : <Badge>matched or beaten everywhere</Badge>}
      </>
    ),
  },
  figureColumn({
    label: 'Selection',
    file: 'selection, share',
    hint: 'Mean over the selection examples',
    of: ({ mean }) => mean,
    show: formatScore,
  }),
  figureColumn({
    label: 'Fronts',
    hint: 'Keys of the frontier on which it is among the best',
    of: ({ fronts }) => fronts,
  }),
  figureColumn({
    label: 'Made in',
    file: 'made in iteration',
    hiddenBelow: 'sm',
    of: ({ iteration }) => (iteration === null ? null : iteration + 1),
    show: (count) => iterationName(count - 1),
  }),
  wordColumn({
    label: 'From',
    hiddenBelow: 'sm',
    className: 'font-mono text-xs',
    of: ({ parents }) => parents,
  }),
];

/** The candidates that may still become parents, and those that no longer can. */
export function PoolTable({ rows, onChoose }: PoolTableProps) {
  return (
    <TableCard
      title="Which candidates are in the pool?"
      description={poolSentence(rows)}
      caption="Candidates of the pool"
      columns={[...COLUMNS, differenceColumn(onChoose)]}
      rows={rows}
      keyOf={({ hash }) => hash}
    />
  );
}

const differenceColumn = (onChoose: PoolTableProps['onChoose']): TableColumn<PoolRow> => ({
  label: 'What it changed',
  isSilent: true,
  className: 'text-right',
  data: [],
  cell: ({ name, hash }) => (
    <Button size="sm" variant="ghost" aria-label={`What ${name} changed`} onClick={() => onChoose(hash)}>
      <FileDiff aria-hidden /> Difference
    </Button>
  ),
});
