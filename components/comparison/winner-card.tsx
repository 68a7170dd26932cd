'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { TableDoor } from '@/components/list/table-door';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/input';
import { keptFigures } from '@/components/ui/kept-figures';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { PairedComparison, PairedRun } from '@/lib/contracts/paired-comparisons';
import { comparedWinner, sideName } from '@/lib/view/compared-winner';
import { describeHardware } from '@/lib/view/number-origin';
import { pWords } from '@/lib/view/paired-comparison';
import { PAIRED_MAX, useComparedPair } from './use-compared-pair';
import { winnerColumns } from './winner-columns';

interface WinnerCardProps {
  readonly runIds: readonly string[];
  readonly initial: PairedComparison | null;
  /** The page says already why nothing is compared. */
  readonly isApartSaid: boolean;
}

/** Runs against one of them: who wins and by how much, and what each scored, took and cost. */
export function WinnerCard({ runIds, initial, isApartSaid }: WinnerCardProps) {
  const { pairs, looked, setBaseline, setOther } = useComparedPair(runIds, initial);
  if (runIds.length < 2) return null;
  if (pairs.isPending)
    return (
      <div className="min-h-52">
        <SkeletonRows label="Loading the comparison…" rows={4} />
      </div>
    );
  if (pairs.isError) return <ProblemNotice error={pairs.error} onRetry={() => pairs.refetch()} />;
  const { baseline, others, apart } = pairs.data;
  if (apart !== null)
    return isApartSaid ? null : (
      <Notice tone="honey" title="Not comparable">
        {apart}
      </Notice>
    );
  const sides = [baseline, ...others];
  const table = {
    caption: 'Compared runs',
    columns: winnerColumns({ sides, baseline, looked: looked?.runId ?? null, onLook: setOther }),
    rows: sides,
    keyOf: ({ runId }: { readonly runId: string }) => runId,
  };
  return (
    <Card
      flush
      title="Result"
      description={`Best held-out prompts · ${describeHardware(baseline)}`}
      actions={
        <>
          <span className="text-ink-faint text-xs">Measured against</span>
          <Select
            className="w-56"
            aria-label="Measured against"
            value={baseline.runId}
            onChange={(event) => setBaseline(event.target.value)}
          >
            {sides.map((side) => (
              <option key={side.runId} value={side.runId}>
                {sideName(side, sides)}
              </option>
            ))}
          </Select>
          <TableDoor name={table.caption} read={tableReader(table)} />
        </>
      }
    >
      {looked === null ? null : <WinnerLine run={looked} comparison={pairs.data} />}
      <ColumnTable {...table} />
      {runIds.length > PAIRED_MAX ? (
        <p className="px-4 py-3 text-ink-faint text-xs">
          First {PAIRED_MAX} of {runIds.length} runs.
        </p>
      ) : null}
    </Card>
  );
}

interface WinnerLineProps {
  readonly run: PairedRun;
  readonly comparison: PairedComparison;
}

function WinnerLine({ run, comparison: { baseline, others } }: WinnerLineProps) {
  const sides = [baseline, ...others];
  const winner = comparedWinner(run, baseline, [sideName(run, sides), sideName(baseline, sides)]);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 pb-4">
      <Badge tone={winner.tone}>{winner.word}</Badge>
      <p className="min-w-0 break-words font-medium text-[0.9375rem] tracking-tight">{winner.headline}</p>
      {winner.gain === null ? null : (
        <p className="numbers text-[0.8125rem] text-ink-soft" title={`McNemar’s exact p ${pWords(run)}`}>
          {keptFigures(winner.gain)}
        </p>
      )}
      {winner.note === null ? null : <p className="text-ink-faint text-xs">{winner.note}</p>}
    </div>
  );
}
