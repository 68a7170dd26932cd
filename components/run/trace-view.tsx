'use client';

import { useMemo } from 'react';
import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import { DefinitionList } from '@/components/ui/definition-list';
import { Notice } from '@/components/ui/notice';
import type { RolloutTraceView } from '@/lib/contracts/run-shapes';
import type { SplitName } from '@/lib/domain/split';
import { splitWord } from '@/lib/view/number-origin';
import { formatCompact, formatDuration, formatUsd, shortHash } from '@/lib/view/numbers';
import { findSpan, firstSpanId, prepareTrace } from '@/lib/view/trace-tree';
import { AgentSection } from './agent-facts';
import { RolloutVerdict } from './rollout-list';
import { TraceReflection } from './trace-reflection';
import { TraceSpanDetails } from './trace-span-details';
import { TraceTree } from './trace-tree';

interface TraceViewProps {
  readonly runId: string;
  readonly trace: RolloutTraceView;
  readonly spanId: string | null;
  readonly onSpan: (id: string) => void;
}

/** The question, the rollout span by span, and beside it what was learned from it. */
export function TraceView({ runId, trace, spanId, onSpan }: TraceViewProps) {
  const spans = useMemo(() => prepareTrace(trace), [trace]);
  const open = findSpan(spans, spanId) ?? findSpan(spans, firstSpanId(spans));
  const { rollout } = trace;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <div className="flex flex-wrap items-center gap-2">
          <RolloutVerdict rollout={rollout} />
          <Badge>{splitWord(rollout.split as SplitName)}</Badge>
          <Badge>{rollout.iteration < 0 ? 'original prompt' : `iteration ${rollout.iteration + 1}`}</Badge>
          <span className="font-mono text-ink-faint text-xs">
            candidate {shortHash(rollout.candidateHash)}
          </span>
        </div>
        {rollout.agent ? <AgentSection agent={rollout.agent} /> : null}
        {rollout.cause ? <Notice tone="bad">{rollout.cause.message}</Notice> : null}
        <ExampleSection trace={trace} />
        <section className="flex min-w-0 flex-col gap-3">
          <h3 className="font-medium text-[0.8125rem]">What happened</h3>
          {trace.calls.length === 0 ? (
            <p className="text-[0.8125rem] text-ink-faint">No call is recorded for it.</p>
          ) : (
            <TraceTree spans={spans} openId={open?.id ?? ''} onOpen={onSpan} />
          )}
          {open && trace.calls.length > 0 ? <TraceSpanDetails key={open.id} span={open} /> : null}
        </section>
      </div>
      <TraceReflection runId={runId} trace={trace} />
    </div>
  );
}

function ExampleSection({ trace: { rollout, example } }: { trace: RolloutTraceView }) {
  return (
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
          {
            term: 'Tokens in / out',
            value: `${formatCompact(rollout.tokensIn)} / ${formatCompact(rollout.tokensOut)}`,
          },
          { term: 'Delay', value: rollout.delayMs === null ? '–' : formatDuration(rollout.delayMs) },
          { term: 'List price', value: formatUsd(rollout.costUsd) },
        ]}
      />
    </section>
  );
}
