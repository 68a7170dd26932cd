'use client';

import { Archive, Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs } from '@/components/ui/tabs';
import { Time } from '@/components/ui/time';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import { presetWord } from '@/lib/view/field-source';
import { plural, shortHash } from '@/lib/view/numbers';
import { ExamplesPanel } from './examples-panel';
import { ImportReportPanel } from './import-report-panel';
import { SplitsPanel } from './splits-panel';
import { useArchiveDataset, useDataset, useSplits } from './use-datasets';

const TABS = ['splits', 'examples', 'import'] as const;

export function DatasetDetailView({ initial }: { initial: DatasetDetail }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const { data: dataset } = useDataset(initial);
  const splits = useSplits(dataset.id);
  const archive = useArchiveDataset(dataset.id);
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('splits'));
  const [asksArchive, setAsksArchive] = useState(false);
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Data sets', href: '/datasets' }]}
        title={dataset.name}
        badges={
          <>
            <Badge title="How the fields of its files were read">{presetWord(dataset.preset)}</Badge>
            {dataset.bundled ? <Badge tone="info">bundled practice set</Badge> : null}
            {dataset.archivedAt ? <Badge>Archived</Badge> : null}
          </>
        }
        description={
          <>
            {dataset.description ? `${dataset.description} ` : ''}
            {plural(dataset.exampleCount, 'example')} · hash{' '}
            <span className="font-mono text-xs">{shortHash(dataset.hash)}</span> · imported{' '}
            <Time at={dataset.createdAt} /> by {dataset.createdBy}
          </>
        }
        actions={
          mayExperiment && dataset.archivedAt === null ? (
            <>
              {splits.data?.length ? (
                <Button asChild variant="primary">
                  <Link href={`/experiments/new?dataset=${dataset.id}`}>
                    <Plus aria-hidden /> New experiment
                  </Link>
                </Button>
              ) : null}
              <Button onClick={() => setAsksArchive(true)}>
                <Archive aria-hidden /> Archive
              </Button>
            </>
          ) : null
        }
      />
      <Tabs
        label="Parts of the data set"
        value={tab}
        onChange={(value) => setTab(value as (typeof TABS)[number])}
        items={[
          {
            value: 'splits',
            label: 'Splits',
            count: splits.data?.length,
            content: <SplitsPanel dataset={dataset} splits={splits} />,
          },
          {
            value: 'examples',
            label: 'Examples',
            count: dataset.exampleCount,
            content: <ExamplesPanel datasetId={dataset.id} splits={splits.data ?? []} />,
          },
          { value: 'import', label: 'Import', content: <ImportReportPanel dataset={dataset} /> },
        ]}
      />
      <ConfirmDialog
        open={asksArchive}
        onOpenChange={setAsksArchive}
        title={`Archive ${dataset.name}?`}
        confirmLabel="Archive"
        busy={archive.isPending}
        onConfirm={() =>
          archive.mutate(undefined, { onError: tellProblem, onSuccess: () => router.push('/datasets') })
        }
      >
        It leaves the list. Its splits, experiments and runs stay readable.
      </ConfirmDialog>
    </>
  );
}
