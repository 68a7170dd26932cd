import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { SweepView } from '@/lib/contracts/sweeps';
import { intervalOf } from '@/lib/view/arm-chart';
import { formatCount, formatPoints, plural } from '@/lib/view/numbers';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { ARM_WORDS } from '@/lib/view/sweep-words';

type Difference = SweepView['figure']['differences'][number];

const REFERENCES = ['naive', 'sequential', 'noLearning'] as const;

/** Every arm against naive at its own size, and against what needs no size: whatever the differences say. */
export function DifferenceTables({ sweep }: { sweep: SweepView }) {
  const origin = sweepOrigin(sweep);
  return REFERENCES.map((reference) => {
    const rows = sweep.figure.differences.filter((one) => one.reference === reference);
    if (rows.length === 0) return null;
    const name = ARM_WORDS[reference].name.toLowerCase();
    const place = reference === 'naive' ? ' at the same batch size' : '';
    return (
      <Card
        key={reference}
        flush
        title={`How much better than ${name}${place}?`}
        description={`${origin}. Paired by example; an interval that holds 0 says that no difference was shown.`}
      >
        <Table caption={`Paired differences to ${name}`}>
          <TableHead>
            <HeadCell>Arm</HeadCell>
            <HeadCell numeric>Batch size</HeadCell>
            <HeadCell>Over examples, bootstrap</HeadCell>
            <HeadCell>Over seeds, Student’s t</HeadCell>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <Row key={`${row.arm} ${row.batchSize}`}>
                <Cell className="min-w-36 font-medium">
                  {ARM_WORDS[row.arm].name} − {name}
                </Cell>
                <Cell numeric>{row.batchSize}</Cell>
                <Measured of={row.overExamples} among={`n = ${formatCount(row.overExamples.n)}`} />
                <Measured of={row.overSeeds} among={plural(row.seeds.length, 'seed')} />
              </Row>
            ))}
          </TableBody>
        </Table>
      </Card>
    );
  });
}

function Measured({ of: difference, among }: { of: Difference['overSeeds']; among: string }) {
  return (
    <Cell className="numbers whitespace-nowrap">
      {formatPoints(difference.mean)}{' '}
      <span className="text-ink-faint text-xs">
        ({intervalOf(difference)}, {among})
      </span>
    </Cell>
  );
}
