'use client';

import { MeasuredValue } from '@/components/fact/measured-value';
import { RunStatusBadge } from '@/components/fact/run-status-badge';
import { Link } from '@/components/ui/link';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { RunView } from '@/lib/contracts/run-shapes';
import { formatUsd } from '@/lib/view/numbers';

/** Runs in as few words as tell them apart; the full table has the rest. */
export function BriefRunTable({ runs }: { runs: readonly RunView[] }) {
  return (
    <Table caption="Newest runs" isStacked>
      <TableHead>
        <HeadCell>Run</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell>Best held-out</HeadCell>
        <HeadCell numeric>Spend</HeadCell>
      </TableHead>
      <TableBody>
        {runs.map((run) => (
          <Row key={run.id}>
            <Cell className="min-w-32 max-w-72">
              <Link href={`/runs/${run.id}`} className="font-medium hover:underline">
                {run.label}
              </Link>
            </Cell>
            <Cell>
              <RunStatusBadge status={run.status} />
            </Cell>
            <Cell data-head="Best held-out">
              <MeasuredValue measurement={run.summary.bestScore} doubt={run.scoreDoubt} />
            </Cell>
            <Cell numeric data-head="Spend">
              {formatUsd(run.summary.spend.spendUsd)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
