'use client';

import { Save } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useProviders } from '@/components/settings/use-providers';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { SlotGatewayView } from '@/lib/contracts/gateway';
import type { ProviderView } from '@/lib/contracts/providers';
import { useSaveSlotGateway, useSlotGateway } from './use-slot-gateway';

/** Who answers when an application asks through the gateway, and what of it the shadow may see. */
export function GatewayCard({ slotId }: { slotId: string }) {
  const gateway = useSlotGateway(slotId);
  const providers = useProviders();
  const error = gateway.error ?? providers.error;
  const retry = () => Promise.all([gateway.refetch(), providers.refetch()]);
  return (
    <Card
      title="Gateway"
      description="An OpenAI client keeps its code: the gateway puts the slot’s prompt in front and passes the request on."
    >
      {error ? <ProblemNotice error={error} onRetry={retry} /> : null}
      {gateway.isPending || providers.isPending ? (
        <SkeletonRows label="Loading the settings" rows={3} />
      ) : null}
      {gateway.data && providers.data ? (
        <GatewayForm
          key={gateway.data.updatedAt}
          gateway={gateway.data}
          providers={providers.data.filter(
            ({ id, archivedAt }) => archivedAt === null || id === gateway.data.providerId,
          )}
        />
      ) : null}
    </Card>
  );
}

/** Without the digits that a share such as 0.07 gains when it is multiplied. */
const toPercent = (share: number) => Number((share * 100).toFixed(6));

interface GatewayFormProps {
  readonly gateway: SlotGatewayView;
  readonly providers: readonly ProviderView[];
}

function GatewayForm({ gateway, providers }: GatewayFormProps) {
  const { mayExperiment } = useViewer();
  const save = useSaveSlotGateway(gateway.slotId);
  const [providerId, setProviderId] = useState(gateway.providerId ?? '');
  const [model, setModel] = useState(gateway.model ?? '');
  const [mirrorsTools, setMirrorsTools] = useState(gateway.mirrorsTools);
  const [percent, setPercent] = useState(String(toPercent(gateway.traceShare)));
  const fault = faultsOf(save.error);
  const models = providers
    .filter(({ id }) => providerId === '' || id === providerId)
    .flatMap((one) => one.models);
  const locked = { blocked: mayExperiment ? undefined : NO_EXPERIMENTS };
  return (
    <form
      aria-label="Gateway"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          ...{ providerId: providerId || null, model: model.trim() || null, mirrorsTools },
          traceShare: Number(percent) / 100,
        });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="gateway-provider"
          label="Provider"
          hint="With any provider, the answer comes back as it was given"
          fault={fault('providerId')}
        >
          {(control) => (
            <Select {...control} value={providerId} onChange={(event) => setProviderId(event.target.value)}>
              <option value="">one with the prompt’s model</option>
              {providers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          id="gateway-model"
          label="Model"
          optional
          hint="For prompts that name none; empty: the caller’s"
          fault={fault('model')}
        >
          {(control) => (
            <Input
              {...control}
              list="gateway-models"
              className="font-mono"
              autoCapitalize="none"
              spellCheck={false}
              value={model}
              onChange={(event) => setModel(event.target.value)}
            />
          )}
        </Field>
        <datalist id="gateway-models">
          {[...new Set(models.map(({ name }) => name))].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <Checkbox
        checked={mirrorsTools}
        onCheckedChange={setMirrorsTools}
        hint="The challenger's tool calls are compared as text and never executed."
      >
        Shadow requests with tools too
      </Checkbox>
      <Field
        id="gateway-traces"
        label="Requests kept as traces, %"
        hint="With their answers, masked as the trace policy of the workspace says; 0 keeps none."
        fault={fault('traceShare')}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            min={0}
            max={100}
            step="any"
            className="max-w-32"
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
        )}
      </Field>
      {save.error ? <ProblemNotice error={save.error} /> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button {...locked} type="submit" busy={save.isPending}>
          <Save aria-hidden /> Save
        </Button>
        <p role="status" className="text-ink-faint text-xs">
          {gateway.updatedAt === null ? (
            'Nothing is set yet: these are the defaults.'
          ) : (
            <>
              Set <Time at={gateway.updatedAt} /> by {gateway.updatedBy}; it holds within a second.
            </>
          )}
        </p>
      </div>
    </form>
  );
}
