'use client';

import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { useExperiments } from '@/components/queries/use-experiments';
import { FaultLine } from '@/components/ui/fault-line';
import { SearchInput } from '@/components/ui/search-input';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { plural } from '@/lib/view/numbers';

interface ExperimentPickerProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly fault: string | undefined;
}

/** Which experiments run together. A search narrows what is shown, never what is chosen. */
export function ExperimentPicker({ chosen, onChange, fault }: ExperimentPickerProps) {
  const [search, setSearch] = useState('');
  const list = useExperiments({ search });
  const items = itemsOf(list);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-[0.8125rem]">
        Experiments{' '}
        <span className="font-normal text-ink-faint text-xs">
          {plural(chosen.length, 'experiment')} chosen
        </span>
      </legend>
      <div className="flex">
        <SearchInput
          label="Search experiments to launch"
          placeholder="Search by name"
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className="fade-ends max-h-56 overflow-y-auto rounded-md border border-line">
        {list.isPending ? <SkeletonRows label="Loading experiments" rows={3} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-2" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && !list.isPlaceholderData && items.length === 0 ? (
          <p className="px-3 py-4 text-ink-faint text-xs">No experiment is called so.</p>
        ) : null}
        {items.map((experiment) => (
          <label
            key={experiment.id}
            className="flex items-start gap-2.5 border-line border-b px-3 py-2 text-[0.8125rem] last:border-b-0 hover:bg-sunken"
          >
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-honey"
              checked={chosen.includes(experiment.id)}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...chosen, experiment.id]
                    : chosen.filter((id) => id !== experiment.id),
                )
              }
            />
            <span className="min-w-0">
              <span className="block break-words">{experiment.name}</span>
              <span className="block break-words text-ink-faint text-xs">
                {experiment.taskName} · {experiment.datasetName} · {experiment.splitName}
              </span>
            </span>
          </label>
        ))}
        <ShowMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      </div>
      {fault ? <FaultLine>{fault}</FaultLine> : null}
    </fieldset>
  );
}
