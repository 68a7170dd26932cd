'use client';

import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/ui/notice';
import type { Health } from '@/lib/contracts/health';

/** Health answers 503 with the same body when a part is missing, so both are read alike. */
async function readHealth(): Promise<Health | null> {
  const response = await fetch('/api/health');
  if (!response.headers.get('content-type')?.includes('application/json')) return null;
  return (await response.json()) as Health;
}

/** Says at the top of every page what a run would wait for in vain. */
export function WorkerBanner() {
  const { data } = useQuery({ queryKey: ['health'], queryFn: readHealth, refetchInterval: 15_000 });
  if (data?.ok !== false) return null;
  const missing = (['database', 'queue', 'worker', 'disk'] as const).filter(
    (part) => data[part]?.ok === false,
  );
  if (missing.length === 0) return null;
  const onlyWorker = missing.length === 1 && missing[0] === 'worker';
  return (
    <Notice
      tone="honey"
      className="rounded-none border-x-0 border-t-0 px-4 md:px-8"
      title={
        onlyWorker
          ? 'No worker is listening, so runs wait in the queue.'
          : missing.join() === 'disk'
            ? 'The disk is full, so runs are paused.'
            : `Not well: ${missing.join(', ')}.`
      }
    >
      {onlyWorker
        ? 'Start one with npm start, or look at the worker’s log if it should be up.'
        : missing.map((part) => `${part}: ${data[part].detail}`).join(' · ')}
    </Notice>
  );
}
