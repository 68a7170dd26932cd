import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { SweepView } from '@/lib/contracts/sweeps';
import { formatCompact, formatDuration, formatScore, NOT_KNOWN } from '@/lib/view/numbers';

/** Every published value for reading, those of this sweep's data set first; folded, since none of them is ours. */
export function PublishedValues({ sweep }: { sweep: SweepView }) {
  const { published, publishedPlaybooks } = sweep.figure;
  const count = published.length + publishedPlaybooks.length;
  if (count === 0) return null;
  return (
    <Card flush>
      <details>
        <summary className="cursor-pointer px-4 py-3 font-semibold text-[0.875rem]">
          Published values ({count}){' '}
          <span className="font-normal text-ink-faint text-xs">
            other hardware and other models, no intervals given: for orientation, never for a comparison
          </span>
        </summary>
        <Table caption="Published values">
          <TableHead>
            <HeadCell>Data set</HeadCell>
            <HeadCell>Method and model</HeadCell>
            <HeadCell>Arm</HeadCell>
            <HeadCell numeric>Batch size</HeadCell>
            <HeadCell numeric>Accuracy</HeadCell>
            <HeadCell numeric>Training time</HeadCell>
            <HeadCell numeric>Prompt tokens</HeadCell>
            <HeadCell>Source</HeadCell>
          </TableHead>
          <TableBody>
            {published.map((point) => (
              <Row
                key={`${point.dataset} ${point.source} ${point.method} ${point.model} ${point.arm} ${point.batchSize} ${point.accuracy}`}
                className={point.sameDataset ? '' : 'text-ink-faint'}
              >
                <Cell className="whitespace-nowrap">{point.dataset}</Cell>
                <Cell className="whitespace-nowrap">
                  {point.method}, {point.model}
                </Cell>
                <Cell className="whitespace-nowrap">{point.arm}</Cell>
                <Cell numeric>{point.batchSize ?? NOT_KNOWN}</Cell>
                <Cell numeric>{formatScore(point.accuracy)}</Cell>
                <Cell numeric>
                  {point.trainSeconds === null ? NOT_KNOWN : formatDuration(point.trainSeconds * 1000)}
                </Cell>
                <Cell numeric>
                  {point.playbookTokens === null ? NOT_KNOWN : formatCompact(point.playbookTokens)}
                </Cell>
                <Cell className="min-w-40 text-xs" title={point.note ?? undefined}>
                  {point.source}, {point.confidence}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
        <PublishedPlaybooks points={publishedPlaybooks} />
      </details>
    </Card>
  );
}

type Playbook = SweepView['figure']['publishedPlaybooks'][number];

function PublishedPlaybooks({ points }: { points: readonly Playbook[] }) {
  if (points.length === 0) return null;
  return (
    <section aria-label="Published playbooks" className="mt-4">
      <h3 className="px-4 pb-2 font-medium text-[0.8125rem]">What published playbooks held</h3>
      <Table caption="Published playbooks">
        <TableHead>
          <HeadCell>Data set</HeadCell>
          <HeadCell>Method and model</HeadCell>
          <HeadCell>Arm</HeadCell>
          <HeadCell numeric>Batch size</HeadCell>
          <HeadCell numeric>Entries written</HeadCell>
          <HeadCell numeric>Helpful 3 times</HeadCell>
          <HeadCell numeric>Helpful marks</HeadCell>
          <HeadCell numeric>Coverage</HeadCell>
          <HeadCell numeric>Specificity</HeadCell>
          <HeadCell>Source</HeadCell>
        </TableHead>
        <TableBody>
          {points.map((point) => (
            <Row
              key={`${point.dataset} ${point.source} ${point.arm} ${point.batchSize}`}
              className={point.sameDataset ? '' : 'text-ink-faint'}
            >
              <Cell className="whitespace-nowrap">{point.dataset}</Cell>
              <Cell className="whitespace-nowrap">
                {point.method}, {point.model}
              </Cell>
              <Cell className="whitespace-nowrap">{point.arm}</Cell>
              <Cell numeric>{point.batchSize ?? NOT_KNOWN}</Cell>
              <Cell numeric>{point.entries ?? NOT_KNOWN}</Cell>
              <Cell numeric>{point.highValueEntries ?? NOT_KNOWN}</Cell>
              <Cell numeric>{point.helpfulMarks ?? NOT_KNOWN}</Cell>
              <Cell numeric>{point.coverage === null ? NOT_KNOWN : formatScore(point.coverage)}</Cell>
              <Cell numeric>{point.specificity === null ? NOT_KNOWN : formatScore(point.specificity)}</Cell>
              <Cell className="min-w-40 text-xs" title={point.note ?? undefined}>
                {point.source}, {point.confidence}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
