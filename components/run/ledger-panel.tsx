'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TableDoor } from '@/components/list/table-door';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { VirtualList } from '@/components/ui/virtual-list';
import { listEntries } from '@/lib/contracts/run-reading';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { describeEntry, FACT_TYPES } from '@/lib/view/ledger-line';
import { type DataField, figure, tableOfRows, word } from '@/lib/view/list-rows';

const PAGE = 500;

interface AskedPage {
  readonly runId: string;
  /** Empty = every type. */
  readonly type: string;
  readonly after: number;
  readonly signal: AbortSignal;
}

const readPage = ({ runId, type, after, signal }: AskedPage) =>
  callApi(listEntries, {
    params: { runId },
    query: { after, limit: PAGE, ...(type === '' ? {} : { type }) },
    signal,
  });

function useLedger(runId: string, type: string) {
  return useInfiniteQuery({
    queryKey: ['ledger', runId, type],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readPage({ runId, type, after: pageParam, signal }),
    getNextPageParam: (page) => page.nextAfter ?? undefined,
  });
}

/** Columns of an entry in a file: the last one holds all of it, as it is stored. */
const FILE: readonly { readonly data: readonly DataField<LedgerEntry>[] }[] = [
  {
    data: [
      figure('number', ({ seq }) => seq),
      word('type', ({ type }) => type),
      figure('at, ms since 1970', ({ measured }) => measured.atMs),
      word('in words', describeEntry),
      word('entry', (entry) => JSON.stringify(entry)),
    ],
  },
];

/** To its end, whatever was scrolled to. */
async function readLedger(runId: string, type: string): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  const { signal } = new AbortController();
  let after: number | null = 0;
  while (after !== null) {
    const page = await readPage({ runId, type, after, signal });
    entries.push(...(page.items as unknown as readonly LedgerEntry[]));
    after = page.nextAfter;
  }
  return entries;
}

export function LedgerPanel({ runId, lastSeq }: { runId: string; lastSeq: number }) {
  const [type, setType] = useQueryState('type', parseAsString.withDefault(''));
  const [open, setOpen] = useState<LedgerEntry | null>(null);
  const ledger = useLedger(runId, type);
  const entries = (ledger.data?.pages.flatMap((page) => page.items) ??
    []) as unknown as readonly LedgerEntry[];
  return (
    <Card
      flush
      title="What happened, in order?"
      description="Append-only and numbered without gaps. Everything else on this page is read from it."
      actions={
        <>
          {ledger.isSuccess && lastSeq > (entries.at(-1)?.seq ?? 0) && !ledger.hasNextPage && type === '' ? (
            <Button busy={ledger.isRefetching} onClick={() => ledger.refetch()}>
              Show {lastSeq - (entries.at(-1)?.seq ?? 0)} newer
            </Button>
          ) : null}
          <Select
            className="w-48"
            aria-label="Type"
            value={type}
            onChange={(event) => setType(event.target.value || null)}
          >
            <option value="">All types</option>
            {FACT_TYPES.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </Select>
          {entries.length > 0 ? (
            <TableDoor
              name="Ledger"
              read={async () => tableOfRows('Ledger', FILE, await readLedger(runId, type))}
            />
          ) : null}
        </>
      }
    >
      {ledger.isPending ? <SkeletonRows label="Loading the ledger" rows={8} /> : null}
      {ledger.isError ? (
        <ProblemNotice className="m-4" error={ledger.error} onRetry={() => ledger.refetch()} />
      ) : null}
      {ledger.isSuccess && entries.length === 0 ? (
        <EmptyState icon={ScrollText} title="No entry of this kind yet" />
      ) : null}
      {entries.length > 0 ? (
        <div className="border-line border-t">
          <VirtualList
            label="Ledger"
            items={entries}
            rowHeight={44}
            keyOf={(entry) => entry.seq}
            atAGlance={(entry) => `${entry.seq} · ${entry.type}`}
            hasMore={ledger.hasNextPage}
            isLoadingMore={ledger.isFetchingNextPage}
            onMore={() => ledger.fetchNextPage()}
          >
            {(entry) => (
              <button
                type="button"
                onClick={() => setOpen(entry)}
                className="grid h-full w-full grid-cols-[2.5rem_minmax(0,1fr)] content-center items-center gap-x-3 px-4 sm:grid-cols-[3rem_9.5rem_minmax(0,1fr)] text-left text-[0.8125rem] hover:bg-sunken focus-visible:outline-offset-[-2px]"
              >
                <span className="numbers row-span-2 text-right text-ink-faint text-xs sm:row-span-1">
                  {entry.seq}
                </span>
                <span className="truncate font-mono text-xs">{entry.type}</span>
                <span className="truncate text-ink-soft text-xs sm:text-[0.8125rem]">
                  {describeEntry(entry)}
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
        title={`Entry ${open?.seq ?? ''}: ${open?.type ?? ''}`}
        description={open ? <Time at={open.measured.atMs} withSeconds /> : undefined}
      >
        {open ? (
          <div className="flex flex-col gap-3">
            <p className="text-[0.8125rem]">{describeEntry(open)}</p>
            <CodeBlock
              className="[&_section]:max-h-none"
              text={JSON.stringify(open, null, 2)}
              what="the entry"
              wrap
            />
          </div>
        ) : null}
      </Dialog>
    </Card>
  );
}
