'use client';

import { ChevronRight } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import type { ReferenceLine } from '@/lib/view/api-reference';
import type { Tone } from '@/lib/view/tone';
import { OperationDetails } from './operation-details';

const TONES: Readonly<Record<string, Tone>> = {
  GET: 'info',
  POST: 'good',
  PUT: 'honey',
  PATCH: 'honey',
  DELETE: 'bad',
};

/** A long path goes on in the next line behind a slash, not within a word. */
const breakable = (path: string) =>
  path.split(/(?<=\/)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

/** Closed it says what it is for; open, all that a caller has to know. */
export function OperationCard({ operation }: { operation: ReferenceLine }) {
  const [isOpen, setIsOpen] = useState(false);
  const card = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = card.current;
    if (element === null) return;
    // An address may name it.
    if (window.location.hash === `#${operation.id}`) element.open = true;
    // A press may come before the script does.
    if (element.open) setIsOpen(true);
  }, [operation.id]);
  return (
    <details
      id={operation.id}
      ref={card}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group min-w-0 scroll-mt-16 rounded-lg border border-line bg-surface shadow-card"
    >
      <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden
        />
        <span className="shrink-0 sm:w-16">
          <Badge tone={TONES[operation.method] ?? 'neutral'} className="font-mono">
            {operation.method}
          </Badge>
        </span>
        {/* Parts without room beside the path move below it, not to the far edge. */}
        <span className="contents sm:flex sm:min-w-0 sm:flex-1 sm:flex-wrap sm:items-baseline sm:justify-between sm:gap-x-3 sm:gap-y-1">
          <code className="min-w-0 flex-1 basis-40 wrap-anywhere font-mono text-xs sm:flex-none sm:basis-auto">
            {breakable(operation.path)}
          </code>
          <span className="min-w-0 basis-full text-[0.8125rem] text-ink-faint sm:basis-auto">
            {operation.summary}
          </span>
        </span>
      </summary>
      {isOpen ? <OperationDetails id={operation.id} /> : null}
    </details>
  );
}
