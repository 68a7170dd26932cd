'use client';

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callApi } from '@/components/api/client';
import { listCanaries } from '@/lib/contracts/canaries';
import { listDiagnoses } from '@/lib/contracts/diagnoses';

const NEWEST = 50;

/** The steps of the beginning that no other list of the overview knows: diagnoses made and canaries registered. */
export function useLateSteps() {
  return useQuery({
    queryKey: ['onboarding'],
    queryFn: async ({ signal }) => {
      const [diagnoses, canaries] = await Promise.all([
        callApi(listDiagnoses, { query: { limit: 1 }, signal }),
        callApi(listCanaries, { query: { limit: NEWEST }, signal }),
      ]);
      const registered = canaries.items.filter(({ state }) => state !== 'drafted');
      return { diagnoses: diagnoses.items.length, canaries: registered.length };
    },
  });
}

/** Whether this reader put the list away, kept in this browser alone. */
const KEY = 'waggle.onboarding';
const CHANGED = 'waggle:onboarding';
const HIDDEN = 'hidden';

export function useOnboardingHidden(): readonly [boolean, (isHidden: boolean) => void] {
  const stored = useSyncExternalStore(subscribe, read, () => '');
  return [stored === HIDDEN, write];
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** A browser that keeps nothing gives an error instead; the list is then there with each page. */
function read(): string {
  try {
    return window.localStorage.getItem(KEY) ?? '';
  } catch (cause) {
    if (cause instanceof DOMException) return '';
    throw cause;
  }
}

function write(isHidden: boolean): void {
  try {
    window.localStorage.setItem(KEY, isHidden ? HIDDEN : '');
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
  }
  window.dispatchEvent(new Event(CHANGED));
}
