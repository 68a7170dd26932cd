'use client';

import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { WebhookView } from '@/lib/contracts/webhooks';
import { eventWords } from '@/lib/view/event-words';
import { DeliveryLog } from './delivery-log';
import { WebhookActions } from './webhook-actions';

export function WebhookTable({ webhooks }: { webhooks: readonly WebhookView[] }) {
  const [logged, setLogged] = useState<WebhookView | null>(null);
  return (
    <>
      <Table caption="Webhooks">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Events</HeadCell>
          <HeadCell>Made</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {webhooks.map((webhook) => (
            <Row key={webhook.id}>
              <Cell className="min-w-52">
                <span className="font-medium">{webhook.name}</span>
                <span className="block wrap-anywhere text-ink-faint text-xs">{hostOf(webhook)}</span>
              </Cell>
              <Cell>
                {webhook.disabledAt === null ? (
                  <Badge icon={CircleCheck} tone="good">
                    On
                  </Badge>
                ) : (
                  <Badge icon={Ban}>Disabled</Badge>
                )}
              </Cell>
              <Cell className="min-w-32 text-ink-soft">
                {webhook.events.length === 0 ? 'All' : webhook.events.map(eventWords).join(', ')}
              </Cell>
              <Cell className="whitespace-nowrap text-ink-faint">
                <Time at={webhook.createdAt} /> by {webhook.createdBy}
              </Cell>
              <Cell numeric className="min-w-max">
                <WebhookActions webhook={webhook} onLog={() => setLogged(webhook)} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {logged ? <DeliveryLog webhook={logged} onClose={() => setLogged(null)} /> : null}
    </>
  );
}

/** The rest of an address may be a secret, as Slack's is. */
function hostOf({ url, shape }: WebhookView): string {
  return `${new URL(url).host}, ${shape === 'slack' ? 'Slack' : 'JSON'}`;
}
