'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { useSettled } from '@/components/api/use-settled';
import {
  type AmendCanaryInput,
  advanceCanary,
  amendCanary,
  computeCanaryPower,
  type DraftCanaryInput,
  draftCanary,
  goLiveWithCanary,
  listCanaries,
  type PowerInput,
  readCanary,
  registerCanary,
  startCanary,
  withdrawCanary,
} from '@/lib/contracts/canaries';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { addSlotPrompt } from '@/lib/contracts/slot-prompts';
import type { SlotView } from '@/lib/contracts/slots';
import type { SlotKind } from '@/lib/domain/canary-state';
import { isEndedState } from '@/lib/view/canary/canary-words';

const LIVE_MS = 4000;
const CANARIES = ['canaries'];
const keyOf = (canaryId: string) => ['canary', canaryId];

/** Canaries of one slot, or of all. */
export function useCanaries(slotId?: string) {
  return usePages({
    key: [...CANARIES, slotId ?? 'all'],
    size: 20,
    read: (page, signal) => callApi(listCanaries, { query: { ...page, slotId }, signal }),
    again: { everyMs: LIVE_MS, isLive: (pages) => pages.some(({ items }) => items.some(isGoing)) },
  });
}

const isGoing = ({ state }: Pick<CanaryDetail, 'state'>) => !isEndedState(state) && state !== 'drafted';

export function useCanary(initial: CanaryDetail) {
  return useQuery({
    queryKey: keyOf(initial.id),
    queryFn: ({ signal }) => callApi(readCanary, { params: { canaryId: initial.id }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? LIVE_MS : false),
  });
}

export function useDraftCanary() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<DraftCanaryInput, 'expected'>) => callApi(draftCanary, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: CANARIES }),
  });
}

/** First values of the form: a failure in production counts as dearer until a person says otherwise. */
export const freshDraft = (kind: SlotKind) =>
  ({ failureLevel: kind === 'rehearsal' ? 'low' : 'medium' }) as const;

interface Promoted {
  readonly slot: Pick<SlotView, 'id' | 'kind'>;
  readonly runId: string;
  readonly candidateHash: string;
}

/** A run's candidate becomes a version of the slot's prompt, and that version gets the draft of a canary. */
export function usePromote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ slot, runId, candidateHash }: Promoted) => {
      const { promptId } = await callApi(addSlotPrompt, {
        params: { slotId: slot.id },
        body: { source: 'run', runId, candidateHash },
      });
      return callApi(draftCanary, { body: { slotId: slot.id, promptId, draft: freshDraft(slot.kind) } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: CANARIES }),
  });
}

/** Possible decisions of a plan, requested again once the typing has stopped. */
export function useCanaryPower(request: PowerInput) {
  const settled = useSettled(request);
  return useQuery({
    queryKey: ['canary-power', JSON.stringify(settled)],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => callApi(computeCanaryPower, { body: settled, signal }),
  });
}

/** A step of a canary: the page shows what the server says it has become, and nothing before that. */
function useStep<Input>(canaryId: string, step: (input: Input) => Promise<CanaryDetail>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: (canary) => {
      client.setQueryData(keyOf(canaryId), canary);
      void client.invalidateQueries({ queryKey: ['canary-approval', canaryId] });
      void client.invalidateQueries({ queryKey: ['slot', canary.slot.id] });
      return client.invalidateQueries({ queryKey: CANARIES });
    },
    // A refusal may mean that the page is behind.
    onError: () => client.invalidateQueries({ queryKey: keyOf(canaryId) }),
  });
}

export function useAmendCanary(canaryId: string) {
  return useStep(canaryId, (body: AmendCanaryInput) => callApi(amendCanary, { params: { canaryId }, body }));
}

/** The values in the form are registered, so they are sent first. */
export function useRegisterCanary(canaryId: string) {
  return useStep(canaryId, async (body: AmendCanaryInput) => {
    await callApi(amendCanary, { params: { canaryId }, body });
    return callApi(registerCanary, { params: { canaryId } });
  });
}

export function useStartCanary(canaryId: string) {
  return useStep(canaryId, () => callApi(startCanary, { params: { canaryId } }));
}

export function useWithdrawCanary(canaryId: string) {
  return useStep(canaryId, (reason: string) =>
    callApi(withdrawCanary, { params: { canaryId }, body: { reason } }),
  );
}

export function useAdvanceCanary(canaryId: string) {
  return useStep(canaryId, (step: number) =>
    callApi(advanceCanary, { params: { canaryId }, body: { step } }),
  );
}

export function useGoLive(canaryId: string) {
  return useStep(canaryId, () => callApi(goLiveWithCanary, { params: { canaryId } }));
}
