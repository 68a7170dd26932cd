'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { compareCurves } from '@/lib/contracts/curves';

/** The curves of runs, with those of imported runs beside them; what was read stays while others are. */
export function useCurves(runIds: readonly string[], importedIds: readonly string[]) {
  return useQuery({
    queryKey: ['curves', runIds, importedIds],
    queryFn: ({ signal }) =>
      callApi(compareCurves, {
        query: { runs: runIds.join(','), imported: importedIds.join(',') },
        signal,
      }),
    placeholderData: (before) => before,
  });
}
