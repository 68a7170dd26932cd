'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { approveCanary, readApproval } from '@/lib/contracts/approvals';
import { goLiveWithCanary } from '@/lib/contracts/canaries';
import {
  type PracticePrompt,
  type RehearsalView,
  readRehearsal,
  startPracticeTraffic,
} from '@/lib/contracts/rehearsal';
import { revertSlot } from '@/lib/contracts/slot-revert';
import { hasTraffic, isApproved } from '@/lib/view/rehearsal-steps';

const KEY = ['rehearsal'];
/** Traffic comes in batches of half a second. */
const LIVE_MS = 1_000;
/** Until the seeded run has finished. */
const WAIT_MS = 5_000;

/** Null: the workspace has no practice slot. Given at first where the page was made with it. */
export function useRehearsal(first?: RehearsalView | null) {
  return useQuery({
    queryKey: KEY,
    ...(first === undefined ? {} : { initialData: first }),
    queryFn: async ({ signal }) => (await callApi(readRehearsal, { signal })).rehearsal,
    refetchInterval: ({ state: { data } }) => (data ? paceOf(data) : false),
  });
}

const paceOf = (rehearsal: RehearsalView) =>
  hasTraffic(rehearsal) ? LIVE_MS : rehearsal.isReady ? false : WAIT_MS;

export type Presses = ReturnType<typeof useRehearsalSteps>;

/** The three presses of a rehearsal. Pointer, canaries and history of the slot are read again after each. */
export function useRehearsalSteps({ slotId }: Pick<RehearsalView, 'slotId'>) {
  const client = useQueryClient();
  const settled = {
    onSettled: () =>
      Promise.all(
        [KEY, ['canaries'], ['slot', slotId], ['slot-prompts', slotId], ['slot-history', slotId]].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      ),
  };
  return {
    start: useMutation({
      mutationFn: (prompt: PracticePrompt) => callApi(startPracticeTraffic, { body: { prompt } }),
      onSuccess: ({ rehearsal }) => client.setQueryData(KEY, rehearsal),
      ...settled,
    }),
    promote: useMutation({ mutationFn: approveAndGoLive, ...settled }),
    back: useMutation({
      mutationFn: () => callApi(revertSlot, { params: { slotId }, body: { reason: 'Rehearsed.' } }),
      ...settled,
    }),
  };
}

/** Approves the evidence as it is now, unless it is approved already. */
async function approveAndGoLive(canaryId: string): Promise<void> {
  const params = { canaryId };
  const { hash, decisions } = await callApi(readApproval, { params });
  if (!isApproved(decisions))
    await callApi(approveCanary, { params, body: { hash: hash ?? '', note: 'Rehearsed.' } });
  await callApi(goLiveWithCanary, { params });
}
