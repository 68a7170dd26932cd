'use client';

import { useRouter } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import { usePageKeys } from '@/components/ui/use-page-keys';
import { type Comparable, compareAddress } from '@/lib/view/compare-address';

/** On a run's page `d` opens what changed in its prompt and `c` compares the run; the keys of everywhere are in the shell. */
export function useRunKeys(run: Comparable): void {
  const router = useRouter();
  const [, set] = useQueryStates({ tab: parseAsString, view: parseAsString });
  usePageKeys(({ key }) => {
    if (key === 'd') void set({ tab: 'prompt', view: 'bullets' });
    if (key === 'c') router.push(compareAddress(run));
  });
}
