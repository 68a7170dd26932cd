import type { ReactNode } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { Badge } from '@/components/ui/badge';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ComparedExample, PairOutcome } from '@/lib/contracts/paired-comparisons';
import { changeOf } from '@/lib/view/paired-comparison';

export const OUTCOMES = ['losses', 'wins', 'ties', 'all'] as const;

interface ReadExamples<Example extends ComparedExample> {
  readonly data: { readonly pages: readonly { readonly items: readonly Example[] }[] } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface ComparedExamplesProps<Example extends ComparedExample> {
  readonly examples: ReadExamples<Example>;
  readonly outcome: PairOutcome;
  /** What the two scores are of: before and after. */
  readonly names: readonly [string, string];
  /** What stands under each of the two scores. */
  readonly under?: (example: Example, side: 'before' | 'after') => ReactNode;
}

/** Examples that two prompts were measured on, with both scores; it does not know what was compared. */
export function ComparedExamples<Example extends ComparedExample>(props: ComparedExamplesProps<Example>) {
  const { examples, outcome } = props;
  const items = itemsOf(examples);
  return (
    <>
      {examples.isPending ? <SkeletonRows label="Reading the examples" rows={4} /> : null}
      {examples.isError ? <ProblemNotice error={examples.error} onRetry={() => examples.refetch()} /> : null}
      {examples.data && items.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-ink-faint">{noneWords(outcome)}</p>
      ) : null}
      {items.length > 0 ? <Examples items={items} {...props} /> : null}
      <ShowMore
        hasMore={examples.hasNextPage}
        isLoading={examples.isFetchingNextPage}
        onMore={() => examples.fetchNextPage()}
      />
    </>
  );
}

function noneWords(outcome: (typeof OUTCOMES)[number]): string {
  if (outcome === 'losses') return 'Nothing got worse.';
  if (outcome === 'wins') return 'Nothing got better.';
  return outcome === 'ties'
    ? 'No example scores the same on both sides.'
    : 'No example was measured on both sides.';
}

interface ExamplesProps<Example extends ComparedExample>
  extends Pick<ComparedExamplesProps<Example>, 'names' | 'under'> {
  readonly items: readonly Example[];
}

function Examples<Example extends ComparedExample>({
  items,
  names: [before, after],
  under,
}: ExamplesProps<Example>) {
  return (
    <Table caption={`Examples of “${before}” and “${after}”`}>
      <TableHead>
        <HeadCell>Change</HeadCell>
        <HeadCell>Question</HeadCell>
        <HeadCell className="max-sm:hidden">Expected</HeadCell>
        <HeadCell numeric>{before}</HeadCell>
        <HeadCell numeric>{after}</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((example) => {
          const { sign, word, tone } = changeOf(example);
          return (
            <Row key={example.exampleId}>
              <Cell className="align-top">
                <Badge tone={tone}>
                  {sign} {word}
                </Badge>
              </Cell>
              <Cell className="min-w-56 align-top">
                <span className="line-clamp-3 break-words">{example.question}</span>
                <span className="font-mono text-ink-faint text-xs">{example.exampleId}</span>
              </Cell>
              <Cell className="max-w-64 align-top max-sm:hidden">
                <span className="line-clamp-3 break-words">{example.expected}</span>
              </Cell>
              <Cell numeric className="align-top">
                {example.before.toFixed(2)}
                {under?.(example, 'before')}
              </Cell>
              <Cell numeric className="align-top">
                {example.after.toFixed(2)}
                {under?.(example, 'after')}
              </Cell>
            </Row>
          );
        })}
      </TableBody>
    </Table>
  );
}
