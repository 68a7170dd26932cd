import { RotateCw, Send } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { ShowMore } from '@/components/ui/show-more';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { FlushView } from '@/lib/contracts/dispatch';
import { describeHardware, type NumberOrigin } from '@/lib/view/number-origin';
import { formatCompact, formatDuration } from '@/lib/view/numbers';
import { FLUSH_REASON_WORDS } from '@/lib/view/run-dispatch';
import { iterationName } from '@/lib/view/series-chart';

const WIDE_ONLY = 'max-sm:hidden';

interface FlushTableProps {
  readonly flushes: readonly FlushView[];
  readonly origin: NumberOrigin;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  /** Set where newer batches went out since somebody paged back. */
  readonly onNewest?: () => void;
}

/** Single batches with what the policy saw when it let them go. */
export function FlushTable({ flushes, origin, hasMore, isLoadingMore, onMore, onNewest }: FlushTableProps) {
  return (
    <Card
      flush
      title="Which batches went out last?"
      description={`Newest first · as the policy saw it · ${describeHardware(origin)}`}
      actions={
        onNewest ? (
          <Button onClick={onNewest}>
            <RotateCw aria-hidden /> Newest
          </Button>
        ) : null
      }
    >
      {flushes.length === 0 ? (
        <EmptyState icon={Send} title="No batch yet">
          The first one goes out with the first requests.
        </EmptyState>
      ) : (
        <Table caption="Newest batches of requests">
          <TableHead>
            <HeadCell numeric>Iteration</HeadCell>
            <HeadCell>Because</HeadCell>
            <HeadCell numeric title="Sent together, of those that waited">
              Requests
            </HeadCell>
            <HeadCell numeric>Waited</HeadCell>
            <HeadCell numeric className={WIDE_ONLY}>
              Lanes busy
            </HeadCell>
            <HeadCell numeric className={WIDE_ONLY} title="Prompt and answer tokens that the batch may use">
              Tokens reserved
            </HeadCell>
            <HeadCell numeric className={WIDE_ONLY} title="Variance of the recent rewards">
              Reward variance
            </HeadCell>
          </TableHead>
          <TableBody>
            {flushes.map((flush) => (
              <Row key={flush.key}>
                <Cell numeric>{iterationName(flush.iteration)}</Cell>
                <Cell>
                  <Badge>{FLUSH_REASON_WORDS[flush.reason]}</Badge>
                </Cell>
                <Cell numeric>
                  {flush.members.length} <span className="text-ink-faint">of {flush.queued}</span>
                </Cell>
                <Cell numeric>{formatDuration(flush.oldestWaitMs)}</Cell>
                <Cell numeric className={WIDE_ONLY}>
                  {flush.lanesBusy} <span className="text-ink-faint">of {flush.lanes}</span>
                </Cell>
                <Cell numeric className={WIDE_ONLY}>
                  {formatCompact(flush.tokens)}
                </Cell>
                <Cell numeric className={WIDE_ONLY}>
                  {flush.rewardVariance === null ? '–' : flush.rewardVariance.toFixed(3)}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
      <ShowMore hasMore={hasMore} isLoading={isLoadingMore} onMore={onMore} />
    </Card>
  );
}
