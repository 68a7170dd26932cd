'use client';

import { GitFork } from 'lucide-react';
import { parseAsBoolean, parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { LineageChart } from '@/components/charts/lineage-chart';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import type { RunState } from '@/lib/projection/run-state';
import { tableOfLineage } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { prepareProposals } from '@/lib/view/proposal-chart';
import { parentsByHash, poolRows, prepareLineage } from '@/lib/view/run-search';
import { LineageDifference } from './lineage-difference';
import { PoolTable } from './pool-table';
import { ProposalTable } from './proposal-table';
import { ProposalsCard } from './proposals-card';
import { TrialTable } from './trial-table';

interface SearchPanelProps {
  readonly runId: string;
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

/** Pool of a method that searches, its proposals, and its trials. */
export function SearchPanel({ runId, state, origin }: SearchPanelProps) {
  const rows = useMemo(() => poolRows(state), [state]);
  const parents = useMemo(() => parentsByHash(state), [state]);
  const lineage = useMemo(() => prepareLineage(rows, parents, origin), [rows, parents, origin]);
  const [chosen, choose] = useQueryState('child', parseAsString);
  const [acceptedOnly, setAcceptedOnly] = useQueryState('accepted', parseAsBoolean.withDefault(false));
  const proposals = useMemo(
    () => prepareProposals(state.proposals, origin, acceptedOnly),
    [state.proposals, origin, acceptedOnly],
  );
  if (rows.length === 0 && state.proposals.length === 0 && state.trials.length === 0)
    return (
      <Card flush>
        <EmptyState icon={GitFork} title="Nothing was proposed yet">
          The pool, its family tree and every proposal show here as soon as the first iteration is through.
        </EmptyState>
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      {rows.length === 0 ? null : (
        <ChartFrame
          question={lineage.question}
          origin={lineage.origin}
          summary={lineage.summary}
          isEmpty={lineage.dots.length === 0}
          emptyText="The first candidate is drawn when it has been measured on selection."
          chart={<LineageChart chart={lineage} onChoose={choose} />}
          data={tableOfLineage(lineage)}
        />
      )}
      {rows.length === 0 ? null : <PoolTable rows={rows} onChoose={choose} />}
      <LineageDifference
        runId={runId}
        hash={chosen}
        parentHashes={parents.get(chosen ?? '') ?? []}
        onClose={() => void choose(null)}
      />
      {state.trials.length === 0 ? null : <TrialTable trials={state.trials} leftOut={state.leftOut.trials} />}
      {proposals === null ? null : (
        <ProposalsCard chart={proposals} acceptedOnly={acceptedOnly} onAcceptedOnly={setAcceptedOnly} />
      )}
      {state.proposals.length === 0 ? null : (
        <ProposalTable
          runId={runId}
          proposals={state.proposals}
          acceptedOnly={proposals !== null && acceptedOnly}
        />
      )}
    </div>
  );
}
