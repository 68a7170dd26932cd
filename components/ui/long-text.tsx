'use client';

import { type ReactNode, useState } from 'react';
import { formatCount } from '@/lib/view/numbers';
import { Button } from './button';

/** Enough to recognise a text; a whole prompt would push other content out of sight. */
const SHOWN = 1800;
/** A rest shorter than this is not worth a press. */
const REST_MIN = 400;

interface LongTextProps {
  readonly text: string;
  readonly children: (shown: string) => ReactNode;
}

/** The beginning of a long text, and the whole text on request; ends at a whole line if there is one. */
export function LongText({ text, children }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= SHOWN + REST_MIN) return children(text);
  const head = text.slice(0, SHOWN);
  const lastLine = head.lastIndexOf('\n');
  const cut = lastLine > SHOWN / 2 ? head.slice(0, lastLine) : head;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5 [&>:first-child]:w-full">
      {children(isWhole ? text : `${cut} …`)}
      <Button variant="link" size="inline" className="text-xs" onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show the beginning only' : `Show all ${formatCount(text.length)} characters`}
      </Button>
    </div>
  );
}
