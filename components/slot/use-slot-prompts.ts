'use client';

import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { listSlotHistory, readWhatWasLive } from '@/lib/contracts/slot-history';
import { createSlotKey, listSlotKeys, type SlotKeyInput } from '@/lib/contracts/slot-keys';
import { addSlotPrompt, getSlotPrompt, listSlotPrompts, setFirstPrompt } from '@/lib/contracts/slot-prompts';

/** Data of one slot besides its pointer. The slot's id is the second part of each key, so that a revert renews them all. */
const promptsKey = (slotId: string) => ['slot-prompts', slotId];

export function useSlotPrompts(slotId: string) {
  return usePages({
    key: promptsKey(slotId),
    read: ({ limit, cursor }, signal) =>
      callApi(listSlotPrompts, {
        params: { slotId },
        query: { limit, ...(cursor === undefined ? {} : { cursor: Number(cursor) }) },
        signal,
      }),
  });
}

/** Immutable, so it is read once. */
export function useSlotPrompt(slotId: string, promptId: string | null) {
  return useQuery({
    queryKey: ['slot-prompt', slotId, promptId],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn:
      promptId === null
        ? skipToken
        : ({ signal }) => callApi(getSlotPrompt, { params: { slotId, promptId }, signal }),
  });
}

export interface WrittenPrompt {
  readonly text: string;
  readonly basedOn: string | null;
}

/** A version written by hand. Nothing goes live by it. */
export function useWritePrompt(slotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, basedOn }: WrittenPrompt) =>
      callApi(addSlotPrompt, { params: { slotId }, body: { source: 'written', text, basedOn } }),
    onSuccess: () => client.invalidateQueries({ queryKey: promptsKey(slotId) }),
  });
}

export function useSetFirstPrompt(slotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (promptId: string) =>
      callApi(setFirstPrompt, {
        params: { slotId },
        body: { promptId, reason: 'What the code of the callers served until now.' },
      }),
    onSuccess: ({ slot }) => client.setQueryData(['slot', slotId], slot),
    onSettled: () => client.invalidateQueries({ queryKey: ['slot-history', slotId] }),
  });
}

export function useSlotHistory(slotId: string) {
  return usePages({
    key: ['slot-history', slotId],
    size: 20,
    read: (page, signal) => callApi(listSlotHistory, { params: { slotId }, query: page, signal }),
  });
}

/** The live prompt at a moment, as an ISO time. */
export function useWhatWasLive(slotId: string, at: string | null) {
  return useQuery({
    queryKey: ['slot-live-at', slotId, at],
    retry: false,
    queryFn:
      at === null
        ? skipToken
        : ({ signal }) => callApi(readWhatWasLive, { params: { slotId }, query: { at }, signal }),
  });
}

/** Under which the keys of a slot are read. */
export const slotKeysKey = (slotId: string): readonly string[] => ['slot-keys', slotId];

export function useSlotKeys(slotId: string, enabled: boolean) {
  return useQuery({
    queryKey: slotKeysKey(slotId),
    enabled,
    queryFn: async ({ signal }) => (await callApi(listSlotKeys, { params: { slotId }, signal })).items,
  });
}

export function useCreateSlotKey(slotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SlotKeyInput) => callApi(createSlotKey, { params: { slotId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: slotKeysKey(slotId) }),
  });
}
