import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Progress } from '@/components/ui/progress';
import type { SweepView } from '@/lib/contracts/sweeps';
import { describeProgress, spentLines } from '@/lib/view/sweep-progress';

/** How far it is, how long it will take, and what of the budget is used, held by runs and left. */
export function SweepProgressCard({ sweep }: { sweep: SweepView }) {
  const { done, cells } = sweep.counts;
  return (
    <Card title="Progress and budget" description={describeProgress(sweep)}>
      <Progress
        label="Cells that are done"
        value={done}
        max={cells}
        tone={sweep.status === 'finished' ? 'good' : 'honey'}
        className="mb-4"
      />
      <DefinitionList items={spentLines(sweep)} />
    </Card>
  );
}
