'use client';

import { useCallback, useSyncExternalStore } from 'react';

/** Steps that were taken, kept in this browser alone. */
const KEY = 'waggle.tour';
const CHANGED = 'waggle:tour';

export function useTourProgress() {
  const stored = useSyncExternalStore(subscribe, read, () => '');
  const done = new Set(stored.split(',').filter((id) => id !== ''));
  const mark = useCallback((id: string) => {
    const ids = new Set(read().split(',').filter(Boolean));
    if (ids.has(id)) return;
    write([...ids, id].join(','));
  }, []);
  const forget = useCallback(() => write(''), []);
  return { done, mark, forget };
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** A browser that keeps nothing gives an error instead; the tour then begins anew with each page. */
function read(): string {
  try {
    return window.localStorage.getItem(KEY) ?? '';
  } catch (cause) {
    if (cause instanceof DOMException) return '';
    throw cause;
  }
}

function write(ids: string): void {
  try {
    window.localStorage.setItem(KEY, ids);
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
  }
  window.dispatchEvent(new Event(CHANGED));
}
