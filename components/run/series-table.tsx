import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { HeatMap } from '@/lib/view/run-diversity';
import type { SeriesChart } from '@/lib/view/series-chart';

/** The same numbers as the chart beside it, for reading and for screen readers. */
export function SeriesTable({ chart }: { chart: SeriesChart }) {
  const hasNotes = chart.rows.some((row) => row.note);
  return (
    <Table caption={chart.question}>
      <TableHead>
        <HeadCell className="first-letter:uppercase">{chart.xLabel}</HeadCell>
        {chart.series.map(({ key, name }) => (
          <HeadCell key={key} numeric className="first-letter:uppercase">
            {name}
            {chart.yLabel.endsWith('%') ? ', %' : ''}
          </HeadCell>
        ))}
        {hasNotes ? <HeadCell>Note</HeadCell> : null}
      </TableHead>
      <TableBody>
        {chart.rows.map((row) => (
          <Row key={row.x}>
            <Cell className="numbers">{row.x}</Cell>
            {chart.series.map(({ key }) => (
              <Cell key={key} numeric>
                {row.values[key] === null || row.values[key] === undefined
                  ? '–'
                  : Number(row.values[key].toFixed(1)).toLocaleString('en-US')}
              </Cell>
            ))}
            {hasNotes ? <Cell className="text-ink-faint">{row.note}</Cell> : null}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** The most alike pairs come first: they are what somebody looks for. */
export function HeatTable({ map }: { map: HeatMap }) {
  const pairs = [...map.cells].sort((a, b) => b.similarity - a.similarity);
  return (
    <Table caption={map.question}>
      <TableHead>
        <HeadCell>Groups</HeadCell>
        <HeadCell numeric>Similarity</HeadCell>
        <HeadCell>Above the limit</HeadCell>
      </TableHead>
      <TableBody>
        {pairs.map(({ row, column, similarity, isCopy }) => (
          <Row key={`${row}-${column}`}>
            <Cell className="numbers">
              {row + 1} and {column + 1}
            </Cell>
            <Cell numeric>{similarity.toFixed(3)}</Cell>
            <Cell>{isCopy ? 'yes, a copy' : 'no'}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
