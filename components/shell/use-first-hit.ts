'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { bestHit, isAllTexts } from './palette-words';

const MOVES = ['ArrowUp', 'ArrowDown', 'Home', 'End'];

/**
 * The highlight of the list. The list chooses when a letter is typed; hits of the server arrive later, and until then the
 * search in all texts may be its only entry. So the first group with a fitting hit takes the highlight from that entry,
 * unless a person has moved it there.
 */
export function useFirstHit(typed: string, groups: readonly (readonly string[])[]) {
  const [value, onValueChange] = useState('');
  const movedAt = useRef<string | null>(null);
  const first = groups.map((values) => bestHit(values, typed)).find((hit) => hit !== undefined);
  useEffect(() => {
    if (typed === '' || first === undefined || movedAt.current === typed) return;
    if (isAllTexts(value)) onValueChange(first);
  }, [typed, first, value]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (MOVES.includes(key)) movedAt.current = typed;
  };
  return { value, onValueChange, onKeyDown };
}
