import { Star } from 'lucide-react';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ConvergenceChart } from '@/lib/view/convergence';
import { formatCount, shortHash } from '@/lib/view/numbers';

/** The twin of the convergence curve: the same numbers for reading, copying and screen readers. */
export function ConvergenceTable({ chart }: { chart: ConvergenceChart }) {
  return (
    <Table caption={chart.question}>
      <TableHead>
        <HeadCell>After</HeadCell>
        <HeadCell numeric className="first-letter:uppercase">
          {chart.xLabel}
        </HeadCell>
        <HeadCell numeric>Score (interval, n)</HeadCell>
        <HeadCell numeric>No answer</HeadCell>
        <HeadCell>Candidate</HeadCell>
      </TableHead>
      <TableBody>
        {[...chart.points, ...chart.partials].map((point) => (
          <Row key={`${point.iteration}-${point.candidateHash}-${point.isPartial}`}>
            <Cell className="whitespace-nowrap">
              {point.iteration < 0 ? 'original prompt' : `iteration ${point.iteration + 1}`}
              {point.isBest ? (
                <Star className="ml-1.5 inline size-3.5 text-honey-text" aria-label="best" />
              ) : null}
            </Cell>
            <Cell numeric>{point.x.toLocaleString('en-US')}</Cell>
            <Cell numeric>
              {point.label}
              {point.isPartial ? (
                <span className="block text-ink-faint text-xs">cut short by a cap, decides nothing</span>
              ) : null}
            </Cell>
            <Cell numeric>{formatCount(point.failures)}</Cell>
            <Cell className="font-mono text-xs">{shortHash(point.candidateHash)}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
