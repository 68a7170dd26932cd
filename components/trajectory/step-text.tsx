'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { formatCount } from '@/lib/view/numbers';
import { markedParts } from '@/lib/view/trajectory-step';

/** Enough to see what a text is. A rest that is shorter is not worth a press. */
const SHOWN = 900;
const REST_MIN = 300;

interface StepTextProps {
  readonly text: string;
  /** Searched words, marked in the text. */
  readonly query: string;
  readonly mono?: boolean;
}

/** A text of a trajectory: always text, never markup. A long one is cut; one with a hit in its rest is shown whole. */
export function StepText({ text, query, mono }: StepTextProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isLong = text.length > SHOWN + REST_MIN;
  const hasLaterHit =
    isLong && query.trim() !== '' && text.toLowerCase().includes(query.trim().toLowerCase(), SHOWN);
  const isWhole = !isLong || (choice ?? hasLaterHit);
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <div
        className={classNames(
          'w-full whitespace-pre-wrap break-words [overflow-wrap:anywhere]',
          mono ? 'font-mono text-xs leading-relaxed' : 'text-[0.8125rem] leading-relaxed',
        )}
      >
        <Marked text={isWhole ? text : `${text.slice(0, SHOWN)} …`} query={query} />
      </div>
      {isLong ? (
        <Button variant="link" size="inline" className="text-xs" onClick={() => setChoice(!isWhole)}>
          {isWhole ? 'Show the beginning' : `Show all ${formatCount(text.length)} characters`}
        </Button>
      ) : null}
    </div>
  );
}

export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  if (query.trim() === '') return text;
  return markedParts(text, query).map((part, place) => {
    const key = `${place}`;
    return part.isHit ? (
      <mark key={key} className="rounded-sm bg-honey-wash text-honey-text">
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
