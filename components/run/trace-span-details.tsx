'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { JsonView } from '@/components/ui/json-view';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import type { TracedCallView } from '@/lib/contracts/run-shapes';
import { plural } from '@/lib/view/numbers';
import type { ToolSpan, TraceSpan } from '@/lib/view/trace-tree';
import { TraceMessage, TraceProse } from './trace-message';

/** Request and answer of the span that is chosen in the tree. */
export function TraceSpanDetails({ span }: { span: TraceSpan }) {
  if (span.tool) return <ToolDetails name={span.name} tool={span.tool} />;
  if (span.call) return <CallDetails call={span.call} />;
  return (
    <p className="text-[0.8125rem] text-ink-faint">
      {`${plural(span.children.length, 'part')} of the trace: choose one of them above to read its messages.`}
    </p>
  );
}

const WAYS = [
  { value: 'formatted', label: 'Formatted' },
  { value: 'exact', label: 'As it was sent' },
] as const;

function CallDetails({ call }: { call: TracedCallView }) {
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('formatted');
  const isExact = way === 'exact';
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <Badge>{call.role}</Badge>
        <span className="font-medium">{call.purpose}</span>
        <span className="break-all font-mono text-ink-faint">{call.model}</span>
        {call.attempts > 1 ? <Badge>{call.attempts} tries</Badge> : null}
        {call.dispatches > 1 ? <Badge tone="honey">possibly paid twice</Badge> : null}
        {call.finishReason && call.finishReason !== 'stop' ? (
          <span className="text-ink-faint">ended by {call.finishReason}</span>
        ) : null}
        <span className="ml-auto">
          <Segmented label="Messages" value={way} onChange={setWay} options={WAYS} />
        </span>
      </div>
      {call.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of a call have no other name than their place
        <TraceMessage key={index} from={message.role} text={message.content} isExact={isExact} />
      ))}
      {call.reply === null ? (
        <Notice tone="bad">{call.cause?.message ?? 'No reply came.'}</Notice>
      ) : (
        <TraceMessage from="reply" text={call.reply} isExact={isExact} />
      )}
    </div>
  );
}

function ToolDetails({ name, tool }: { name: string; tool: ToolSpan }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 text-[0.8125rem]">
      <p>
        The agent called <span className="font-medium font-mono text-xs">{name}</span>.
      </p>
      <ToolData title="Arguments" value={tool.asked.given} />
      {tool.result === undefined ? (
        <Notice>No result of this call is recorded in the trace.</Notice>
      ) : (
        <ToolData title="Result" value={tool.result} />
      )}
    </div>
  );
}

export function ToolData({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-[0.6875rem] text-ink-faint">{title}</p>
      {typeof value === 'string' ? (
        <TraceProse text={value} />
      ) : (
        <JsonView value={value} what={`the ${title.toLowerCase()}`} />
      )}
    </div>
  );
}
