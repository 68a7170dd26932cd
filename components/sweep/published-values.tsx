import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Card } from '@/components/ui/card';
import { FoldSection } from '@/components/ui/fold-section';
import type { SweepView } from '@/lib/contracts/sweeps';
import { word } from '@/lib/view/list-rows';
import { formatCompact, formatDuration, formatScore } from '@/lib/view/numbers';

type Value = SweepView['figure']['published'][number];
type Playbook = SweepView['figure']['publishedPlaybooks'][number];
type Published = Pick<
  Value & Playbook,
  'dataset' | 'method' | 'model' | 'arm' | 'batchSize' | 'source' | 'confidence' | 'note' | 'sameDataset'
>;

const ABOUT: readonly TableColumn<Published>[] = [
  wordColumn({ label: 'Data set', className: 'whitespace-nowrap', of: ({ dataset }) => dataset }),
  {
    label: 'Method and model',
    className: 'whitespace-nowrap',
    data: [word('method', ({ method }) => method), word('model', ({ model }) => model)],
    cell: ({ method, model }) => `${method}, ${model}`,
  },
  wordColumn({ label: 'Arm', className: 'whitespace-nowrap', of: ({ arm }) => arm }),
  figureColumn({ label: 'Batch size', of: ({ batchSize }) => batchSize }),
];

const SOURCE: TableColumn<Published> = {
  label: 'Source',
  className: 'min-w-40 text-xs',
  data: [
    word('source', ({ source }) => source),
    word('confidence', ({ confidence }) => confidence),
    word('note', ({ note }) => note),
  ],
  cell: ({ source, confidence, note }) => (
    <span title={note ?? undefined}>
      {source}, {confidence}
    </span>
  ),
};

const shareColumn = <Row,>(label: string, of: (row: Row) => number | null): TableColumn<Row> =>
  figureColumn({ label, file: `${label.toLowerCase()}, share`, of, show: formatScore });

const VALUES: readonly TableColumn<Value>[] = [
  ...ABOUT,
  shareColumn('Accuracy', ({ accuracy }) => accuracy),
  figureColumn({
    label: 'Training time',
    file: 'training time, s',
    of: ({ trainSeconds }) => trainSeconds,
    show: (seconds) => formatDuration(seconds * 1000),
  }),
  figureColumn({ label: 'Prompt tokens', of: ({ playbookTokens }) => playbookTokens, show: formatCompact }),
  SOURCE,
];

const PLAYBOOKS: readonly TableColumn<Playbook>[] = [
  ...ABOUT,
  figureColumn({ label: 'Entries written', of: ({ entries }) => entries }),
  figureColumn({ label: 'Helpful 3 times', of: ({ highValueEntries }) => highValueEntries }),
  figureColumn({ label: 'Helpful marks', of: ({ helpfulMarks }) => helpfulMarks }),
  shareColumn('Coverage', ({ coverage }) => coverage),
  shareColumn('Specificity', ({ specificity }) => specificity),
  SOURCE,
];

const paleElsewhere = ({ sameDataset }: Published) => (sameDataset ? '' : 'text-ink-faint');

/** Every published value for reading, those of this sweep's data set first; folded, since none of them is ours. */
export function PublishedValues({ sweep }: { sweep: SweepView }) {
  const { published, publishedPlaybooks } = sweep.figure;
  const count = published.length + publishedPlaybooks.length;
  if (count === 0) return null;
  const values = { caption: 'Published values', columns: VALUES, rows: published };
  return (
    <FoldSection title="Published values" note={`${count}, other hardware and models, no intervals`}>
      <Card
        flush
        title={values.caption}
        actions={<TableDoor name={values.caption} read={tableReader(values)} />}
      >
        <ColumnTable
          {...values}
          keyOf={(point) =>
            `${point.dataset} ${point.source} ${point.method} ${point.model} ${point.arm} ${point.batchSize} ${point.accuracy}`
          }
          rowClassName={paleElsewhere}
        />
        <PublishedPlaybooks points={publishedPlaybooks} />
      </Card>
    </FoldSection>
  );
}

function PublishedPlaybooks({ points }: { points: readonly Playbook[] }) {
  if (points.length === 0) return null;
  const playbooks = { caption: 'Published playbooks', columns: PLAYBOOKS, rows: points };
  return (
    <section aria-label="Published playbooks" className="mt-4">
      <div className="flex items-center justify-between gap-4 px-4 pb-1">
        <h3 className="font-medium text-[0.8125rem]">Published playbooks</h3>
        <TableDoor name={playbooks.caption} read={tableReader(playbooks)} />
      </div>
      <ColumnTable
        {...playbooks}
        keyOf={(point) => `${point.dataset} ${point.source} ${point.arm} ${point.batchSize}`}
        rowClassName={paleElsewhere}
      />
    </section>
  );
}
