'use client';

import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { type EvaluationSummaryView, readEvaluationSummary } from '@/lib/contracts/evaluations';
import { type EvaluationFigures, prepareEvaluationFigures, SEAT_WORDS } from '@/lib/view/evaluation-figures';
import { word } from '@/lib/view/list-rows';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatUsd, shortHash } from '@/lib/view/numbers';

/** Cost of evaluating, savings by the cache, and the price of each judge. */
export function EvaluationCard({ experimentId, practice }: { experimentId: string; practice: boolean }) {
  const query = useQuery({
    queryKey: ['evaluation-summary', experimentId],
    queryFn: ({ signal }) => callApi(readEvaluationSummary, { query: { experimentId }, signal }),
  });
  const figures = query.data ? prepareEvaluationFigures(query.data) : null;
  return (
    <Card
      title="Saved by the evaluation cache"
      description={figures?.summary}
      actions={practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
    >
      {query.isPending ? <SkeletonRows label="Loading the evaluation figures" rows={2} /> : null}
      {query.isError ? <ProblemNotice error={query.error} onRetry={() => query.refetch()} /> : null}
      {figures ? <DefinitionList items={figures.lines} /> : null}
      {figures?.tradeOff ? <TradeOff {...figures.tradeOff} /> : null}
      {query.data && query.data.invalidations.length > 0 ? (
        <Invalidations items={query.data.invalidations} />
      ) : null}
    </Card>
  );
}

type JudgeCost = EvaluationSummaryView['judging']['costs'][number];
type Invalidation = EvaluationSummaryView['invalidations'][number];

const COSTS: readonly TableColumn<JudgeCost>[] = [
  {
    label: 'Judge',
    className: 'whitespace-nowrap font-medium',
    data: [word('judge', ({ seat }) => SEAT_WORDS[seat]), word('biased', ({ biased }) => biased)],
    cell: ({ seat, biased }) => (
      <>
        {SEAT_WORDS[seat]}
        {biased ? (
          <Badge
            tone="honey"
            icon={Scale}
            className="ml-2"
            title="It is the model that proposes, and judges in favour of its own edits."
          >
            biased
          </Badge>
        ) : null}
      </>
    ),
  },
  wordColumn({ label: 'Model', className: 'text-ink-soft', of: ({ model }) => model }),
  usdColumn('One rollout', ({ usdPerRollout }) => usdPerRollout),
  usdColumn('One measurement', ({ usdPerMeasurement }) => usdPerMeasurement),
];

function usdColumn(label: string, of: (cost: JudgeCost) => number | null): TableColumn<JudgeCost> {
  const file = `${label.toLowerCase()}, usd`;
  return figureColumn({ label, file, of, show: formatUsd, none: formatUsd(null) });
}

function TradeOff({ sentence, costs }: NonNullable<EvaluationFigures['tradeOff']>) {
  const table = { caption: 'Cost of each judge', columns: COSTS, rows: costs };
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-medium text-[0.8125rem]">Cost of each judge</h3>
        <TableDoor name={table.caption} read={tableReader(table)} />
      </div>
      <p className="text-ink-faint text-xs">{sentence}</p>
      <ColumnTable {...table} keyOf={({ seat }) => seat} />
    </div>
  );
}

const INVALIDATIONS: readonly TableColumn<Invalidation>[] = [
  {
    label: 'Prompt',
    className: 'font-mono text-xs',
    data: [word('prompt', ({ candidateHash }) => candidateHash)],
    cell: ({ candidateHash }) => shortHash(candidateHash),
  },
  figureColumn({ label: 'Answers', of: ({ answers }) => answers }),
  wordColumn({ label: 'Reason', className: 'min-w-52 text-ink-soft', of: ({ reason }) => reason }),
  {
    label: 'By',
    className: 'whitespace-nowrap text-ink-faint',
    data: [word('by', ({ by }) => by), word('at', ({ at }) => at)],
    cell: ({ by, at }) => (
      <>
        {by}, <Time at={at} />
      </>
    ),
  },
];

function Invalidations({ items }: { items: readonly Invalidation[] }) {
  const table = { caption: 'Answers that were put aside', columns: INVALIDATIONS, rows: items };
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-medium text-[0.8125rem]">Answers put aside</h3>
        <TableDoor name={table.caption} read={tableReader(table)} />
      </div>
      <ColumnTable {...table} keyOf={({ candidateHash, at }) => `${candidateHash}-${at}`} />
    </div>
  );
}
