'use client';

import { CircleCheck, Clock, Inbox, OctagonAlert } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { itemsOf } from '@/components/api/use-pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { DeliveryView, WebhookView } from '@/lib/contracts/webhooks';
import { eventWords } from '@/lib/view/event-words';
import { useDeliveries, useResendDelivery } from './use-webhooks';

/** Deliveries to a webhook and their outcomes; a failed one can be sent again. */
export function DeliveryLog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const deliveries = useDeliveries(webhook.id);
  const items = itemsOf(deliveries);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="drawer"
      title={`Deliveries to ${webhook.name}`}
      description="Newest first. What fails is tried again for most of a day."
    >
      {deliveries.isPending ? <SkeletonRows label="Loading deliveries" rows={4} /> : null}
      {deliveries.isError ? (
        <ProblemNotice error={deliveries.error} onRetry={() => deliveries.refetch()} />
      ) : null}
      {deliveries.isSuccess && items.length === 0 ? (
        <EmptyState icon={Inbox} title="Nothing was posted yet">
          Press Test, or wait for the first event.
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <ul aria-label="Deliveries" className="flex flex-col gap-3">
          {items.map((delivery) => (
            <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      ) : null}
      <ShowMore
        hasMore={deliveries.hasNextPage}
        isLoading={deliveries.isFetchingNextPage}
        onMore={() => void deliveries.fetchNextPage()}
      />
    </Dialog>
  );
}

const STATES = {
  delivered: { word: 'Delivered', tone: 'good', icon: CircleCheck },
  waiting: { word: 'Waiting', tone: 'info', icon: Clock },
  failed: { word: 'Failed', tone: 'bad', icon: OctagonAlert },
} as const;

function Delivery({ webhook, delivery }: { webhook: WebhookView; delivery: DeliveryView }) {
  const resend = useResendDelivery(webhook.id);
  const { word, tone, icon } = STATES[delivery.state];
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3 text-[0.8125rem]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        <span className="font-medium">{eventWords(delivery.event)}</span>
        <span className="text-ink-faint text-xs">
          <Time at={delivery.createdAt} withSeconds />
        </span>
        {delivery.state === 'waiting' ? null : (
          <Button
            size="sm"
            className="ml-auto"
            disabled={webhook.disabledAt !== null}
            busy={resend.isPending}
            onClick={() => resend.mutate(delivery.id, { onError: tellProblem })}
          >
            Send again
          </Button>
        )}
      </div>
      <p className="text-ink-soft">
        {outcomeOf(delivery)}
        {delivery.state === 'waiting' && delivery.nextAt && delivery.attempts > 0 ? (
          <>
            {' '}
            Next try: <Time at={delivery.nextAt} withSeconds />.
          </>
        ) : null}
      </p>
      <details>
        <summary className="cursor-pointer text-ink-faint text-xs">What was posted</summary>
        <CodeBlock
          className="mt-2"
          what={`What was posted as ${delivery.id}`}
          text={JSON.stringify(delivery.payload, null, 2)}
          wrap
        />
      </details>
    </li>
  );
}

function outcomeOf({ state, attempts, lastStatus, lastError }: DeliveryView): string {
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  if (state === 'delivered') return `Answered with ${lastStatus} after ${tries}.`;
  if (attempts === 0) return 'Not tried yet.';
  return `${lastError ?? 'It did not arrive.'} ${tries} so far.`;
}
