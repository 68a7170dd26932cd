'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { listCommands } from '@/lib/contracts/commands';
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
    onSuccess: ({ data }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        // A data set came with it.
        data === null ? null : client.invalidateQueries({ queryKey: ['datasets'] }),
      ]),
  });
}

/** Programs that live workers know; asked only where a task is to be scored by one. */
export function useCommands() {
  return useQuery({
    queryKey: ['commands'],
    queryFn: async ({ signal }) => (await callApi(listCommands, { signal })).items,
  });
}
