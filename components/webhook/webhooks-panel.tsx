'use client';

import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { MAY_NOT_ADMINISTER, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useWebhooks } from './use-webhooks';
import { WebhookDialog } from './webhook-dialog';
import { WebhooksDoor, WebhookTable } from './webhook-table';

export function WebhooksPanel() {
  const { mayAdminister } = useViewer();
  const webhooks = useWebhooks(mayAdminister);
  const [adds, setAdds] = useState(false);
  if (!mayAdminister)
    return (
      <Card flush>
        <EmptyState icon={Webhook} title="Webhooks are the owners’ business">
          {MAY_NOT_ADMINISTER}
        </EmptyState>
      </Card>
    );
  const add = (
    <Button variant="primary" onClick={() => setAdds(true)}>
      <Plus aria-hidden /> New webhook
    </Button>
  );
  return (
    <>
      <Card
        flush
        title="Webhooks"
        description="Approvals, verdicts and rollbacks, posted to an address of yours and signed."
        actions={
          webhooks.data && webhooks.data.length > 0 ? (
            <>
              {add}
              <WebhooksDoor webhooks={webhooks.data} />
            </>
          ) : null
        }
      >
        {webhooks.isPending ? <SkeletonRows label="Loading webhooks" rows={3} /> : null}
        {webhooks.isError ? (
          <ProblemNotice className="m-4" error={webhooks.error} onRetry={() => webhooks.refetch()} />
        ) : null}
        {webhooks.data?.length === 0 ? (
          <EmptyState icon={Webhook} title="No webhook yet" action={add}>
            Make one for your chat or your deployment, so that you need not watch this page.
          </EmptyState>
        ) : null}
        {webhooks.data && webhooks.data.length > 0 ? <WebhookTable webhooks={webhooks.data} /> : null}
      </Card>
      {adds ? <WebhookDialog webhook={null} onClose={() => setAdds(false)} /> : null}
    </>
  );
}
