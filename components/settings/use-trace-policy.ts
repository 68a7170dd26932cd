'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { getTracePolicy, setTracePolicy, type TracePolicyView } from '@/lib/contracts/trace-policies';
import { readTraceStorage } from '@/lib/contracts/trace-storage';

const KEY = ['trace-policy'];

export function useTracePolicy() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(getTracePolicy, { signal }) });
}

export function useSetTracePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TracePolicyView) => callApi(setTracePolicy, { body }),
    onSuccess: (policy) => client.setQueryData(KEY, policy),
  });
}

export function useTraceStorage() {
  return useQuery({
    queryKey: ['trace-storage'],
    queryFn: ({ signal }) => callApi(readTraceStorage, { signal }),
  });
}
