'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { type StartRunInput, startRun } from '@/lib/contracts/run-starting';

export function useStartRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<StartRunInput> & Pick<StartRunInput, 'experimentId'>) =>
      callApi(startRun, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}
