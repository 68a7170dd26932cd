'use client';

import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { type RevertEffectView, readRevertEffect, revertSlot } from '@/lib/contracts/slot-revert';
import {
  archiveSlot,
  type CreateSlotInput,
  createSlot,
  getSlot,
  listSlots,
  restoreSlot,
  type SlotView,
} from '@/lib/contracts/slots';
import { prepareRevertCounter, type RevertFacts } from '@/lib/view/canary/reverting';

const LIVE_MS = 4000;
/** The counter of a revert says seconds. */
const COUNTER_MS = 1000;
/** Queries, besides those of the slot, that change with a revert. */
const SAY_REVERTS: ReadonlySet<unknown> = new Set(['canary', 'canaries', 'rehearsal']);
const SLOTS = ['slots'];
const keyOf = (slotId: string) => ['slot', slotId];

export function useSlots(search = '', archived = false) {
  return usePages({
    key: [...SLOTS, search, archived],
    keepsShown: true,
    read: (page, signal) =>
      callApi(listSlots, { query: { ...page, search, archived: archived ? 'true' : 'false' }, signal }),
  });
}

/** Others may move the pointer at any time, so it is read again while the page is open. */
export function useSlot(slotId: string, initial?: SlotView) {
  return useQuery({
    queryKey: keyOf(slotId),
    queryFn: ({ signal }) => callApi(getSlot, { params: { slotId }, signal }),
    ...(initial === undefined ? {} : { initialData: initial }),
    refetchInterval: LIVE_MS,
  });
}

export function useCreateSlot() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateSlotInput) => callApi(createSlot, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: SLOTS }),
  });
}

export function useArchiveSlot(slotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isArchived: boolean) =>
      callApi(isArchived ? archiveSlot : restoreSlot, { params: { slotId } }),
    onSuccess: (slot) => {
      client.setQueryData(keyOf(slotId), slot);
      return client.invalidateQueries({ queryKey: SLOTS });
    },
  });
}

export function useRevertSlot(slotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(revertSlot, { params: { slotId }, body: { reason: 'Reverted on its page.' } }),
    onSuccess: ({ slot }) => client.setQueryData(keyOf(slotId), slot),
    // The canary, its looks, the history and the rehearsal say it too.
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [name, id] }) => id === slotId || SAY_REVERTS.has(name),
      }),
  });
}

/** The last revert; asked for each second until nothing of the reverted version can be on its way. */
export function useRevertEffect(slotId: string | null) {
  return useQuery({
    queryKey: ['revert-effect', slotId],
    placeholderData: keepPreviousData,
    queryFn:
      slotId === null
        ? skipToken
        : async ({ signal }) => (await callApi(readRevertEffect, { params: { slotId }, signal })).revert,
    refetchInterval: ({ state }) => {
      const revert = state.data;
      if (!revert) return false;
      return prepareRevertCounter(revertFactsOf(revert, Date.now())).isQuiet ? false : COUNTER_MS;
    },
  });
}

export function revertFactsOf(effect: RevertEffectView, nowMs: number): RevertFacts {
  const last = effect.lastOldExposureAt;
  return {
    revertedAtMs: Date.parse(effect.revertedAt),
    lastOldExposureAtMs: last === null ? null : Date.parse(last),
    nowMs,
  };
}
