'use client';

import { Plug, Split } from 'lucide-react';
import { CanaryBadge } from '@/components/fact/canary-badge';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { useCanaries } from '@/components/queries/use-canaries';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { CanaryView } from '@/lib/contracts/canary-shapes';
import { CANARY_STATE_WORDS } from '@/lib/view/canary/canary-words';
import { figure, word } from '@/lib/view/list-rows';
import { formatCount } from '@/lib/view/numbers';

/** Canaries of all slots; each starts on the page of its slot. */
export function CanaryListView() {
  const toSlots = (
    <Button asChild>
      <Link href="/slots">
        <Plug aria-hidden /> Open the slots
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader title="Canaries" actions={toSlots} />
      <RecordList
        words={{ caption: 'Canaries', one: 'canary', many: 'canaries' }}
        list={useCanaries()}
        columns={COLUMNS}
        address={useListAddress()}
        empty={{
          icon: Split,
          title: 'No canary yet',
          text: 'A canary tries a new prompt next to the live one. Start it from a slot or a finished run.',
          action: toSlots,
        }}
      />
    </>
  );
}

const COLUMNS: Columns<CanaryView> = [
  {
    id: 'canary',
    label: 'Canary',
    data: [
      word('slot', ({ slot }) => slot.name),
      word('id', (canary) => canary.id),
      figure('version', ({ challenger }) => challenger.version),
    ],
    className: 'min-w-44',
    cell: (canary) => (
      <>
        <Link href={`/canaries/${canary.id}`} className="break-words font-medium hover:underline">
          {canary.slot.name}
        </Link>
        <span className="block text-ink-faint text-xs">version {canary.challenger.version}</span>
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    data: [word('state', ({ state }) => CANARY_STATE_WORDS[state].word)],
    cell: ({ state }) => <CanaryBadge state={state} />,
  },
  {
    id: 'pairs',
    label: 'Pairs collected',
    numeric: true,
    data: [figure('pairs', ({ pairs }) => pairs)],
    cell: ({ pairs }) => formatCount(pairs),
  },
  madeColumn('Drafted'),
];
