'use client';

import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { type EvaluationSummaryView, readEvaluationSummary } from '@/lib/contracts/evaluations';
import { type EvaluationFigures, prepareEvaluationFigures, SEAT_WORDS } from '@/lib/view/evaluation-figures';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatCount, formatUsd, shortHash } from '@/lib/view/numbers';

/** What evaluating has cost, what the cache has spared, and what each judge would cost. */
export function EvaluationCard({ experimentId, practice }: { experimentId: string; practice: boolean }) {
  const query = useQuery({
    queryKey: ['evaluation-summary', experimentId],
    queryFn: ({ signal }) => callApi(readEvaluationSummary, { query: { experimentId }, signal }),
  });
  const figures = query.data ? prepareEvaluationFigures(query.data) : null;
  return (
    <Card
      title="What has the evaluation cache spared?"
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

function TradeOff({ sentence, costs }: NonNullable<EvaluationFigures['tradeOff']>) {
  return (
    <div className="mt-4 flex flex-col gap-2">
      <h3 className="font-medium text-[0.8125rem]">What does each judge cost?</h3>
      <p className="text-ink-faint text-xs">{sentence}</p>
      <Table caption="Cost of each judge">
        <TableHead>
          <HeadCell>Judge</HeadCell>
          <HeadCell>Model</HeadCell>
          <HeadCell numeric>One rollout</HeadCell>
          <HeadCell numeric>One measurement</HeadCell>
        </TableHead>
        <TableBody>
          {costs.map((cost) => (
            <Row key={cost.seat}>
              <Cell className="whitespace-nowrap font-medium">
                {SEAT_WORDS[cost.seat]}
                {cost.biased ? (
                  <Badge
                    tone="honey"
                    icon={Scale}
                    className="ml-2"
                    title="It is the model that proposes, and judges in favour of its own edits."
                  >
                    biased
                  </Badge>
                ) : null}
              </Cell>
              <Cell className="text-ink-soft">{cost.model}</Cell>
              <Cell numeric>{formatUsd(cost.usdPerRollout)}</Cell>
              <Cell numeric>{formatUsd(cost.usdPerMeasurement)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Invalidations({ items }: { items: EvaluationSummaryView['invalidations'] }) {
  return (
    <div className="mt-4 flex flex-col gap-2">
      <h3 className="font-medium text-[0.8125rem]">Which answers were put aside?</h3>
      <Table caption="Answers that were put aside">
        <TableHead>
          <HeadCell>Prompt</HeadCell>
          <HeadCell numeric>Answers</HeadCell>
          <HeadCell>Reason</HeadCell>
          <HeadCell>By</HeadCell>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <Row key={`${item.candidateHash}-${item.at}`}>
              <Cell className="font-mono text-xs">{shortHash(item.candidateHash)}</Cell>
              <Cell numeric>{formatCount(item.answers)}</Cell>
              <Cell className="min-w-52 text-ink-soft">{item.reason}</Cell>
              <Cell className="whitespace-nowrap text-ink-faint">
                {item.by}, <Time at={item.at} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
