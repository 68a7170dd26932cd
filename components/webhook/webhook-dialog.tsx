'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { SecretOnce } from '@/components/ui/secret-once';
import type { WebhookView } from '@/lib/contracts/webhooks';
import { WEBHOOK_EVENTS } from '@/lib/domain/workspace-event';
import { eventWords } from '@/lib/view/event-words';
import { useSaveWebhook } from './use-webhooks';

interface WebhookDialogProps {
  /** Null: a new one. */
  readonly webhook: WebhookView | null;
  readonly onClose: () => void;
}

export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const save = useSaveWebhook(webhook?.id ?? null);
  const fault = faultsOf(save.error);
  if (save.data?.secret)
    return (
      <SecretOnce
        title="The secret of your webhook"
        what="the secret"
        secret={save.data.secret}
        onClose={onClose}
      >
        Copy it now: by it the receiver checks the signature of each post. Waggle does not show it again.
      </SecretOnce>
    );
  const submit = (form: FormData) =>
    save.mutate(
      {
        name: textOf(form, 'name'),
        url: textOf(form, 'url'),
        shape: textOf(form, 'shape') === 'slack' ? 'slack' : 'json',
        events: WEBHOOK_EVENTS.filter((event) => form.getAll('events').includes(event)),
      },
      webhook === null ? {} : { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={webhook === null ? 'New webhook' : `Change ${webhook.name}`}
      submitLabel={webhook === null ? 'Make the webhook' : 'Save'}
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="webhook-name" label="Name" hint="What listens, as in team chat" fault={fault('name')}>
        {(control) => <Input {...control} name="name" defaultValue={webhook?.name} autoFocus />}
      </Field>
      <Field
        id="webhook-url"
        label="Address"
        hint="Public, over https; others only where the operator allows them"
        fault={fault('url')}
      >
        {(control) => (
          <Input {...control} name="url" type="url" inputMode="url" defaultValue={webhook?.url} />
        )}
      </Field>
      <Field id="webhook-shape" label="Shape" fault={fault('shape')}>
        {(control) => (
          <Select {...control} name="shape" defaultValue={webhook?.shape ?? 'json'}>
            <option value="json">JSON, for programs</option>
            <option value="slack">Slack, and what reads the same</option>
          </Select>
        )}
      </Field>
      <EventChoice chosen={webhook?.events ?? []} />
    </FormDialog>
  );
}

function EventChoice({ chosen }: { chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend className="font-medium text-[0.8125rem]">Events</legend>
      <p className="mb-2 text-ink-faint text-xs">None chosen: all of them.</p>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} name="events" value={event} defaultChecked={chosen.includes(event)}>
            {eventWords(event)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
