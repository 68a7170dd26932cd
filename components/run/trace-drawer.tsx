'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import { DefinitionList } from '@/components/ui/definition-list';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RolloutTraceView, TracedCallView } from '@/lib/contracts/run-shapes';
import type { SplitName } from '@/lib/domain/split';
import { splitWord } from '@/lib/view/number-origin';
import { formatCount, formatDuration, formatUsd, shortHash } from '@/lib/view/numbers';
import { RolloutVerdict } from './rollout-list';
import { useRolloutTrace } from './use-rollouts';

interface TraceDrawerProps {
  readonly runId: string;
  readonly seq: number | null;
  readonly onClose: () => void;
}

/** From an answer to the calls that made it and the reflection that came of it. */
export function TraceDrawer({ runId, seq, onClose }: TraceDrawerProps) {
  const trace = useRolloutTrace(runId, seq);
  return (
    <Dialog shape="drawer" open={seq !== null} onOpenChange={onClose} title={`Rollout ${seq ?? ''}`}>
      {trace.isPending ? <SkeletonRows label="Loading the trace" rows={6} /> : null}
      {trace.isError ? <ProblemNotice error={trace.error} onRetry={() => trace.refetch()} /> : null}
      {trace.data ? <Trace trace={trace.data} /> : null}
    </Dialog>
  );
}

function Trace({ trace }: { trace: RolloutTraceView }) {
  const { rollout, example } = trace;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <RolloutVerdict rollout={rollout} />
        <Badge>{splitWord(rollout.split as SplitName)}</Badge>
        <Badge>{rollout.iteration < 0 ? 'seed' : `iteration ${rollout.iteration + 1}`}</Badge>
        <span className="font-mono text-ink-faint text-xs">candidate {shortHash(rollout.candidateHash)}</span>
      </div>
      {rollout.cause ? <Notice tone="bad">{rollout.cause.message}</Notice> : null}
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-[0.8125rem]">Example {rollout.exampleId}</h3>
        {example ? (
          <CodeBlock text={example.question} what="the question" wrap />
        ) : (
          <Notice>The example is no longer in the data set.</Notice>
        )}
        {example && example.context !== '' ? (
          <details className="text-xs">
            <summary className="text-ink-faint">Context</summary>
            <CodeBlock className="mt-1" text={example.context} what="the context" wrap />
          </details>
        ) : null}
        <DefinitionList
          items={[
            { term: 'Answer', value: rollout.answer || 'none' },
            { term: 'Expected', value: example?.expected ?? 'not known' },
          ]}
        />
      </section>
      {trace.reflection ? (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium text-[0.8125rem]">Reflection</h3>
          <CodeBlock text={trace.reflection} what="the reflection" wrap />
        </section>
      ) : null}
      <section className="flex flex-col gap-3">
        <h3 className="font-medium text-[0.8125rem]">Calls</h3>
        {trace.calls.length === 0 ? (
          <p className="text-[0.8125rem] text-ink-faint">No call is recorded for it.</p>
        ) : null}
        {trace.calls.map((call) => (
          <Call key={call.key} call={call} />
        ))}
      </section>
    </div>
  );
}

function Call({ call }: { call: TracedCallView }) {
  const facts = [
    call.delayMs === null ? 'no answer yet' : formatDuration(call.delayMs),
    `${formatCount(call.tokensIn)} in / ${formatCount(call.tokensOut)} out`,
    formatUsd(call.costUsd),
    ...(call.attempts > 1 ? [`${call.attempts} tries`] : []),
    ...(call.dispatches > 1 ? ['possibly paid twice'] : []),
  ].join(' · ');
  return (
    <details open className="rounded-md border border-line">
      <summary className="flex flex-wrap items-center gap-2 px-3 py-2 text-xs">
        <Badge>{call.role}</Badge>
        <span className="font-medium">{call.purpose}</span>
        <span className="font-mono text-ink-faint">{call.model}</span>
        <span className="numbers ml-auto text-ink-faint">{facts}</span>
      </summary>
      <div className="flex flex-col gap-2 border-line border-t p-3">
        {call.messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages of a call have no other name than their place
          <Message key={index} from={message.role} text={message.content} />
        ))}
        {call.reply === null ? (
          <Notice tone="bad">{call.cause?.message ?? 'No reply came.'}</Notice>
        ) : (
          <Message from="reply" text={call.reply} />
        )}
      </div>
    </details>
  );
}

function Message({ from, text }: { from: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-[0.6875rem] text-ink-faint">{from}</p>
      <CodeBlock text={text} what={`the ${from} message`} wrap />
    </div>
  );
}
