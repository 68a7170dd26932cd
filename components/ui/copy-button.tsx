'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { say } from '@/components/ui/say';
import { Button } from './button';

const SHOWN_MS = 1_500;

interface CopyButtonProps {
  /** A function is called on click. */
  readonly text: string | (() => string);
  /** Noun for the copied text: "the key", "the request as curl". */
  readonly what: string;
  readonly label?: string;
}

export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
    } catch (cause) {
      say('error', `The browser refused to copy ${what}. Select the text and copy it by hand.`, {
        description: cause instanceof Error ? cause.message : undefined,
      });
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant="ghost"
      size={label ? 'sm' : 'iconSm'}
      onClick={copy}
      // A name of its own: a dialog over it hides what is in it, but not what is said aloud from it.
      aria-label={label ? (copied ? 'Copied' : label) : `Copy ${what}`}
    >
      <Icon aria-hidden />
      {label ? (
        // Both words take the place of the longer one, so that its neighbours do not move.
        <span className="inline-grid *:[grid-area:1/1]">
          <span className={copied ? 'invisible' : undefined} aria-hidden={copied}>
            {label}
          </span>
          <span className={copied ? undefined : 'invisible'} aria-hidden={!copied}>
            Copied
          </span>
        </span>
      ) : null}
      <span className="sr-only" aria-live="polite">
        {copied ? `Copied ${what}` : ''}
      </span>
    </Button>
  );
}
