'use client';

import { Check, CircleSlash, Minus } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { ShowMore } from '@/components/ui/show-more';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { InsightFateView } from '@/lib/contracts/survival';
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
  readonly origin: NumberOrigin;
  readonly filter: (typeof FATE_FILTERS)[number];
  readonly onFilter: (filter: (typeof FATE_FILTERS)[number]) => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

/** Each insight with where it is or was lost, newest iteration first. */
export function InsightFates({ fates, origin, filter, onFilter, ...more }: InsightFatesProps) {
  return (
    <Card
      flush
      title="Where were they lost?"
      description={`One row an insight, no interval · ${describeHardware(origin)} · newest iteration first`}
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
    >
      {fates.length === 0 ? (
        <EmptyState icon={Check} title={filter === 'lost' ? 'Nothing was lost' : 'No insight is there'}>
          {filter === 'lost'
            ? 'The prompt says every insight that was followed so far.'
            : 'Choose all insights to see every one.'}
        </EmptyState>
      ) : (
        <Table caption="Insights and where they are">
          <TableHead>
            <HeadCell>Place</HeadCell>
            <HeadCell>Insight</HeadCell>
            <HeadCell numeric className="max-md:hidden">
              Iteration
            </HeadCell>
            <HeadCell className="max-md:hidden">Reflection on</HeadCell>
          </TableHead>
          <TableBody>
            {fates.map((fate) => (
              <FateRow key={fate.id} fate={fate} />
            ))}
          </TableBody>
        </Table>
      )}
      <ShowMore hasMore={more.hasMore} isLoading={more.isLoadingMore} onMore={more.onMore} />
    </Card>
  );
}

function FateRow({ fate }: { fate: InsightFateView }) {
  const isThere = fate.place === 'prompt';
  return (
    <Row>
      <Cell className="align-top">
        <Badge tone={isThere ? 'good' : 'neutral'} icon={isThere ? Check : Minus}>
          {PLACE_WORDS[fate.place]}
        </Badge>
      </Cell>
      <Cell className="min-w-52 align-top">
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
      </Cell>
      <Cell numeric className="align-top max-md:hidden">
        {fate.iteration + 1}
      </Cell>
      <Cell className="align-top font-mono text-xs max-md:hidden">{fate.exampleId ?? '–'}</Cell>
    </Row>
  );
}
