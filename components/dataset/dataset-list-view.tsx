'use client';

import { Database, SquareTerminal, Upload } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { DatasetView } from '@/lib/contracts/datasets';
import { presetWord } from '@/lib/view/field-source';
import { figure, word } from '@/lib/view/list-rows';
import { formatCount, shortHash } from '@/lib/view/numbers';
import { ImportProgress } from './import-progress';
import { useLiveImports } from './use-dataset-imports';
import { useDatasets } from './use-datasets';

export function DatasetListView() {
  const { mayExperiment } = useViewer();
  const address = useListAddress();
  const { data: imports = [] } = useLiveImports();
  const add = mayExperiment ? (
    <>
      <Button asChild>
        <Link href="/datasets/import/tasks">
          <SquareTerminal aria-hidden /> Add tasks
        </Link>
      </Button>
      <Button asChild variant="primary">
        <Link href="/datasets/import">
          <Upload aria-hidden /> Import
        </Link>
      </Button>
    </>
  ) : null;
  return (
    <>
      <PageHeader
        title="Data sets"
        description="Their content never changes after the import; a change is a new data set."
        actions={add}
      />
      {imports.length > 0 ? (
        <div className="mb-4 flex flex-col gap-4">
          {imports.map((one) => (
            <ImportProgress key={one.id} running={one} />
          ))}
        </div>
      ) : null}
      <RecordList
        words={{ caption: 'Data sets', one: 'data set', many: 'data sets' }}
        list={useDatasets(address.search, address.archived)}
        columns={COLUMNS}
        address={address}
        hasSearch
        hasArchive
        views="datasets"
        empty={{
          icon: Database,
          title: 'No data set yet',
          text: 'Import JSONL, JSON, CSV or TSV, or add tasks that an environment judges.',
          action: add,
        }}
      />
    </>
  );
}

const COLUMNS: Columns<DatasetView> = [
  {
    id: 'name',
    label: 'Name',
    data: [
      word('name', (one) => one.name),
      word('id', (one) => one.id),
      word('bundled', (one) => one.bundled),
    ],
    className: 'min-w-48',
    cell: (dataset) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={`/datasets/${dataset.id}`} className="font-medium hover:underline">
          {dataset.name}
        </Link>
        {dataset.bundled ? <Badge tone="info">bundled practice set</Badge> : null}
      </span>
    ),
  },
  {
    id: 'preset',
    label: 'Preset',
    data: [word('preset', (one) => one.preset)],
    cell: (dataset) => presetWord(dataset.preset),
  },
  {
    id: 'examples',
    label: 'Examples',
    data: [figure('examples', (one) => one.exampleCount)],
    numeric: true,
    cell: (dataset) => formatCount(dataset.exampleCount),
  },
  {
    id: 'splits',
    label: 'Splits',
    numeric: true,
    data: [figure('splits', (one) => one.splitCount)],
    cell: (dataset) => dataset.splitCount,
  },
  {
    id: 'hash',
    label: 'Hash',
    data: [word('hash', (one) => one.hash)],
    className: 'font-mono text-ink-faint text-xs',
    cell: (dataset) => shortHash(dataset.hash),
  },
  madeColumn('Imported'),
];
