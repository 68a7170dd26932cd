'use client';

import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useExperiments } from '@/components/queries/use-experiments';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { compareConfigurations } from '@/lib/contracts/configuration';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { DifferenceDoor, DifferenceTable } from './difference-table';

/** Differences between the settings of this experiment and of another one, which the address names. */
export function ConfigurationDifferenceView({ experiment }: { experiment: ExperimentView }) {
  const [other, setOther] = useQueryState('other', parseAsString);
  const difference = useQuery({
    queryKey: ['experiment', experiment.id, 'difference', other],
    enabled: other !== null,
    queryFn: ({ signal }) =>
      callApi(compareConfigurations, {
        params: { experimentId: experiment.id },
        query: { other: other ?? '' },
        signal,
      }),
  });
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Experiments', href: '/experiments' },
          { label: experiment.name, href: `/experiments/${experiment.id}` },
        ]}
        title="Compare settings"
        description="Task, split and every setting of two experiments; names and descriptions are no settings."
      />
      <Card
        flush
        title="Experiment to compare with"
        actions={difference.isSuccess ? <DifferenceDoor difference={difference.data} /> : null}
      >
        <OtherExperiment
          experiment={experiment}
          other={other}
          name={difference.data?.before.name}
          onChoose={setOther}
        />
        {other === null ? (
          <EmptyState icon={GitCompareArrows} title="No experiment chosen yet">
            Choose the one whose settings stand on the left.
          </EmptyState>
        ) : null}
        {difference.isLoading ? <SkeletonRows label="Comparing the settings" rows={4} /> : null}
        {difference.isError ? (
          <ProblemNotice className="m-4" error={difference.error} onRetry={() => difference.refetch()} />
        ) : null}
        {difference.isSuccess ? <DifferenceTable difference={difference.data} /> : null}
      </Card>
    </>
  );
}

interface OtherExperimentProps {
  readonly experiment: ExperimentView;
  readonly other: string | null;
  /** Known once the two are compared. */
  readonly name: string | undefined;
  readonly onChoose: (id: string | null) => void;
}

function OtherExperiment({ experiment, other, name, onChoose }: OtherExperimentProps) {
  const [search, setSearch] = useState('');
  const list = useExperiments({ search });
  const found = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => id !== experiment.id,
  );
  const isListed = other === null || found.some(({ id }) => id === other);
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3">
      <SearchInput
        label="Search experiments by name"
        placeholder="Search by name"
        value={search}
        onChange={setSearch}
      />
      <Select
        className="flex-1 basis-56"
        aria-label="The other experiment"
        value={other ?? ''}
        onChange={(event) => onChoose(event.target.value || null)}
      >
        <option value="">
          {list.isSuccess && found.length === 0 ? 'No other experiment is called so' : 'Choose an experiment'}
        </option>
        {isListed ? null : <option value={other}>{name ?? other}</option>}
        {found.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {list.isError ? <ProblemNotice error={list.error} onRetry={() => list.refetch()} /> : null}
    </div>
  );
}
