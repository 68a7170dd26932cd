'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import {
  addAppWorldTasks,
  addPracticeTasks,
  importEnvironmentTasks,
} from '@/lib/contracts/environment-datasets';
import { uploadOf } from './use-datasets';

export interface TaskSource {
  readonly way: 'archive' | 'practice' | 'appworld';
  readonly name: string;
  readonly files: readonly File[];
  readonly taskIds: readonly string[];
  readonly withoutNetwork: boolean;
}

export function useAddTasks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ way, name, files, taskIds, withoutNetwork }: TaskSource) => {
      if (way === 'practice') return callApi(addPracticeTasks, { body: { name } });
      if (way === 'appworld') return callApi(addAppWorldTasks, { body: { name, taskIds: [...taskIds] } });
      return callApi(importEnvironmentTasks, { body: uploadOf(files, { name, withoutNetwork }) });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}
