'use client';

import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { useSlots } from '@/components/queries/use-slots';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { SlotView } from '@/lib/contracts/slots';
import { percentWords } from '@/lib/view/canary/plan-lines';
import { figure, word } from '@/lib/view/list-rows';
import { NewSlotDialog } from './new-slot-dialog';
import { SlotKindBadge } from './slot-kind-badge';

export function SlotListView() {
  const { mayExperiment } = useViewer();
  const address = useListAddress();
  const [adds, setAdds] = useState(false);
  const add = (
    <Button
      variant="primary"
      blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
      onClick={() => setAdds(true)}
    >
      <Plus aria-hidden /> New slot
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Slots"
        description="A slot is the place in your application that asks for a prompt. One pointer says which version it gets: promotion moves it, one click takes it back."
        actions={add}
      />
      <RecordList
        words={{ caption: 'Slots', one: 'slot', many: 'slots' }}
        list={useSlots(address.search, address.archived)}
        columns={COLUMNS}
        address={address}
        hasSearch
        hasArchive
        views="slots"
        empty={{
          icon: Plug,
          title: 'No slot yet',
          text: 'Make one for each place in your code that holds a prompt. A rehearsal slot tries the whole way without risk.',
          action: add,
        }}
      />
      {adds ? <NewSlotDialog onClose={() => setAdds(false)} /> : null}
    </>
  );
}

const COLUMNS: Columns<SlotView> = [
  {
    id: 'slot',
    label: 'Slot',
    data: [
      word('slot', (slot) => slot.name),
      word('id', (slot) => slot.id),
      word('flag key', (slot) => slot.flagKey),
    ],
    className: 'min-w-44',
    cell: (slot) => (
      <>
        <Link href={`/slots/${slot.id}`} className="break-words font-medium hover:underline">
          {slot.name}
        </Link>
        <span className="block wrap-anywhere font-mono text-ink-faint text-xs">{slot.flagKey}</span>
      </>
    ),
  },
  {
    id: 'kind',
    label: 'Kind',
    data: [word('kind', (slot) => slot.kind)],
    cell: (slot) => <SlotKindBadge kind={slot.kind} />,
  },
  {
    id: 'live',
    label: 'Live',
    className: 'whitespace-nowrap',
    data: [
      figure('live version', ({ live }) => live?.version ?? null),
      figure('challenger version', ({ split }) => split?.challenger.version ?? null),
      figure('challenger share', ({ split }) => split?.share ?? null),
      word('reverted', (slot) => slot.isReverted),
    ],
    cell: (slot) => <LiveCell slot={slot} />,
  },
  madeColumn('Made'),
];

function LiveCell({ slot: { live, split, isReverted } }: { slot: SlotView }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {live === null ? (
        <span className="text-ink-faint">nothing live yet</span>
      ) : (
        <span>version {live.version} is live</span>
      )}
      {split ? (
        <Badge tone="honey">
          {percentWords(split.share)} get version {split.challenger.version}
        </Badge>
      ) : null}
      {isReverted ? <Badge tone="bad">after a revert</Badge> : null}
    </span>
  );
}
