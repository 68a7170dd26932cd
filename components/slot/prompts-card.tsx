'use client';

import { PenLine } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { PromptDiff } from '@/components/diff/prompt-diff';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ServedPromptView } from '@/lib/contracts/slot-prompts';
import type { SlotView } from '@/lib/contracts/slots';
import { shortHash } from '@/lib/view/numbers';
import { DraftCanaryButton, SetFirstButton } from './prompt-actions';
import { useSlotPrompt, useSlotPrompts } from './use-slot-prompts';
import { WritePromptDialog } from './write-prompt-dialog';

/** The versions of the slot's prompt: one to read, or against another. */
const ARCHIVED = {
  sentence: 'This slot is archived and takes no new version.',
  link: { href: '/slots', label: 'Open the slots' },
};

export function PromptsCard({ slot }: { slot: SlotView }) {
  const { mayExperiment } = useViewer();
  const list = useSlotPrompts(slot.id);
  const prompts = itemsOf(list);
  const [writes, setWrites] = useState(false);
  const write = (
    <Button
      blocked={mayExperiment ? (slot.archivedAt === null ? undefined : ARCHIVED) : NO_EXPERIMENTS}
      onClick={() => setWrites(true)}
    >
      <PenLine aria-hidden /> Write a version
    </Button>
  );
  return (
    <Card
      title="Versions of the prompt"
      description="A version never changes; nothing goes live by being added."
      actions={prompts.length > 0 ? write : null}
    >
      {list.isPending ? <SkeletonRows label="Loading the versions" rows={3} /> : null}
      {list.isError ? <ProblemNotice error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isSuccess && prompts.length === 0 ? (
        <EmptyState icon={PenLine} title="No version yet" action={write}>
          Write down what your code serves today, so that a challenger has something to be compared with; or
          open a run and choose “Promote”.
        </EmptyState>
      ) : null}
      {prompts.length > 0 ? <Versions slot={slot} prompts={prompts} /> : null}
      <ShowMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => list.fetchNextPage()}
      />
      {writes ? (
        <WritePromptDialog slotId={slot.id} basis={prompts[0] ?? null} onClose={() => setWrites(false)} />
      ) : null}
    </Card>
  );
}

function Versions({ slot, prompts }: { slot: SlotView; prompts: readonly ServedPromptView[] }) {
  const [chosenId, choose] = useQueryState('version', parseAsString);
  const [againstId, setAgainst] = useQueryState('against', parseAsString.withDefault(''));
  const shown = prompts.find(({ promptId }) => promptId === (chosenId ?? slot.live?.promptId)) ?? prompts[0];
  const text = useSlotPrompt(slot.id, shown?.promptId ?? null);
  const against = useSlotPrompt(slot.id, againstId === '' ? null : againstId);
  if (shown === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field id="slot-version" label="Version">
          {(control) => (
            <Select {...control} value={shown.promptId} onChange={(event) => choose(event.target.value)}>
              <VersionOptions slot={slot} prompts={prompts} />
            </Select>
          )}
        </Field>
        <Field id="slot-against" label="Compared with">
          {(control) => (
            <Select {...control} value={againstId} onChange={(event) => setAgainst(event.target.value)}>
              <option value="">nothing, show its text</option>
              <VersionOptions slot={slot} prompts={prompts} />
            </Select>
          )}
        </Field>
      </div>
      <VersionLine prompt={shown} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        <DraftCanaryButton slot={slot} prompt={shown} />
        <SetFirstButton slot={slot} prompt={shown} />
      </div>
      {text.isError ? <ProblemNotice error={text.error} onRetry={() => text.refetch()} /> : null}
      {against.isError ? <ProblemNotice error={against.error} onRetry={() => against.refetch()} /> : null}
      {text.isPending || (againstId !== '' && against.isPending) ? (
        <SkeletonRows label="Reading the prompt" rows={4} />
      ) : null}
      {text.data && againstId === '' ? <CodeBlock text={text.data.text} what="the prompt" wrap /> : null}
      {text.data && againstId !== '' && against.data ? (
        <PromptDiff before={against.data.text} after={text.data.text} />
      ) : null}
    </div>
  );
}

function VersionOptions({ slot, prompts }: { slot: SlotView; prompts: readonly ServedPromptView[] }) {
  return prompts.map(({ promptId, version, sha256 }) => (
    <option key={promptId} value={promptId}>
      Version {version} · {shortHash(sha256)}
      {promptId === slot.live?.promptId ? ' · live' : ''}
    </option>
  ));
}

function VersionLine({ prompt }: { prompt: ServedPromptView }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-faint text-xs">
      {prompt.runId === null ? (
        <span>written by hand</span>
      ) : (
        <Link href={`/runs/${prompt.runId}?tab=prompt`} className="underline underline-offset-2">
          learned by a run, {prompt.candidateHash === null ? 'edited by hand' : 'as measured'}
        </Link>
      )}
      {prompt.isPractice ? <Badge tone="info">practice model: rehearsal only</Badge> : null}
      <span>
        added <Time at={prompt.createdAt} /> by {prompt.createdBy}
      </span>
      {prompt.authors.length > 0 ? (
        <span className="break-words">may not approve it: {prompt.authors.join(', ')}</span>
      ) : null}
      {prompt.model === null ? null : <span className="font-mono">{prompt.model}</span>}
    </p>
  );
}
