'use client';

import { Check, CircleSlash, Minus } from 'lucide-react';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { ShowMore } from '@/components/ui/show-more';
import { Term } from '@/components/ui/term';
import type { InsightFateView } from '@/lib/contracts/survival';
import { figure, word } from '@/lib/view/list-rows';
import { describeHardware, type NumberOrigin } from '@/lib/view/number-origin';
import { describeFate, PLACE_WORDS } from '@/lib/view/run-survival';

export const FATE_FILTERS = [
  'lost',
  'all',
  'lostLevel1',
  'lostLevel2',
  'notApplied',
  'removed',
  'prompt',
] as const;

interface InsightFatesProps {
  readonly fates: readonly InsightFateView[];
  /** All fates, also those on other pages. */
  readonly readAll: () => Promise<readonly InsightFateView[]>;
  readonly origin: NumberOrigin;
  readonly filter: (typeof FATE_FILTERS)[number];
  readonly onFilter: (filter: (typeof FATE_FILTERS)[number]) => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

const COLUMNS: readonly TableColumn<InsightFateView>[] = [
  {
    label: 'Place',
    className: 'align-top',
    data: [word('place', ({ place }) => PLACE_WORDS[place])],
    cell: ({ place }) => (
      <Badge tone={place === 'prompt' ? 'good' : 'neutral'} icon={place === 'prompt' ? Check : Minus}>
        {PLACE_WORDS[place]}
      </Badge>
    ),
  },
  {
    label: 'Insight',
    className: 'min-w-52 align-top',
    data: [
      word('insight', ({ text }) => text),
      word('id', ({ id }) => id),
      word('how', describeFate),
      figure('said by reflections', ({ alsoIds }) => alsoIds.length + 1),
      word('said before', ({ known }) => known),
      word('carried over, not counted', ({ carried }) => carried),
      word('claimed, not found', ({ claimedNotFound }) => claimedNotFound),
    ],
    cell: (fate) => <Insight fate={fate} />,
  },
  figureColumn({
    label: 'Iteration',
    hiddenBelow: 'md',
    className: 'align-top',
    of: ({ iteration }) => iteration + 1,
    show: String,
  }),
  wordColumn({
    label: 'Reflection on',
    hiddenBelow: 'md',
    className: 'align-top font-mono text-xs',
    of: ({ exampleId }) => exampleId,
  }),
];

/** Each insight with where it is or was lost, newest iteration first. */
export function InsightFates({ fates, readAll, origin, filter, onFilter, ...more }: InsightFatesProps) {
  return (
    <TableCard
      title="Where were they lost?"
      description={
        <>
          One row an <Term id="insight" />, no interval · {describeHardware(origin)} · newest iteration first
        </>
      }
      actions={
        <Select
          className="w-44"
          aria-label="Which insights"
          value={filter}
          onChange={(event) => onFilter(event.target.value as InsightFatesProps['filter'])}
        >
          {FATE_FILTERS.map((one) => (
            <option key={one} value={one}>
              {one === 'lost' ? 'All that were lost' : one === 'all' ? 'All insights' : PLACE_WORDS[one]}
            </option>
          ))}
        </Select>
      }
      caption="Insights and where they are"
      columns={COLUMNS}
      rows={fates}
      readAll={readAll}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon={Check} title={filter === 'lost' ? 'Nothing was lost' : 'No insight is there'}>
          {filter === 'lost'
            ? 'The prompt says every insight that was followed so far.'
            : 'Choose all insights to see every one.'}
        </EmptyState>
      }
    >
      <ShowMore hasMore={more.hasMore} isLoading={more.isLoadingMore} onMore={more.onMore} />
    </TableCard>
  );
}

function Insight({ fate }: { fate: InsightFateView }) {
  return (
    <>
      <span className="block break-words">{fate.text ?? 'The reflection cannot be read any more.'}</span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-xs">
        <span>{describeFate(fate)}</span>
        {fate.alsoIds.length > 0 ? <span>said by {fate.alsoIds.length + 1} reflections</span> : null}
        {fate.known ? <span>the prompt said it before</span> : null}
        {fate.carried ? <span>carried over, not counted</span> : null}
        {fate.claimedNotFound ? (
          <Badge tone="honey" icon={CircleSlash}>
            claimed, not found
          </Badge>
        ) : null}
        <span className="md:hidden">
          iteration {fate.iteration + 1}
          {fate.exampleId === null ? '' : `, ${fate.exampleId}`}
        </span>
      </span>
    </>
  );
}
