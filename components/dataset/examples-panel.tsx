'use client';

import { ListX } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { TableDoor } from '@/components/list/table-door';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { SearchInput } from '@/components/ui/search-input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { VirtualList } from '@/components/ui/virtual-list';
import type { ExampleView } from '@/lib/contracts/datasets';
import type { SplitView } from '@/lib/contracts/splits';
import { SPLIT_NAMES } from '@/lib/domain/split';
import { type DataField, figure, tableOfRows, word } from '@/lib/view/list-rows';
import { splitWord } from '@/lib/view/number-origin';
import { useExamples } from './use-datasets';

/** A page of them; each holds a whole question. */
const EXAMPLES_AHEAD = 100;

const JUDGED = 'Judged by its environment';

const GRID =
  'grid w-full grid-cols-[minmax(0,1fr)_6rem] items-center gap-3 px-4 text-left md:grid-cols-[4rem_9rem_minmax(0,1fr)_11rem_6rem]';

/** Columns of a file of the examples that the filters leave. */
const FILE: readonly { readonly data: readonly DataField<ExampleView>[] }[] = [
  {
    data: [
      figure('no.', ({ position }) => position + 1),
      word('id', ({ id }) => id),
      word('question', ({ question }) => question),
      word('context', ({ context }) => context),
      word('expected answer', ({ expected }) => expected),
      word('environment', ({ environment }) => environment),
      word('part', ({ split }) => split),
      word('group', ({ groupKey }) => groupKey),
      word('content hash', ({ contentHash }) => contentHash),
    ],
  },
];

export function ExamplesPanel({ datasetId, splits }: { datasetId: string; splits: readonly SplitView[] }) {
  const [search, setSearch] = useQueryState(
    'q',
    parseAsString.withDefault('').withOptions({ throttleMs: 300 }),
  );
  const [split, setSplit] = useQueryState('split', parseAsStringLiteral(SPLIT_NAMES));
  const [chosen, setChosen] = useQueryState('under', parseAsString);
  const [open, setOpen] = useState<ExampleView | null>(null);
  const splitId = splits.find((one) => one.id === chosen)?.id ?? splits[0]?.id ?? '';
  const examples = useExamples(datasetId, { search, splitId, split: split ?? '' });
  const items = itemsOf(examples);
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-2 p-3">
        <SearchInput
          label="Search examples"
          placeholder="Search question and answer"
          value={search}
          onChange={(value) => setSearch(value || null)}
        />
        {splits.length > 0 ? (
          <>
            <Select
              className="w-44"
              aria-label="Registration"
              value={splitId}
              onChange={(event) => setChosen(event.target.value)}
            >
              {splits.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </Select>
            <Select
              className="w-36"
              aria-label="Part of the split"
              value={split ?? ''}
              onChange={(event) => setSplit((event.target.value as typeof split) || null)}
            >
              <option value="">All parts</option>
              {SPLIT_NAMES.map((name) => (
                <option key={name} value={name}>
                  {splitWord(name)}
                </option>
              ))}
            </Select>
          </>
        ) : null}
        {items.length > 0 ? (
          <span className="ml-auto">
            <TableDoor
              name="Examples"
              read={async () =>
                tableOfRows(
                  'Examples',
                  FILE,
                  (await examples.readAllPages()).flatMap((page) => page.items),
                )
              }
            />
          </span>
        ) : null}
      </div>
      {examples.isPending ? <SkeletonRows label="Loading examples" rows={8} /> : null}
      {examples.isError ? (
        <ProblemNotice className="m-4" error={examples.error} onRetry={() => examples.refetch()} />
      ) : null}
      {examples.isSuccess && items.length === 0 ? (
        <NothingFound
          isEnd={!examples.hasNextPage}
          busy={examples.isFetchingNextPage}
          onMore={() => examples.fetchNextPage()}
        />
      ) : null}
      {items.length > 0 ? (
        <div className="text-[0.8125rem]">
          <div className={`${GRID} h-9 border-line border-y bg-sunken/60 text-ink-faint text-xs`} aria-hidden>
            <span className="hidden text-right md:block">No.</span>
            <span className="hidden md:block">Id</span>
            <span>Question</span>
            <span className="hidden md:block">Expected answer</span>
            <span className="text-right">Part</span>
          </div>
          <VirtualList
            label="Examples"
            items={items}
            rowHeight={44}
            keyOf={(example) => example.id}
            atAGlance={(example) => `${example.position + 1} · ${example.question}`}
            hasMore={examples.hasNextPage}
            isLoadingMore={examples.isFetchingNextPage}
            onMore={() => examples.fetchNextPage()}
            ahead={EXAMPLES_AHEAD}
          >
            {(example) => (
              <button
                type="button"
                onClick={() => setOpen(example)}
                className={`${GRID} h-full hover:bg-sunken focus-visible:outline-offset-[-2px]`}
              >
                <span className="numbers hidden text-right text-ink-faint md:block">
                  {example.position + 1}
                </span>
                <span className="hidden truncate font-mono text-xs md:block">{example.id}</span>
                <span className="min-w-0">
                  {/* Tasks often begin with the same words. */}
                  {example.environment === null || example.question.includes(example.id) ? null : (
                    <span className="block truncate font-mono text-xs md:hidden">{example.id}</span>
                  )}
                  <span className="block truncate">{example.question}</span>
                </span>
                {example.environment === null ? (
                  <span className="hidden truncate font-mono text-xs md:block">{example.expected}</span>
                ) : (
                  <span className="hidden truncate text-ink-faint text-xs md:block">{JUDGED}</span>
                )}
                <span className="text-right text-ink-faint text-xs">
                  {example.split ? splitWord(example.split) : 'none'}
                </span>
              </button>
            )}
          </VirtualList>
        </div>
      ) : null}
      <Dialog
        shape="drawer"
        open={open !== null}
        onOpenChange={() => setOpen(null)}
        title={`Example ${open?.id ?? ''}`}
      >
        {open ? (
          <div className="flex flex-col gap-4">
            <Part name="Question" text={open.question} />
            {open.context === '' ? null : <Part name="Context" text={open.context} />}
            {open.environment === null ? (
              <Part name="Expected answer" text={open.expected} />
            ) : (
              <p className="text-[0.8125rem] text-ink-soft">{JUDGED}</p>
            )}
            <p className="font-mono text-ink-faint text-xs">
              {open.contentHash}
              {open.groupKey ? ` · group ${open.groupKey}` : ''}
              {open.sourceSplit ? ` · from ${open.sourceSplit}` : ''}
            </p>
          </div>
        ) : null}
      </Dialog>
    </Card>
  );
}

interface NothingFoundProps {
  readonly isEnd: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

/** A large data set is searched a part at a time, so nothing found need not be the end. */
function NothingFound({ isEnd, busy, onMore }: NothingFoundProps) {
  if (isEnd) return <EmptyState icon={ListX} title="No example fits this search" />;
  const more = (
    <Button busy={busy} onClick={onMore}>
      Search further
    </Button>
  );
  return (
    <EmptyState icon={ListX} title="No example found yet" action={more}>
      A large data set is searched a part at a time.
    </EmptyState>
  );
}

function Part({ name, text }: { name: string; text: string }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-[0.8125rem]">{name}</h3>
      <CodeBlock text={text} what={name.toLowerCase()} wrap />
    </section>
  );
}
