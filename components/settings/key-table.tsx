'use client';

import { Ban, CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { ApiKeyView } from '@/lib/contracts/keys';
import { useRevokeKey } from './use-keys';

function KeyState({ known }: { known: ApiKeyView }) {
  if (known.revokedAt) return <Badge icon={Ban}>Revoked</Badge>;
  if (known.expiresAt && Date.parse(known.expiresAt) < Date.now()) return <Badge icon={Clock}>Expired</Badge>;
  return (
    <Badge icon={CircleCheck} tone="good">
      Valid
    </Badge>
  );
}

export function KeyTable({ keys }: { keys: readonly ApiKeyView[] }) {
  const revoke = useRevokeKey();
  const [asked, setAsked] = useState<ApiKeyView | null>(null);
  return (
    <>
      <Table caption="API keys">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Begins with</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Made</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>Ends</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {keys.map((key) => (
            <Row key={key.id}>
              <Cell className="whitespace-nowrap font-medium">{key.name}</Cell>
              <Cell className="font-mono text-xs">{key.prefix}…</Cell>
              <Cell>{key.role}</Cell>
              <Cell>
                <KeyState known={key} />
              </Cell>
              <Cell className="whitespace-nowrap text-ink-faint">
                <Time at={key.createdAt} /> by {key.createdBy}
              </Cell>
              <Cell className="text-ink-faint">
                {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never'}
              </Cell>
              <Cell className="text-ink-faint">
                {key.expiresAt ? <Time at={key.expiresAt} /> : 'when revoked'}
              </Cell>
              <Cell numeric>
                {key.revokedAt ? null : (
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
        Whatever uses it is refused from this moment on. It cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
