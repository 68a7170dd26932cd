'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { readPromptWeight } from '@/lib/contracts/prompt-weight';

/** A version never changes, but its delays are measured after it was made: read anew when another measurement is in. */
export function usePromptWeight(
  version: { readonly runId: string; readonly hash: string } | null,
  measurements = 0,
) {
  return useQuery({
    queryKey: ['prompt-weight', version?.runId, version?.hash, measurements],
    queryFn: version
      ? ({ signal }) => callApi(readPromptWeight, { params: { ...version }, signal })
      : skipToken,
  });
}
