'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

/**
 * Draws its chart when its turn comes: one chart a pause of the page, in the order of the page, so that a page of
 * charts answers its reader in between. Until then its room is not empty: it says that something comes.
 */
export function DrawnInTurn({ children }: { children: ReactNode }) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => takeTurn(() => setIsDrawn(true)), []);
  return isDrawn ? children : <Skeleton className="size-full" />;
}

/** A page that never pauses draws all the same. */
const PATIENCE_MS = 500;
const waiting: (() => void)[] = [];

function takeTurn(draw: () => void): () => void {
  waiting.push(draw);
  if (waiting.length === 1) inPause(drawNext);
  return () => {
    const place = waiting.indexOf(draw);
    if (place >= 0) waiting.splice(place, 1);
  };
}

function drawNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) inPause(drawNext);
}

/** Not every browser tells its pauses. */
function inPause(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: PATIENCE_MS });
  else setTimeout(act, 0);
}
