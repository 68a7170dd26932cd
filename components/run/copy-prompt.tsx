'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { keptFigures } from '@/components/ui/kept-figures';
import { SkeletonRows } from '@/components/ui/skeleton';
import { copiedSentence } from '@/lib/view/copied-prompt';
import { useCandidate } from './use-run-details';

interface CopyPromptProps {
  readonly runId: string;
  readonly hash: string;
  /** Which version it is, with its score. */
  readonly name: string;
}

/** Copies what measurements sent, not only the part that the run learned. */
export function CopyPrompt({ runId, hash, name }: CopyPromptProps) {
  const { data } = useCandidate(runId, hash);
  const label = `Copy ${name}`;
  if (data === undefined)
    return (
      <Button variant="ghost" size="sm" disabled>
        {label}
      </Button>
    );
  return <CopyButton text={data.asMeasured.text} what={name} label={label} />;
}

interface CopiedNoteProps {
  readonly runId: string;
  readonly hash: string;
  readonly what: 'playbook' | 'prompt';
}

/** Contents of the copy, before it is pasted somewhere. */
export function CopiedNote({ runId, hash, what }: CopiedNoteProps) {
  const { data } = useCandidate(runId, hash);
  return (
    <p className="numbers mb-3 min-h-4 text-ink-faint text-xs">
      {data === undefined ? null : keptFigures(copiedSentence(data, what))}
    </p>
  );
}

const SENT_TITLES = {
  model: 'System message',
  agent: 'Text given to the agent',
  scorer: 'Scored text',
} as const;

/** The messages of a measurement in their order. */
export function SentMessages({ runId, hash }: { readonly runId: string; readonly hash: string | null }) {
  const { data, isError, error, refetch } = useCandidate(runId, hash);
  if (isError) return <ProblemNotice error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <SkeletonRows label="Loading the messages" rows={8} />;
  const { text, contextForm, readBy } = data.asMeasured;
  return (
    <div className="flex flex-col gap-4">
      <Message title={SENT_TITLES[readBy]} text={text} />
      {contextForm === null ? null : (
        <Message title="User message; without a context its part is left out" text={contextForm} />
      )}
    </div>
  );
}

function Message({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section>
      <h3 className="mb-1.5 text-ink-soft text-xs">{title}</h3>
      <CodeBlock text={text} what={title.toLowerCase()} wrap />
    </section>
  );
}
