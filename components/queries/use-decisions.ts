'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { listCanaries } from '@/lib/contracts/canaries';
import { listMentions } from '@/lib/contracts/mentions';
import { decisionLines } from '@/lib/view/decision-lines';

const EVERY_MS = 60_000;
const CANARIES_MAX = 50;

/** Decisions that people wait for: reviews requested from the reader, and canaries after their shadow. */
export function useDecisions() {
  return useQuery({
    // Under the inbox, so that a decision on a report's page renews the list.
    queryKey: ['inbox', 'decisions'],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => {
      const [inbox, canaries] = await Promise.all([
        callApi(listMentions, { query: { limit: 1 }, signal }),
        callApi(listCanaries, { query: { state: 'approval', limit: CANARIES_MAX }, signal }),
      ]);
      return decisionLines(inbox.waiting, canaries.items);
    },
  });
}
