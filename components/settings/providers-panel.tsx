'use client';

import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { NO_ADMINISTRATION, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ProviderView } from '@/lib/contracts/providers';
import { ProviderCard } from './provider-card';
import { ProviderDialog } from './provider-dialog';
import { useProviders } from './use-providers';

export function ProvidersPanel() {
  const { mayAdminister } = useViewer();
  const providers = useProviders();
  const [edited, setEdited] = useState<ProviderView | 'new' | null>(null);
  const add = (
    <Button
      variant="primary"
      blocked={mayAdminister ? undefined : NO_ADMINISTRATION}
      onClick={() => setEdited('new')}
    >
      <Plus aria-hidden /> Add a provider
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-[0.8125rem] text-ink-faint">
          Any endpoint that speaks the OpenAI protocol. Prices are in US dollars per million tokens, with the
          date on which they were entered.
        </p>
        {add}
      </div>
      {providers.isPending ? (
        <Card flush>
          <SkeletonRows label="Loading providers" rows={4} />
        </Card>
      ) : null}
      {providers.isError ? (
        <ProblemNotice error={providers.error} onRetry={() => providers.refetch()} />
      ) : null}
      {providers.data?.length === 0 ? (
        <Card flush>
          <EmptyState icon={Plug} title="No provider yet" action={add}>
            Add an endpoint with its key and its models; a run binds one model to each role.
          </EmptyState>
        </Card>
      ) : null}
      {providers.data?.map((provider) => (
        <ProviderCard key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
      ))}
      {edited === null ? null : (
        <ProviderDialog provider={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}
