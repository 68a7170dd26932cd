import { Badge } from '@/components/ui/badge';
import type { SweepView } from '@/lib/contracts/sweeps';
import { SweepStatusBadge } from './sweep-badges';

/** Status, and where it is one the practice model with its time-scale: no number of the page means more than that. */
export function SweepBadgeRow({ sweep }: { sweep: SweepView }) {
  return (
    <>
      <SweepStatusBadge status={sweep.status} />
      {sweep.practice ? (
        <Badge tone="info" title="By what the practice model divides the delays of its calls.">
          practice model, {paceWords(sweep.origin.timeScale)}
        </Badge>
      ) : null}
    </>
  );
}

function paceWords(timeScale: string | null): string {
  if (timeScale === null) return 'time-scale not stated';
  return timeScale === 'off' ? 'no delays' : `time-scale ${timeScale}`;
}
