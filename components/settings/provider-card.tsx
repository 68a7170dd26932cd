'use client';

import { Archive, KeyRound, Pencil, Plus, Zap } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import type { ModelView, ProviderView } from '@/lib/contracts/providers';
import { READING_WORDS, readingStated } from '@/lib/domain/practice-settings';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatCount, formatDuration, plural } from '@/lib/view/numbers';
import { ModelDialog } from './model-dialog';
import { ModelsDoor, ModelTable } from './model-table';
import { useArchiveProvider, useTestProvider } from './use-providers';

const limit = (value: number | null, unit: string) =>
  value === null ? `no limit on ${unit}` : `${formatCount(value)} ${unit}`;

/** Its learning figures rest on a choice. Headers, and so the reading, are shown to administrators. */
function PracticeNote({ headers }: { headers: ProviderView['headers'] | null }) {
  const reading = headers && readingStated(headers);
  return (
    <p className="px-4 pb-3 text-[0.8125rem] text-ink-soft">
      A rehearsal, never a learning figure of a real model.
      {reading === 'updates'
        ? ' Level 2 counts updates: a choice that agrees with a published score, so that agreement is no evidence.'
        : reading && ` Here ${READING_WORDS[reading]}.`}
    </p>
  );
}

export function ProviderCard({ provider, onEdit }: { provider: ProviderView; onEdit: () => void }) {
  const { mayAdminister } = useViewer();
  const test = useTestProvider(provider.id);
  const archive = useArchiveProvider();
  const [asksArchive, setAsksArchive] = useState(false);
  const [model, setModel] = useState<ModelView | 'new' | null>(null);
  const limits = [
    limit(provider.requestsPerMinute, 'requests a minute'),
    limit(provider.tokensPerMinute, 'tokens a minute'),
    `${plural(provider.concurrency, 'call')} at once`,
    `${formatDuration(provider.timeoutMs)} time-out`,
  ].join(' · ');
  return (
    <Card
      flush
      title={
        <span className="flex flex-wrap items-center gap-2">
          {provider.name}
          {provider.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
          {provider.practice ? null : (
            <Badge icon={KeyRound} tone={provider.keyHint ? 'neutral' : 'honey'}>
              {provider.keyHint ? `key …${provider.keyHint}` : 'no key'}
            </Badge>
          )}
        </span>
      }
      description={
        <>
          <span className="font-mono">{provider.baseUrl}</span> ·{' '}
          {provider.hardware === 'unknown' ? 'hardware not stated' : provider.hardware}
          <br />
          {limits}
        </>
      }
      actions={
        <>
          {mayAdminister ? (
            <>
              <Button
                size="sm"
                busy={test.isPending}
                onClick={() => test.mutate(undefined, { onError: tellProblem })}
              >
                <Zap aria-hidden /> Test
              </Button>
              <Button size="sm" onClick={() => setModel('new')}>
                <Plus aria-hidden /> Model
              </Button>
              <Button size="sm" onClick={onEdit}>
                <Pencil aria-hidden /> Edit
              </Button>
              <Button
                size="iconSm"
                variant="ghost"
                aria-label={`Archive ${provider.name}`}
                onClick={() => setAsksArchive(true)}
              >
                <Archive aria-hidden />
              </Button>
            </>
          ) : null}
          <ModelsDoor provider={provider} />
        </>
      }
    >
      {test.data ? (
        <div className="px-4 pb-3">
          <Notice tone={test.data.ok ? 'good' : 'bad'} title={test.data.message}>
            {test.data.model ? `${test.data.model} · ` : ''}
            {formatDuration(test.data.delayMs)}
          </Notice>
        </div>
      ) : null}
      {provider.practice ? <PracticeNote headers={mayAdminister ? provider.headers : null} /> : null}
      <ModelTable provider={provider} onEdit={setModel} />
      {model === null ? null : (
        <ModelDialog
          provider={provider}
          model={model === 'new' ? null : model}
          onClose={() => setModel(null)}
        />
      )}
      <ConfirmDialog
        open={asksArchive}
        onOpenChange={setAsksArchive}
        title={`Archive ${provider.name}?`}
        confirmLabel="Archive"
        danger
        busy={archive.isPending}
        onConfirm={() =>
          archive.mutate(provider.id, { onError: tellProblem, onSuccess: () => setAsksArchive(false) })
        }
      >
        Its key is deleted and no new run can use it. Runs that used it stay readable.
      </ConfirmDialog>
    </Card>
  );
}
