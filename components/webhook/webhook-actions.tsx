'use client';

import { useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { say } from '@/components/ui/say';
import { SecretOnce } from '@/components/ui/secret-once';
import type { DeliveryView, WebhookView } from '@/lib/contracts/webhooks';
import { useChangeWebhook, useTestWebhook } from './use-webhooks';
import { WebhookDialog } from './webhook-dialog';

interface WebhookActionsProps {
  readonly webhook: WebhookView;
  readonly onLog: () => void;
}

type Asked = 'edit' | 'secret' | 'disable' | null;

export function WebhookActions({ webhook, onLog }: WebhookActionsProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const change = useChangeWebhook(webhook.id);
  const test = useTestWebhook(webhook.id);
  const isOn = webhook.disabledAt === null;
  const close = () => setAsked(null);
  if (change.data?.secret)
    return (
      <SecretOnce title="The new secret" what="the secret" secret={change.data.secret} onClose={change.reset}>
        Copy it now. From this moment on everything is signed by it.
      </SecretOnce>
    );
  const tell = { onError: tellProblem, onSuccess: close };
  return (
    <span className="inline-flex justify-end gap-1.5 max-sm:flex-wrap max-sm:justify-start">
      <Button size="sm" onClick={onLog}>
        Deliveries
      </Button>
      <Button
        size="sm"
        disabled={!isOn}
        busy={test.isPending}
        onClick={() => test.mutate(undefined, { onError: tellProblem, onSuccess: tellTest })}
      >
        Test
      </Button>
      <Button size="sm" onClick={() => setAsked('edit')}>
        Change
      </Button>
      <Button size="sm" onClick={() => setAsked('secret')}>
        New secret
      </Button>
      {isOn ? (
        <Button size="sm" variant="danger" onClick={() => setAsked('disable')}>
          Disable
        </Button>
      ) : (
        <Button size="sm" busy={change.isPending} onClick={() => change.mutate({ enabled: true }, tell)}>
          Enable
        </Button>
      )}
      {asked === 'edit' ? <WebhookDialog webhook={webhook} onClose={close} /> : null}
      <ConfirmDialog
        open={asked === 'secret'}
        onOpenChange={close}
        title={`A new secret for ${webhook.name}?`}
        confirmLabel="Make a new secret"
        busy={change.isPending}
        onConfirm={() => change.mutate({ newSecret: true }, tell)}
      >
        The receiver refuses what is signed by it until it knows the new one.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'disable'}
        onOpenChange={close}
        title={`Disable ${webhook.name}?`}
        confirmLabel="Disable"
        danger
        busy={change.isPending}
        onConfirm={() => change.mutate({ enabled: false }, tell)}
      >
        Nothing more is posted to it. What happens meanwhile is not posted later.
      </ConfirmDialog>
    </span>
  );
}

function tellTest({ state, lastStatus, lastError }: DeliveryView): void {
  if (state === 'delivered') say('success', `It arrived: the receiver answered with ${lastStatus}.`);
  else say('error', lastError ?? 'It did not arrive.');
}
