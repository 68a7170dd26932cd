'use client';

import { Ban, CircleCheck, Clock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { TableDoor } from '@/components/list/table-door';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { ApiKeyView } from '@/lib/contracts/keys';
import { type DataField, tableOfRows, word } from '@/lib/view/list-rows';
import { useRevokeKey } from './use-keys';

type AnyKey = Omit<ApiKeyView, 'role'>;

interface KeyTableProps<Key extends AnyKey> {
  readonly caption: string;
  readonly keys: readonly Key[];
  /** The list that they stand in: it is read again after one was revoked. */
  readonly listed: readonly string[];
  /** Permissions of a key, and their names. */
  readonly rights: { readonly head: string; readonly of: (key: Key) => ReactNode };
  /** Consequence of revoking a key that is in use. */
  readonly consequence: string;
}

/** Keys of every kind: what each may do, whether it still may, and the way to take it back. */
export function KeyTable<Key extends AnyKey>(props: KeyTableProps<Key>) {
  const { caption, keys, listed, rights, consequence } = props;
  const revoke = useRevokeKey(listed);
  const [asked, setAsked] = useState<AnyKey | null>(null);
  return (
    <>
      <Table caption={caption} isStacked>
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Begins with</HeadCell>
          <HeadCell>{rights.head}</HeadCell>
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
              <Cell data-head="Begins with">
                <span className="font-mono text-xs">{key.prefix}…</span>
              </Cell>
              <Cell data-head={rights.head}>{rights.of(key)}</Cell>
              <Cell>
                <KeyState known={key} />
              </Cell>
              <Cell data-head="Made" className="whitespace-nowrap text-ink-faint">
                <Time at={key.createdAt} /> by {key.createdBy}
              </Cell>
              <Cell data-head="Last used" className="text-ink-faint">
                {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never'}
              </Cell>
              <Cell data-head="Ends" className="text-ink-faint">
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
        {consequence} It cannot be taken back.
      </ConfirmDialog>
    </>
  );
}

function KeyState({ known }: { known: AnyKey }) {
  if (known.revokedAt) return <Badge icon={Ban}>Revoked</Badge>;
  if (known.expiresAt && Date.parse(known.expiresAt) < Date.now()) return <Badge icon={Clock}>Expired</Badge>;
  return (
    <Badge icon={CircleCheck} tone="good">
      Valid
    </Badge>
  );
}

interface KeysDoorProps<Key extends AnyKey> extends Pick<KeyTableProps<Key>, 'caption' | 'keys'> {
  /** Permissions of each, in words. */
  readonly rights: DataField<Key>;
}

/** The same as a file; of a key itself only how it begins is known. */
export function KeysDoor<Key extends AnyKey>({ caption, keys, rights }: KeysDoorProps<Key>) {
  const data: readonly DataField<Key>[] = [
    ...[word<Key>('name', ({ name }) => name), word<Key>('begins with', ({ prefix }) => prefix), rights],
    word('made at', ({ createdAt }) => createdAt),
    word('made by', ({ createdBy }) => createdBy),
    word('last used at', ({ lastUsedAt }) => lastUsedAt),
    word('ends at', ({ expiresAt }) => expiresAt),
    word('revoked at', ({ revokedAt }) => revokedAt),
  ];
  if (keys.length === 0) return null;
  return <TableDoor name={caption} read={async () => tableOfRows(caption, [{ data }], keys)} />;
}
