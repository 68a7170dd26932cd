'use client';

import { useMutation } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { type BranchRunInput, branchRun } from '@/lib/contracts/branching';

/** Apart from the run's other requests, since its contract brings every setting of an experiment. */
export function useBranch(runId: string) {
  return useMutation({
    mutationFn: (body: BranchRunInput) => callApi(branchRun, { params: { runId }, body }),
  });
}
