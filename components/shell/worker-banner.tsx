'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Notice } from '@/components/ui/notice';
import type { Health } from '@/lib/contracts/health';
import { type HealthCheck, healthLine, nextCheck } from '@/lib/view/health-words';

/** Health answers 503 with the same body when a part is missing, so both are read alike. */
async function readHealth(): Promise<Health | null> {
  const response = await fetch('/api/health');
  if (!response.headers.get('content-type')?.includes('application/json')) return null;
  return (await response.json()) as Health;
}

const CHECK_MS = 15_000;
/** Sooner after a missed check, which alone is not shown. */
const CHECK_AGAIN_MS = 5_000;
const KEY = ['health'];

/** Says at the top of every page what a run would wait for in vain, once two checks in a row have missed it. */
export function WorkerBanner() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => nextCheck(client.getQueryData<HealthCheck>(KEY), await readHealth()),
    refetchInterval: ({ state }) => (state.data?.missed === 1 ? CHECK_AGAIN_MS : CHECK_MS),
  });
  const line = data === undefined ? null : healthLine(data);
  if (line === null) return null;
  return (
    <Notice tone="honey" className="rounded-none border-x-0 border-t-0 px-4 md:px-8" title={line.title}>
      {line.text}
    </Notice>
  );
}
