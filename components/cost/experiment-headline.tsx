'use client';

import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunView } from '@/lib/contracts/run-shapes';
import { unsaid } from '@/lib/view/cost-figures';
import { describeOrigin } from '@/lib/view/number-origin';
import { bestRun } from '@/lib/view/run-costs';
import { CostHeadline } from './headline';
import { useCosts } from './use-costs';

/** The headline of an experiment is that of its best run; empty before one has finished. */
export function ExperimentHeadline({ runs }: { runs: readonly RunView[] }) {
  const best = bestRun(runs);
  return best === null ? null : <BestRun run={best} />;
}

function BestRun({ run }: { run: RunView }) {
  const costs = useCosts(run.id, -1, null);
  // The runs below say what is wrong where the server does not answer.
  if (costs.isError) return null;
  const origin = describeOrigin({ split: 'heldOut', hardware: run.hardware, practice: run.practice });
  return (
    <Card
      title="What did a point of improvement cost?"
      description={`Best of these runs · ${origin}`}
      actions={
        <Link href={`/runs/${run.id}?tab=cost`} className="text-[0.8125rem] underline underline-offset-2">
          {run.label}
        </Link>
      }
    >
      {costs.isPending ? (
        <SkeletonRows label="Adding up the calls" rows={2} />
      ) : (
        <div className="flex flex-col gap-2">
          <CostHeadline headline={costs.data.headline} />
          <p className="text-[0.8125rem] text-ink-soft">
            {unsaid(costs.data.againstSerial.sentence, costs.data.headline.sentence)}
          </p>
        </div>
      )}
    </Card>
  );
}
