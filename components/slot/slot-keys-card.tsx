'use client';

import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { KeysDoor, KeyTable } from '@/components/settings/key-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { SlotKeyView } from '@/lib/contracts/slot-keys';
import { word } from '@/lib/view/list-rows';
import { SCOPE_WORDS } from '@/lib/view/slot-words';
import { SlotKeyDialog } from './slot-key-dialog';
import { slotKeysKey, useSlotKeys } from './use-slot-prompts';

const RIGHTS = word<SlotKeyView>('may', ({ scopes }) =>
  scopes.map((scope) => SCOPE_WORDS[scope].name).join(', '),
);

/** Machines' ways in to this one slot. */
export function SlotKeysCard({ slotId }: { slotId: string }) {
  const { mayAdminister } = useViewer();
  const keys = useSlotKeys(slotId, mayAdminister);
  const [adds, setAdds] = useState(false);
  if (!mayAdminister)
    return (
      <Card title="Keys of the slot">
        <p className="text-[0.8125rem] text-ink-faint">
          Keys are the owners’ business: ask an owner for one with the scopes that your program needs.
        </p>
      </Card>
    );
  const add = (
    <Button onClick={() => setAdds(true)}>
      <Plus aria-hidden /> New key
    </Button>
  );
  return (
    <Card
      flush
      title="Keys of the slot"
      description="Each does what its scopes say, in this slot and nowhere else."
      actions={
        <>
          {add}
          <KeysDoor caption="Keys of the slot" keys={keys.data ?? []} rights={RIGHTS} />
        </>
      }
    >
      {keys.isPending ? <SkeletonRows label="Loading keys" rows={2} /> : null}
      {keys.isError ? (
        <ProblemNotice className="m-4" error={keys.error} onRetry={() => keys.refetch()} />
      ) : null}
      {keys.data?.length === 0 ? (
        <EmptyState icon={KeyRound} title="No key yet">
          A program needs one to ask for the prompt.
        </EmptyState>
      ) : null}
      {keys.data && keys.data.length > 0 ? (
        <KeyTable
          caption="Keys of the slot"
          keys={keys.data}
          listed={slotKeysKey(slotId)}
          rights={{ head: 'May', of: rightsOf }}
          consequence="Whatever uses it is refused from this moment on and falls back to the prompt in its code."
        />
      ) : null}
      {adds ? <SlotKeyDialog slotId={slotId} onClose={() => setAdds(false)} /> : null}
    </Card>
  );
}

function rightsOf({ scopes, isBrowser, origins }: SlotKeyView) {
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Badge key={scope}>{SCOPE_WORDS[scope].name}</Badge>
      ))}
      {isBrowser ? (
        <Badge tone="info" title={origins.join(', ')}>
          browser
        </Badge>
      ) : null}
    </span>
  );
}
