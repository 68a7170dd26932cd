'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  type CreateWebhookInput,
  createWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  testWebhook,
  type UpdateWebhookInput,
  updateWebhook,
} from '@/lib/contracts/webhooks';

const KEY = ['webhooks'];
const LOOK_MS = 5000;

export function useWebhooks(enabled: boolean) {
  return useQuery({
    queryKey: [...KEY, 'list'],
    enabled,
    queryFn: async ({ signal }) => (await callApi(listWebhooks, { signal })).items,
  });
}

/** Makes one, or changes the one that is named. */
export function useSaveWebhook(webhookId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateWebhookInput) =>
      webhookId === null
        ? callApi(createWebhook, { body })
        : callApi(updateWebhook, { params: { webhookId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useChangeWebhook(webhookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateWebhookInput) => callApi(updateWebhook, { params: { webhookId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useTestWebhook(webhookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(testWebhook, { params: { webhookId } }),
    onSettled: () => client.invalidateQueries({ queryKey: [...KEY, 'deliveries', webhookId] }),
  });
}

/** Read again while something waits to be sent. */
export function useDeliveries(webhookId: string) {
  return usePages({
    key: [...KEY, 'deliveries', webhookId],
    read: (query, signal) => callApi(listDeliveries, { params: { webhookId }, query, signal }),
    again: {
      everyMs: LOOK_MS,
      isLive: (pages) => pages.some(({ items }) => items.some(({ state }) => state === 'waiting')),
    },
  });
}

export function useResendDelivery(webhookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => callApi(resendDelivery, { params: { webhookId, deliveryId } }),
    onSettled: () =>
      Promise.all(
        [[...KEY, 'deliveries', webhookId], ['jobs']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
