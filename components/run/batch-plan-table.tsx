'use client';

import { Layers } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { ShowMore } from '@/components/ui/show-more';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import { plural } from '@/lib/view/numbers';
import { preparePlanRows } from '@/lib/view/plan-rows';
import { BATCH_CAP_WORDS, BATCH_REASON_WORDS } from '@/lib/view/run-words';

const PAGE = 50;

interface BatchPlanTableProps {
  readonly plans: readonly BatchPlan[];
  /** Of a very long run: those that changed nothing and stand in the ledger only. */
  readonly leftOut?: number;
}

/** One plan an iteration, with its reason and what it was made from. */
export function BatchPlanTable({ plans, leftOut = 0 }: BatchPlanTableProps) {
  const [shown, setShown] = useState(PAGE);
  const rows = preparePlanRows(plans);
  return (
    <Card
      flush
      title="Which batch size was chosen, and why?"
      description={`Re-planned before every iteration; newest first.${
        leftOut === 0 ? '' : ` ${plural(leftOut, 'plan')} that changed nothing stand in the ledger only.`
      }`}
    >
      {plans.length === 0 ? (
        <EmptyState icon={Layers} title="No plan yet">
          The first one is made when the seed candidate has been measured.
        </EmptyState>
      ) : (
        <div className="fade-ends relative max-h-[26rem] overflow-y-auto">
          <Table caption="Batch plans">
            <TableHead>
              <HeadCell numeric>Iteration</HeadCell>
              <HeadCell numeric>Size</HeadCell>
              <HeadCell>Reason</HeadCell>
              <HeadCell
                numeric
                className="max-sm:hidden"
                title="Training examples that were left when the size was planned"
              >
                Left
              </HeadCell>
              <HeadCell numeric className="max-sm:hidden" title="Model calls that may be in flight at once">
                Lanes
              </HeadCell>
            </TableHead>
            <TableBody>
              {rows.slice(0, shown).map(({ plan, iterations }) => (
                <Row key={plan.iteration}>
                  <Cell numeric className="align-top">
                    {iterations}
                  </Cell>
                  <Cell numeric className="align-top font-medium">
                    {plan.size}
                  </Cell>
                  <Cell className="min-w-48 sm:min-w-60">
                    <span className="flex flex-wrap gap-1">
                      <Badge tone={plan.reason === 'degenerate' ? 'honey' : 'neutral'}>
                        {BATCH_REASON_WORDS[plan.reason]}
                      </Badge>
                      {plan.caps.map((cap) => (
                        <Badge key={cap} tone="info">
                          capped by {BATCH_CAP_WORDS[cap]}
                        </Badge>
                      ))}
                      {plan.extrapolated ? <Badge tone="honey">beyond twice the profiled range</Badge> : null}
                    </span>
                    <span className="mt-1 block text-ink-faint text-xs">{plan.explanation}</span>
                  </Cell>
                  <Cell numeric className="align-top max-sm:hidden">
                    {plan.inputs.remainingExamples}
                  </Cell>
                  <Cell numeric className="align-top max-sm:hidden">
                    {plan.inputs.lanes}
                  </Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
          <ShowMore
            hasMore={shown < rows.length}
            isLoading={false}
            onMore={() => setShown((before) => before + PAGE)}
          />
        </div>
      )}
    </Card>
  );
}
