'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { createTask, type createTaskBody, listTasks } from '@/lib/contracts/tasks';

const KEY = ['tasks'];
const MANY = 200;

export function useTasks() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi(listTasks, { query: { limit: MANY }, signal })).items,
  });
}

export function useCreateTask() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof createTaskBody>) => callApi(createTask, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
