'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readSlotGateway, type SaveSlotGatewayInput, saveSlotGateway } from '@/lib/contracts/gateway';

/** How the gateway answers for a slot. */
const keyOf = (slotId: string) => ['slot-gateway', slotId];

export function useSlotGateway(slotId: string) {
  return useQuery({
    queryKey: keyOf(slotId),
    queryFn: ({ signal }) => callApi(readSlotGateway, { params: { slotId }, signal }),
  });
}

export function useSaveSlotGateway(slotId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveSlotGatewayInput) => callApi(saveSlotGateway, { params: { slotId }, body }),
    onSuccess: (gateway) => client.setQueryData(keyOf(slotId), gateway),
  });
}
