'use client';

import { useCallback, useSyncExternalStore } from 'react';

/**
 * A text that this browser alone keeps under a name, the same in all of its pages at once; '' while nothing is kept. A
 * browser that keeps nothing gives an error instead, and then each page begins anew.
 */
export function useKeptText(name: string) {
  const subscribe = useCallback((onChange: () => void) => listen(name, onChange), [name]);
  const kept = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => '',
  );
  const change = useCallback((next: (before: string) => string) => write(name, next(read(name))), [name]);
  return [kept, change] as const;
}

function listen(name: string, onChange: () => void): () => void {
  window.addEventListener(name, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(name, onChange);
    window.removeEventListener('storage', onChange);
  };
}

function read(name: string): string {
  try {
    return window.localStorage.getItem(name) ?? '';
  } catch (cause) {
    if (cause instanceof DOMException) return '';
    throw cause;
  }
}

/** Other pages hear of it from the browser, this one by an event of the same name. */
function write(name: string, text: string): void {
  try {
    if (read(name) !== text) window.localStorage.setItem(name, text);
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
  }
  window.dispatchEvent(new Event(name));
}
