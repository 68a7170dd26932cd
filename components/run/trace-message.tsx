'use client';

import { Wrench } from 'lucide-react';
import { useMemo } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { JsonView } from '@/components/ui/json-view';
import { LongText } from '@/components/ui/long-text';
import { MarkdownText } from '@/components/ui/markdown-text';
import { type MessagePart, readMessageParts } from '@/lib/view/message-parts';

interface TraceMessageProps {
  readonly from: string;
  readonly text: string;
  /** Letter by letter, since Markdown may swallow what it takes for marks. */
  readonly isExact: boolean;
}

export function TraceMessage({ from, text, isExact }: TraceMessageProps) {
  const parts = useMemo(() => readMessageParts(text), [text]);
  return (
    <div className="min-w-0">
      <p className="mb-1 text-[0.6875rem] text-ink-faint">{from}</p>
      {isExact ? (
        <LongText text={text}>
          {(shown) => <CodeBlock text={shown} what={`the ${from} message`} wrap />}
        </LongText>
      ) : (
        <div className="flex min-w-0 flex-col gap-2">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message have no other name than their place
            <Part key={index} part={part} from={from} />
          ))}
        </div>
      )}
    </div>
  );
}

function Part({ part, from }: { part: MessagePart; from: string }) {
  if (part.kind === 'prose') return <TraceProse text={part.text} />;
  if (part.kind === 'json') return <JsonView value={part.value} what={`the ${from} message`} />;
  const isCall = part.kind === 'toolCall';
  const value = isCall ? part.given : part.value;
  return (
    <div className="min-w-0 rounded-md border border-line p-2.5">
      <p className="mb-1.5 flex items-center gap-1.5 text-xs">
        <Wrench className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
        {isCall ? (
          <span className="break-all font-medium font-mono">{part.name}</span>
        ) : (
          <span className="text-ink-faint">Result of a tool</span>
        )}
      </p>
      {typeof value === 'string' ? (
        <TraceProse text={value} />
      ) : (
        <JsonView value={value} what={isCall ? 'the arguments' : 'the result'} />
      )}
    </div>
  );
}

/** Prose with a frame; what is copied is the whole text as it was written. */
export function TraceProse({ text }: { text: string }) {
  return (
    <div className="relative min-w-0 rounded-md border border-line px-3 py-2 pr-10">
      {text.trim() === '' ? (
        <p className="text-[0.8125rem] text-ink-faint">empty</p>
      ) : (
        <LongText text={text}>{(shown) => <MarkdownText text={shown} />}</LongText>
      )}
      <div className="absolute top-1 right-1">
        <CopyButton text={text} what="the message" />
      </div>
    </div>
  );
}
