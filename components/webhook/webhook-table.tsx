'use client';

import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { WebhookView } from '@/lib/contracts/webhooks';
import { eventWords } from '@/lib/view/event-words';
import { word } from '@/lib/view/list-rows';
import { DeliveryLog } from './delivery-log';
import { WebhookActions } from './webhook-actions';

const CAPTION = 'Webhooks';

const COLUMNS: readonly TableColumn<WebhookView>[] = [
  {
    label: 'Name',
    className: 'min-w-52',
    data: [word('name', ({ name }) => name), word('host', hostOf), word('shape', shapeOf)],
    cell: (webhook) => (
      <>
        <span className="font-medium">{webhook.name}</span>
        <span className="block wrap-anywhere text-ink-faint text-xs">
          {hostOf(webhook)}, {shapeOf(webhook)}
        </span>
      </>
    ),
  },
  {
    label: 'State',
    data: [word('state', stateOf), word('disabled at', ({ disabledAt }) => disabledAt)],
    cell: (webhook) =>
      webhook.disabledAt === null ? (
        <Badge icon={CircleCheck} tone="good">
          {stateOf(webhook)}
        </Badge>
      ) : (
        <Badge icon={Ban}>{stateOf(webhook)}</Badge>
      ),
  },
  wordColumn({
    label: 'Events',
    className: 'min-w-32 text-ink-soft',
    of: ({ events }) => (events.length === 0 ? 'All events' : events.map(eventWords).join(', ')),
  }),
  {
    label: 'Made',
    className: 'whitespace-nowrap text-ink-faint',
    data: [word('made at', ({ createdAt }) => createdAt), word('made by', ({ createdBy }) => createdBy)],
    cell: ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} /> by {createdBy}
      </>
    ),
  },
];

interface WebhooksProps {
  readonly webhooks: readonly WebhookView[];
}

export function WebhookTable({ webhooks }: WebhooksProps) {
  const [logged, setLogged] = useState<WebhookView | null>(null);
  const actions: TableColumn<WebhookView> = {
    label: 'Actions',
    isSilent: true,
    numeric: true,
    data: [],
    cell: (webhook) => <WebhookActions webhook={webhook} onLog={() => setLogged(webhook)} />,
  };
  return (
    <>
      <ColumnTable caption={CAPTION} columns={[...COLUMNS, actions]} rows={webhooks} keyOf={({ id }) => id} />
      {logged ? <DeliveryLog webhook={logged} onClose={() => setLogged(null)} /> : null}
    </>
  );
}

/** The same as a file. */
export function WebhooksDoor({ webhooks }: WebhooksProps) {
  return (
    <TableDoor name={CAPTION} read={tableReader({ caption: CAPTION, columns: COLUMNS, rows: webhooks })} />
  );
}

/** The rest of an address may be a secret, as Slack's is. */
function hostOf({ url }: WebhookView): string {
  return new URL(url).host;
}

function shapeOf({ shape }: WebhookView): string {
  return shape === 'slack' ? 'Slack' : 'JSON';
}

function stateOf({ disabledAt }: WebhookView): string {
  return disabledAt === null ? 'On' : 'Disabled';
}
