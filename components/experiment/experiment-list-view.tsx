'use client';

import { Columns3, FlaskConical, Plus } from 'lucide-react';
import Link from 'next/link';
import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { LaunchButton } from '@/components/run-group/launch-button';
import { useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DropdownMenu, MenuCheck, MenuLabel } from '@/components/ui/dropdown-menu';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { EXPERIMENT_COLUMNS, ExperimentTable } from './experiment-table';
import { ImportConfigurationButton } from './import-configuration-button';
import { useExperiments } from './use-experiments';

/** Search, archive and hidden columns stand in the address, so a view can be passed on. */
export function ExperimentListView() {
  const { mayExperiment } = useViewer();
  const [search, setSearch] = useQueryState(
    'q',
    parseAsString.withDefault('').withOptions({ throttleMs: 300 }),
  );
  const [archived, setArchived] = useQueryState('archived', parseAsBoolean.withDefault(false));
  const [hidden, setHidden] = useQueryState('hide', parseAsArrayOf(parseAsString).withDefault([]));
  const list = useExperiments(search, archived);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const create = mayExperiment ? (
    <Button asChild variant="primary">
      <Link href="/experiments/new">
        <Plus aria-hidden /> New experiment
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Experiments"
        description="A task, a split, a method and settings that you want answered. Each run answers it with one seed."
        actions={
          <>
            <Button asChild variant="ghost">
              <Link href="/run-groups">Run groups</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href="/diagnoses">Diagnoses</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href="/imported-runs">Imported runs</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href="/intakes">Guided set-up</Link>
            </Button>
            {mayExperiment ? <ImportConfigurationButton /> : null}
            {mayExperiment ? <LaunchButton /> : null}
            {create}
          </>
        }
      />
      <Card flush>
        <div className="flex flex-wrap items-center gap-2 p-3">
          <SearchInput
            label="Search experiments by name"
            placeholder="Search by name"
            value={search}
            onChange={(value) => setSearch(value || null)}
          />
          <label className="flex h-8.5 items-center gap-2 px-1 text-[0.8125rem] text-ink-soft">
            <input
              type="checkbox"
              className="size-4 accent-honey"
              checked={archived}
              onChange={(event) => setArchived(event.target.checked || null)}
            />
            Archived
          </label>
          <span className="ml-auto">
            <DropdownMenu
              trigger={
                <Button>
                  <Columns3 aria-hidden /> <span className="max-sm:sr-only">Columns</span>
                </Button>
              }
            >
              <MenuLabel>Show</MenuLabel>
              {EXPERIMENT_COLUMNS.map((column) => (
                <MenuCheck
                  key={column.id}
                  checked={!hidden.includes(column.id)}
                  onChange={(shown) =>
                    setHidden(shown ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])
                  }
                >
                  {column.label}
                </MenuCheck>
              ))}
            </DropdownMenu>
          </span>
        </div>
        {list.isPending ? <SkeletonRows label="Loading experiments" rows={6} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState
            icon={FlaskConical}
            title={
              search === ''
                ? archived
                  ? 'Nothing is archived'
                  : 'No experiment yet'
                : `No experiment is called “${search}”`
            }
            action={
              search !== '' ? (
                <Button onClick={() => setSearch(null)}>Clear the search</Button>
              ) : archived ? (
                <Button onClick={() => setArchived(null)}>Show those in use</Button>
              ) : (
                create
              )
            }
          >
            {search === '' && !archived
              ? 'Choose a task, a registered split and your models; defaults fill in the rest.'
              : null}
          </EmptyState>
        ) : null}
        {items.length > 0 ? <ExperimentTable items={items} hidden={hidden} /> : null}
        <ShowMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      </Card>
    </>
  );
}
