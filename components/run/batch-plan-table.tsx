import { Layers } from 'lucide-react';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import { isBeyondProfile } from '@/lib/view/batch-plan-chart';
import { figure, word } from '@/lib/view/list-rows';
import { plural } from '@/lib/view/numbers';
import { type PlanRow, preparePlanRows } from '@/lib/view/plan-rows';
import { BATCH_CAP_WORDS, BATCH_REASON_WORDS } from '@/lib/view/run-words';
import { planSentence } from '@/lib/words/batch-plan';

const PAGE = 50;

const COLUMNS: readonly TableColumn<PlanRow>[] = [
  {
    label: 'Iteration',
    numeric: true,
    className: 'align-top',
    data: [word('iteration', ({ iterations }) => iterations)],
    cell: ({ iterations }) => iterations,
  },
  figureColumn({ label: 'Size', className: 'align-top font-medium', of: ({ plan }) => plan.size }),
  {
    label: 'Reason',
    className: 'min-w-48 sm:min-w-60',
    data: [
      word('reason', ({ plan }) => BATCH_REASON_WORDS[plan.reason]),
      word('capped by', ({ plan }) => plan.caps.map((cap) => BATCH_CAP_WORDS[cap]).join(', ')),
      word('beyond twice the profiled range', ({ plan }) => isBeyondProfile(plan)),
      word('explanation', ({ plan }) => planSentence(plan)),
      figure('plateau, batch size', ({ plan }) => plan.plateau),
    ],
    cell: ({ plan }) => <Reason plan={plan} />,
  },
  figureColumn({
    label: 'Left',
    file: 'examples left',
    hint: 'Training examples that were left when the size was planned',
    hiddenBelow: 'sm',
    className: 'align-top',
    of: ({ plan }) => plan.inputs.remainingExamples,
  }),
  figureColumn({
    label: 'Lanes',
    hint: 'Model calls that may be in flight at once',
    hiddenBelow: 'sm',
    className: 'align-top',
    of: ({ plan }) => plan.inputs.lanes,
  }),
];

interface BatchPlanTableProps {
  readonly plans: readonly BatchPlan[];
  /** Plans of a very long run that changed nothing and are in the ledger only. */
  readonly leftOut?: number;
}

/** One plan an iteration, with its reason and what it was made from. */
export function BatchPlanTable({ plans, leftOut = 0 }: BatchPlanTableProps) {
  return (
    <TableCard
      title="Batch plans"
      description={`Re-planned before every iteration; newest first.${
        leftOut === 0 ? '' : ` ${plural(leftOut, 'plan')} that changed nothing are in the ledger only.`
      }`}
      caption="Batch plans"
      columns={COLUMNS}
      rows={preparePlanRows(plans)}
      keyOf={({ plan }) => plan.iteration}
      page={PAGE}
      isBoxed
      empty={
        <EmptyState icon={Layers} title="No plan yet">
          The first one is made when the original prompt has been measured.
        </EmptyState>
      }
    />
  );
}

function Reason({ plan }: { plan: BatchPlan }) {
  return (
    <>
      <span className="flex flex-wrap gap-1">
        <Badge tone={plan.reason === 'degenerate' ? 'honey' : 'neutral'}>
          {BATCH_REASON_WORDS[plan.reason]}
        </Badge>
        {plan.caps.map((cap) => (
          <Badge key={cap} tone="info">
            capped by {BATCH_CAP_WORDS[cap]}
          </Badge>
        ))}
        {isBeyondProfile(plan) ? <Badge tone="honey">beyond twice the profiled range</Badge> : null}
      </span>
      <span className="mt-1 block text-ink-faint text-xs">{planSentence(plan)}</span>
    </>
  );
}
