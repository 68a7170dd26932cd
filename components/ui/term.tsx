'use client';

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { GLOSSARY, type TermId, termAddress } from '@/lib/words/glossary';
import { Link } from './link';

const EDGE_PX = 8;
const WIDTH_PX = 288;

interface TermProps {
  readonly id: TermId;
  /** Left out: the term as the glossary names it. */
  readonly children?: ReactNode;
}

/** A term with its entry of the glossary: opened by a click, a touch, Enter or Space, closed by Escape or outside. */
export function Term({ id, children }: TermProps) {
  const { term } = GLOSSARY[id];
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const entryId = useId();
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? entryId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="-my-1 inline-block cursor-help rounded-sm py-1 underline decoration-dotted decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        {children ?? term}
      </button>
      {isOpen ? <Entry id={id} entryId={entryId} button={button} onClose={close} /> : null}
    </>
  );
}

interface EntryProps {
  readonly id: TermId;
  readonly entryId: string;
  readonly button: { readonly current: HTMLButtonElement | null };
  readonly onClose: () => void;
}

/** In the top layer, so that no card or table cuts it off. */
function Entry({ id, entryId, button, onClose }: EntryProps) {
  const { term, text } = GLOSSARY[id];
  const entry = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const shown = entry.current;
    const from = button.current?.getBoundingClientRect();
    if (shown === null || from === undefined) return;
    shown.showPopover?.();
    const { offsetHeight, offsetWidth } = shown;
    const isBelow = from.bottom + offsetHeight + EDGE_PX <= window.innerHeight;
    const left = Math.min(from.left, window.innerWidth - offsetWidth - EDGE_PX);
    shown.style.left = `${Math.max(EDGE_PX, left)}px`;
    shown.style.top = `${Math.max(EDGE_PX, isBelow ? from.bottom + 4 : from.top - offsetHeight - 4)}px`;
  }, [button]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Heard on the window, before a dialog around it hears of the key: the dialog stays open.
      event.stopPropagation();
      onClose();
      button.current?.focus();
    };
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node)) return;
      if (!entry.current?.contains(target) && !button.current?.contains(target)) onClose();
    };
    window.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPress);
    window.addEventListener('scroll', onClose, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress);
      window.removeEventListener('scroll', onClose, true);
    };
  }, [button, onClose]);
  return (
    <span
      ref={entry}
      id={entryId}
      role="note"
      aria-label={term}
      popover="manual"
      style={{ maxWidth: WIDTH_PX }}
      className="fixed inset-auto m-0 whitespace-normal rounded-lg border border-line bg-surface px-3 py-2.5 text-left font-normal text-[0.8125rem] text-ink-soft leading-snug tracking-normal shadow-raised"
    >
      <strong className="block font-medium text-ink">{term}</strong>
      <span className="mt-0.5 block">{text}</span>
      <Link href={termAddress(id)} className="mt-1.5 inline-block text-xs underline underline-offset-2">
        Glossary
      </Link>
    </span>
  );
}
