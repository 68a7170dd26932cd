'use client';

import { useCosts } from '@/components/cost/use-costs';
import { Skeleton } from '@/components/ui/skeleton';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { serialFact } from '@/lib/view/serial-fact';
import { RunFact } from './run-fact';

interface AgainstSerialProps {
  readonly runId: string;
  readonly readings: number;
  readonly doubt: Pick<ScoreDoubt, 'word'> | null;
}

/** Speed against the serial run, never without the cost of a point; the reason where the speed is not known. */
export function AgainstSerial({ runId, readings, doubt }: AgainstSerialProps) {
  const costs = useCosts(runId, readings, null);
  if (costs.isPending)
    return (
      <RunFact name="Against serial">
        <Skeleton className="h-5 w-16" />
      </RunFact>
    );
  const fact = costs.data === undefined ? null : serialFact(costs.data, doubt);
  return (
    <RunFact name="Against serial" note={fact?.note ?? 'not known'} title={fact?.sentence}>
      {fact?.isStruck ? (
        <s className="numbers text-bad">{fact.text}</s>
      ) : (
        <span className={fact?.isKnown ? 'numbers font-medium' : 'text-ink-faint'}>{fact?.text ?? '–'}</span>
      )}
    </RunFact>
  );
}
