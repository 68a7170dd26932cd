import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { PointChart } from '@/lib/view/point-chart';

/** The points of a chart for reading, ours first; what was published says so in its line. */
export function PointTable({ chart, value }: { chart: PointChart; value: string }) {
  const points = [...chart.series.flatMap((series) => series.points), ...chart.published];
  return (
    <Table caption={chart.question}>
      <TableHead>
        <HeadCell>Arm and batch size</HeadCell>
        <HeadCell>{value}</HeadCell>
      </TableHead>
      <TableBody>
        {points.map(({ title, label }) => (
          <Row key={`${title} ${label}`}>
            <Cell className="min-w-36 font-medium">{title}</Cell>
            <Cell className="numbers">{label}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
