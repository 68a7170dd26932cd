'use client';

import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { useRevokeKey } from '@/components/settings/use-keys';
import { useViewer } from '@/components/shell/viewer';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { SlotKeyView } from '@/lib/contracts/slot-keys';
import { SCOPE_WORDS } from '@/lib/view/slot-words';
import { SlotKeyDialog } from './slot-key-dialog';
import { useSlotKeys } from './use-slot-prompts';

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
      actions={add}
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
      {keys.data && keys.data.length > 0 ? <KeyRows slotId={slotId} keys={keys.data} /> : null}
      {adds ? <SlotKeyDialog slotId={slotId} onClose={() => setAdds(false)} /> : null}
    </Card>
  );
}

function KeyRows({ slotId, keys }: { slotId: string; keys: readonly SlotKeyView[] }) {
  const revoke = useRevokeKey(['slot-keys', slotId]);
  const [asked, setAsked] = useState<SlotKeyView | null>(null);
  return (
    <>
      <Table caption="Keys of the slot">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Begins with</HeadCell>
          <HeadCell>May</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {keys.map((key) => (
            <Row key={key.id}>
              <Cell className="font-medium">
                {key.name}
                <span className="block font-normal text-ink-faint text-xs">
                  made <Time at={key.createdAt} /> by {key.createdBy}
                </span>
              </Cell>
              <Cell className="font-mono text-xs">{key.prefix}…</Cell>
              <Cell>
                <span className="flex flex-wrap gap-1">
                  {key.scopes.map((scope) => (
                    <Badge key={scope}>{SCOPE_WORDS[scope].name}</Badge>
                  ))}
                  {key.isBrowser ? (
                    <Badge tone="info" title={key.origins.join(', ')}>
                      browser
                    </Badge>
                  ) : null}
                </span>
              </Cell>
              <Cell className="text-ink-faint">
                {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never'}
              </Cell>
              <Cell numeric>
                {key.revokedAt ? (
                  <Badge>revoked</Badge>
                ) : (
                  <Button size="sm" variant="danger" onClick={() => setAsked(key)}>
                    Revoke
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={`Revoke ${asked?.name ?? 'the key'}?`}
        confirmLabel="Revoke"
        danger
        busy={revoke.isPending}
        onConfirm={() =>
          asked && revoke.mutate(asked.id, { onError: tellProblem, onSuccess: () => setAsked(null) })
        }
      >
        Whatever uses it is refused from this moment on and falls back to the prompt in its code. It cannot be
        taken back.
      </ConfirmDialog>
    </>
  );
}
