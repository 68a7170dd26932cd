'use client';

import { FileInput, Upload } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Term } from '@/components/ui/term';
import type { ImportedRunView } from '@/lib/contracts/imported-runs';
import { methodWords } from '@/lib/domain/method-words';
import { IMPORTED_LABEL, SOURCE_WORDS } from '@/lib/view/imported-run-words';
import { figure, word } from '@/lib/view/list-rows';
import { formatCount, formatScore } from '@/lib/view/numbers';
import { useImportedRuns } from './use-imported-runs';

export function ImportedRunListView() {
  const { mayExperiment } = useViewer();
  const address = useListAddress();
  const add = mayExperiment ? (
    <Button asChild variant="primary">
      <Link href="/imported-runs/import">
        <Upload aria-hidden /> Import a run
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Imported runs"
        description={
          <>
            Runs made elsewhere, shown next to your own as <Term id="serial-run">serial runs</Term>. They do
            not unlock parallel runs.
          </>
        }
        actions={add}
      />
      <RecordList
        words={{ caption: 'Imported runs', one: 'imported run', many: 'imported runs' }}
        list={useImportedRuns(address.search, address.archived)}
        columns={COLUMNS}
        address={address}
        hasSearch
        hasArchive
        views="imported-runs"
        empty={{
          icon: FileInput,
          title: 'No imported run yet',
          text: 'Bring a GEPA run directory, an ACE playbook, MLflow metrics or a CSV curve.',
          action: add,
        }}
        note={`All scores here: ${IMPORTED_LABEL}; n, interval and split stand on each run’s own page.`}
      />
    </>
  );
}

const COLUMNS: Columns<ImportedRunView> = [
  {
    id: 'name',
    label: 'Name',
    data: [word('name', (run) => run.name), word('id', (run) => run.id)],
    className: 'min-w-48',
    cell: (run) => (
      <Link href={`/imported-runs/${run.id}`} className="font-medium hover:underline">
        {run.name}
      </Link>
    ),
  },
  {
    id: 'method',
    label: 'Method',
    data: [word('method', (run) => run.method)],
    cell: (run) => methodWords(run.method),
  },
  {
    id: 'source',
    label: 'From',
    data: [word('source', (run) => run.source)],
    className: 'whitespace-nowrap',
    cell: (run) => SOURCE_WORDS[run.source],
  },
  {
    id: 'points',
    label: 'Points',
    numeric: true,
    data: [figure('points', (run) => run.pointCount)],
    cell: (run) => formatCount(run.pointCount),
  },
  {
    id: 'first',
    label: 'First score',
    numeric: true,
    data: [figure('first score', (run) => run.firstScore)],
    cell: (run) => formatScore(run.firstScore),
  },
  {
    id: 'best',
    label: 'Best score',
    numeric: true,
    data: [figure('best score', (run) => run.bestScore), word('scored on', (run) => run.scoredOn)],
    cell: (run) => formatScore(run.bestScore),
  },
  madeColumn('Imported'),
];
