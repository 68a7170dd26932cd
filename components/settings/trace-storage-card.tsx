'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { TraceStorageView } from '@/lib/contracts/trace-storage';
import { bytesText } from '@/lib/view/bytes-text';
import { formatCount, plural } from '@/lib/view/numbers';
import { useTraceStorage } from './use-trace-policy';

type Removal = TraceStorageView['removals'][number];

/** Traces that the workspace keeps now, and the last that retention removed. */
export function TraceStorageCard() {
  const storage = useTraceStorage();
  return (
    <Card title="Storage">
      {storage.isPending ? <SkeletonRows label="Loading the size of the traces" rows={4} /> : null}
      {storage.isError ? <ProblemNotice error={storage.error} onRetry={() => storage.refetch()} /> : null}
      {storage.data ? <Kept storage={storage.data} /> : null}
    </Card>
  );
}

function Kept({ storage: { traces, bytes, oldestReceivedAt, removals } }: { storage: TraceStorageView }) {
  return (
    <div className="flex flex-col gap-4">
      <DefinitionList
        className="sm:grid-cols-1"
        items={[
          { term: 'Traces', value: formatCount(traces) },
          { term: 'Size, compressed', value: bytesText(bytes) },
          {
            term: 'Oldest received',
            value: oldestReceivedAt === null ? 'no trace yet' : <Time at={oldestReceivedAt} />,
          },
        ]}
      />
      <section aria-labelledby="trace-removals" className="flex flex-col gap-2">
        <h3 id="trace-removals" className="font-medium text-[0.8125rem]">
          Last removals
        </h3>
        {removals.length === 0 ? (
          <p className="text-[0.8125rem] text-ink-faint">Retention has removed nothing yet.</p>
        ) : (
          <ul className="flex flex-col text-[0.8125rem]">
            {removals.map((removal) => (
              <li
                key={removal.at}
                className="flex flex-wrap justify-between gap-x-4 border-line border-b border-dashed py-1.5 last:border-b-0"
              >
                <span className="text-ink-faint">
                  <Time at={removal.at} />
                </span>
                <span className="numbers">{removalText(removal)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function removalText({ tooOld, overBytesMax, unreadParts, bytes }: Removal): string {
  const parts = [
    ...(tooOld > 0 ? [`${plural(tooOld, 'trace')} too old`] : []),
    ...(overBytesMax > 0 ? [`${plural(overBytesMax, 'trace')} over the size limit`] : []),
    ...(unreadParts > 0 ? [plural(unreadParts, 'unread record')] : []),
  ];
  return `${parts.join(', ')}, ${bytesText(bytes)}`;
}
