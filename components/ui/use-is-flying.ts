'use client';

import type { Virtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';

/** Whether the list jumps by a screen and more at a time: whole rows would take longer than a frame lasts. */
export function useIsFlying({
  isScrolling,
  scrollOffset,
  scrollRect,
}: Virtualizer<HTMLElement, Element>): boolean {
  const at = scrollOffset ?? 0;
  const [seen, setSeen] = useState({ at, isFlying: false });
  const isFlying =
    isScrolling && (at === seen.at ? seen.isFlying : Math.abs(at - seen.at) > (scrollRect?.height ?? 0));
  if (at !== seen.at || isFlying !== seen.isFlying) setSeen({ at, isFlying });
  return isFlying;
}
