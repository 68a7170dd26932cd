'use client';

import { FlaskConical, ListVideo } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { BulkBar } from '@/components/list/bulk-bar';
import { FilterChoice } from '@/components/list/filter-choice';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Term } from '@/components/ui/term';
import { type RunView, runKind, runStatus } from '@/lib/contracts/run-shapes';
import { compareRuns } from '@/lib/view/compare-address';
import { RUN_KIND_WORDS, RUN_STATUS_WORDS } from '@/lib/view/run-words';
import { RUN_COLUMNS } from './run-columns';
import { SORTED_BY_API, useRunList } from './use-run-list';

const PromptDifferenceDialog = dynamic(() =>
  import('@/components/comparison/prompt-difference-dialog').then((part) => part.PromptDifferenceDialog),
);

/** As many as lines can still be told apart; two at least, or there is nothing to compare with. */
const COMPARED = { min: 2, max: 10 } as const;
/** The remaining columns fit a laptop's screen beside the navigation, nothing cut. */
const HIDDEN_AT_FIRST = [
  'tags',
  'method',
  'batch',
  'rollouts',
  'kind',
  'owner',
  'started',
  'took',
  'made',
] as const;

/** Every run of the workspace: found, sorted, tagged, put away and compared. */
export function RunListView() {
  const router = useRouter();
  const address = useListAddress(HIDDEN_AT_FIRST);
  const [{ status, kind, owner, with: from }, set] = useQueryStates({
    status: parseAsStringLiteral(runStatus.options),
    kind: parseAsStringLiteral(runKind.options),
    owner: parseAsString.withDefault(''),
    with: parseAsString,
  });
  const list = useRunList({ ...address, status, kind, owner: owner.trim() });
  // A run from whose page the reader came to choose a comparison stays the baseline.
  const compared = (ids: readonly string[]) => [...new Set(from === null ? ids : [from, ...ids])];
  const mayCompare = (ids: readonly string[]) =>
    compared(ids).length >= COMPARED.min && compared(ids).length <= COMPARED.max;
  const compare = (ids: readonly string[]) => {
    if (mayCompare(ids)) router.push(compareRuns(compared(ids), from));
  };
  const [looked, setLooked] = useState<readonly [RunView, RunView] | null>(null);
  const differenceOf = ([before, after, ...more]: readonly RunView[]) =>
    before && after && more.length === 0 ? () => setLooked([before, after]) : null;
  const isNarrowed = status !== null || kind !== null || owner !== '';
  return (
    <>
      <PageHeader
        title="Runs"
        description="Every execution of an experiment. Choose two to ten to compare them."
        actions={
          <Button asChild>
            <Link href="/experiments">
              <FlaskConical aria-hidden /> To the experiments
            </Link>
          </Button>
        }
      />
      {from === null ? null : (
        <Notice className="mb-4" title="With which runs?">
          Choose one to nine, then press c or “Compare them”. They are measured against{' '}
          <Link href={`/runs/${from}`} className="underline underline-offset-2">
            the run that you came from
          </Link>
          .{' '}
          <Button variant="link" size="inline" onClick={() => void set({ with: null })}>
            Compare others
          </Button>
        </Notice>
      )}
      <RecordList
        words={{ caption: 'Runs', one: 'run', many: 'runs' }}
        list={list}
        columns={RUN_COLUMNS}
        address={address}
        hasSearch
        hasArchive
        tagged="runs"
        views="runs"
        sortedByApi={SORTED_BY_API}
        filters={
          <>
            <FilterChoice
              label="Status"
              value={status}
              options={runStatus.options.map((value) => [value, RUN_STATUS_WORDS[value].word])}
              onChange={(value) => void set({ status: value })}
            />
            <FilterChoice
              label="Kind"
              value={kind}
              options={runKind.options.map((value) => [value, RUN_KIND_WORDS[value]])}
              onChange={(value) => void set({ kind: value })}
            />
            <span className="min-w-0 flex-1 basis-28 sm:max-w-36">
              <Input
                type="search"
                aria-label="Part of the owner’s name"
                placeholder="Owner"
                value={owner}
                onChange={(event) => void set({ owner: event.target.value || null })}
              />
            </span>
          </>
        }
        bulk={{
          onCompare: compare,
          onDifference: (items) => differenceOf(items)?.(),
          bar: (selection, items) => (
            <BulkBar
              of="runs"
              one="run"
              many="runs"
              selection={selection}
              items={items}
              archived={address.archived}
              onCompare={mayCompare(selection.ids) ? () => compare(selection.ids) : null}
              baseline={from === null ? undefined : 'the run that you came from'}
              onDifference={differenceOf(items)}
            />
          ),
        }}
        empty={
          isNarrowed
            ? {
                icon: ListVideo,
                title: 'No run fits these filters',
                action: (
                  <Button onClick={() => void set({ status: null, kind: null, owner: null })}>
                    Clear the filters
                  </Button>
                ),
              }
            : {
                icon: ListVideo,
                title: 'Nothing has run yet',
                text: 'Open an experiment and choose “Run”; a serial baseline comes first.',
              }
        }
        note={
          <>
            Best <Term id="held-out" />: with its <Term id="interval" /> and <Term id="n" />. Gain: that minus
            the original prompt’s, in <Term id="point">points</Term>, with its interval once the run has
            ended. Spend: at the pinned prices; answers from the cache cost nothing.
          </>
        }
      />
      {looked ? (
        <PromptDifferenceDialog before={looked[0]} after={looked[1]} onClose={() => setLooked(null)} />
      ) : null}
    </>
  );
}
