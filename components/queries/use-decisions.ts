'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { listCanaries } from '@/lib/contracts/canaries';
import { listMentions } from '@/lib/contracts/mentions';
import { readRunPlan } from '@/lib/contracts/run-plans';
import type { Role } from '@/lib/domain/actor';
import { decisionLines } from '@/lib/view/decision-lines';

const EVERY_MS = 60_000;
const CANARIES_MAX = 50;

/** Decisions that wait for the reader: reviews requested from the reader, canaries after their shadow, and stopped ones of these plans. */
export function useDecisions(role: Role, planIds: readonly string[] = []) {
  return useQuery({
    // Under the inbox, so that a decision on a report's page renews the list.
    queryKey: ['inbox', 'decisions', role, planIds],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => {
      const [inbox, canaries, plans] = await Promise.all([
        callApi(listMentions, { query: { limit: 1 }, signal }),
        callApi(listCanaries, { query: { state: 'approval', limit: CANARIES_MAX }, signal }),
        Promise.all(planIds.map((planId) => callApi(readRunPlan, { params: { planId }, signal }))),
      ]);
      return decisionLines(role, { reviews: inbox.waiting, canaries: canaries.items, plans });
    },
  });
}
