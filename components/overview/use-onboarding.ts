'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { useKeptText } from '@/components/ui/use-kept-text';
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

const HIDDEN = 'hidden';

/** Whether this reader put the list away, kept in this browser alone. */
export function useOnboardingHidden(): readonly [boolean, (isHidden: boolean) => void] {
  const [kept, change] = useKeptText('waggle.onboarding');
  return [kept === HIDDEN, (isHidden) => change(() => (isHidden ? HIDDEN : ''))];
}
