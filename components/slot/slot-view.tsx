'use client';

import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { itemsOf } from '@/components/api/use-pages';
import { LearnFromFailures } from '@/components/fact/learn-from-failures';
import { useCanaries } from '@/components/queries/use-canaries';
import { useArchiveSlot, useSlot } from '@/components/queries/use-slots';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { RehearsalView } from '@/lib/contracts/rehearsal';
import type { SlotView as SlotOnPage } from '@/lib/contracts/slots';
import { may } from '@/lib/policy/roles';
import { SLOT_KIND_WORDS } from '@/lib/view/canary/canary-words';
import { GatewayCard } from './gateway-card';
import { HistoryCard } from './history-card';
import { LiveCard } from './live-card';
import { PromptsCard } from './prompts-card';
import { ReadingCard } from './reading-card';
import { RehearsalCard } from './rehearsal-card';
import { RevertBar } from './revert-bar';
import { SlotKeysCard } from './slot-keys-card';
import { SlotKindBadge } from './slot-kind-badge';
import { useRehearsal } from './use-rehearsal';

interface SlotViewProps {
  readonly initial: SlotOnPage;
  /** The rehearsal of the workspace; null where it has none. */
  readonly rehearsed: RehearsalView | null;
}

/** A slot: what it answers and the way back, its versions, how it is read, and what it answered when. */
export function SlotView({ initial, rehearsed }: SlotViewProps) {
  const { data: slot = initial } = useSlot(initial.id, initial);
  const { mayExperiment } = useViewer();
  const canaries = itemsOf(useCanaries(slot.id));
  const { data: rehearsal } = useRehearsal(rehearsed);
  const isPractice = rehearsal?.slotId === slot.id;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Slots', href: '/slots' }]}
        title={slot.name}
        badges={
          <>
            <SlotKindBadge kind={slot.kind} />
            {slot.archivedAt ? <Badge>archived</Badge> : null}
          </>
        }
        description={
          <>
            <code className="wrap-anywhere font-mono text-xs">{slot.flagKey}</code> · made{' '}
            <Time at={slot.createdAt} /> by {slot.createdBy}
            {slot.description ? <span className="mt-1 block break-words">{slot.description}</span> : null}
          </>
        }
        actions={
          <>
            {mayExperiment && slot.live !== null ? <LearnFromFailures slotId={slot.id} /> : null}
            <ArchiveAction slot={slot} />
          </>
        }
      />
      <RevertBar slot={slot} />
      <div className="flex flex-col gap-4">
        {isPractice ? <RehearsalCard rehearsal={rehearsal} /> : null}
        {slot.kind === 'rehearsal' && !isPractice ? (
          <Notice tone="info">{SLOT_KIND_WORDS.rehearsal.meaning}</Notice>
        ) : null}
        <LiveCard slot={slot} canaries={canaries} />
        <PromptsCard slot={slot} />
        <div className="grid min-w-0 gap-4 xl:grid-cols-2">
          <ReadingCard slot={slot} />
          <div className="flex min-w-0 flex-col gap-4">
            <GatewayCard slotId={slot.id} />
            <SlotKeysCard slotId={slot.id} />
          </div>
        </div>
        <HistoryCard slotId={slot.id} />
      </div>
    </>
  );
}

function ArchiveAction({ slot }: { slot: SlotOnPage }) {
  const { role } = useViewer();
  const archive = useArchiveSlot(slot.id);
  const [asks, setAsks] = useState(false);
  if (!may(role, 'review')) return null;
  if (slot.archivedAt !== null)
    return (
      <Button busy={archive.isPending} onClick={() => archive.mutate(false, { onError: tellProblem })}>
        <ArchiveRestore aria-hidden /> Restore
      </Button>
    );
  return (
    <>
      <Button onClick={() => setAsks(true)}>
        <Archive aria-hidden /> Archive
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Archive ${slot.name}?`}
        confirmLabel="Archive"
        danger
        busy={archive.isPending}
        onConfirm={() => archive.mutate(true, { onError: tellProblem, onSettled: () => setAsks(false) })}
      >
        Callers get the default in their code from now on. What was live stays in the history, and restoring
        the slot brings it back.
      </ConfirmDialog>
    </>
  );
}
