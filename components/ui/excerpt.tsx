'use client';

import { useState } from 'react';
import { beginningOf } from '@/lib/view/beginning';
import { Button } from './button';

/** The beginning of a text in a cell, and the whole of it on request. */
export function Excerpt({ text, most }: { readonly text: string; readonly most: number }) {
  const [isWhole, setWhole] = useState(false);
  const beginning = beginningOf(text, most);
  if (beginning === null) return <span className="break-words">{text}</span>;
  return (
    <span className="break-words">
      <span className="whitespace-pre-line">{isWhole ? text : beginning}</span>{' '}
      <Button
        variant="link"
        size="inline"
        className="text-xs"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'less' : 'more'}
      </Button>
    </span>
  );
}
