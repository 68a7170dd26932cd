'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ComparedExample, ComparedSide } from '@/lib/contracts/paired-comparisons';
import { plural } from '@/lib/view/numbers';
import { changeOf, OUTCOME_WORDS } from '@/lib/view/paired-comparison';
import { useComparedExamples } from './use-pairs';

const OUTCOMES = ['losses', 'wins', 'ties', 'all'] as const;

interface ComparedExamplesCardProps {
  readonly baseline: ComparedSide;
  readonly other: ComparedSide;
}

/** The examples behind a comparison, regressions first: what a reader wants to see before believing the mean. */
export function ComparedExamplesCard({ baseline, other }: ComparedExamplesCardProps) {
  const [outcome, setOutcome] = useQueryState(
    'outcome',
    parseAsStringLiteral(OUTCOMES).withDefault('losses'),
  );
  const examples = useComparedExamples(baseline.runId, other.runId, outcome);
  const items = itemsOf(examples);
  const total = examples.data?.pages[0]?.total ?? 0;
  return (
    <Card
      flush
      title={`What did “${other.label}” lose and gain?`}
      description={`Against “${baseline.label}” · ${plural(total, 'example')} of this kind`}
      actions={
        <Segmented
          label="Which examples"
          value={outcome}
          onChange={setOutcome}
          options={OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
        />
      }
    >
      {examples.isPending ? <SkeletonRows label="Reading the examples" rows={4} /> : null}
      {examples.isError ? <ProblemNotice error={examples.error} onRetry={() => examples.refetch()} /> : null}
      {examples.data && items.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-ink-faint">{noneWords(outcome)}</p>
      ) : null}
      {items.length > 0 ? <Examples items={items} /> : null}
      <ShowMore
        hasMore={examples.hasNextPage}
        isLoading={examples.isFetchingNextPage}
        onMore={() => examples.fetchNextPage()}
      />
    </Card>
  );
}

function noneWords(outcome: (typeof OUTCOMES)[number]): string {
  if (outcome === 'losses') return 'Nothing got worse.';
  if (outcome === 'wins') return 'Nothing got better.';
  return outcome === 'ties'
    ? 'No example scores the same on both sides.'
    : 'No example was measured on both sides.';
}

function Examples({ items }: { items: readonly ComparedExample[] }) {
  return (
    <Table caption="Examples of both runs">
      <TableHead>
        <HeadCell>Change</HeadCell>
        <HeadCell>Question</HeadCell>
        <HeadCell className="max-sm:hidden">Expected</HeadCell>
        <HeadCell numeric>Baseline</HeadCell>
        <HeadCell numeric>This run</HeadCell>
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
              </Cell>
              <Cell numeric className="align-top">
                {example.after.toFixed(2)}
              </Cell>
            </Row>
          );
        })}
      </TableBody>
    </Table>
  );
}
