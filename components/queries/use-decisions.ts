'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readApproval } from '@/lib/contracts/approvals';
import { listCanaries } from '@/lib/contracts/canaries';
import type { CanaryView } from '@/lib/contracts/canary-shapes';
import { listMentions } from '@/lib/contracts/mentions';
import { readRunPlan } from '@/lib/contracts/run-plans';
import type { Role } from '@/lib/domain/actor';
import { may } from '@/lib/policy/roles';
import { decisionLines, waitsForReader } from '@/lib/view/decision-lines';

const EVERY_MS = 60_000;
const CANARIES_MAX = 50;
/** The card shows fewer. */
const ASKED_MAX = 8;

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
      const approvable = may(role, 'review') ? await leaveOutRefused(canaries.items, signal) : [];
      return decisionLines(role, { reviews: inbox.waiting, canaries: approvable, plans });
    },
  });
}

/** Leaves out canaries that the reader may not decide, such as their own. Those beyond the oldest few are not asked about. */
async function leaveOutRefused(canaries: readonly CanaryView[], signal: AbortSignal): Promise<CanaryView[]> {
  const oldest = canaries.slice(-ASKED_MAX);
  const waits = await Promise.all(
    oldest.map(({ id }) =>
      callApi(readApproval, { params: { canaryId: id }, signal }).then(
        waitsForReader,
        // One approval that cannot be read hides no decision.
        () => true,
      ),
    ),
  );
  return [...canaries.slice(0, -ASKED_MAX), ...oldest.filter((_, index) => waits[index])];
}
