import { type ReactNode, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { ColumnTable } from '@/components/list/column-table';
import type { TableColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Badge } from '@/components/ui/badge';
import { Excerpt } from '@/components/ui/excerpt';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ComparedExample, PairOutcome } from '@/lib/contracts/paired-comparisons';
import { figure, tableOfRows, word } from '@/lib/view/list-rows';
import { changeOf } from '@/lib/view/paired-comparison';

export const OUTCOMES = ['differ', 'losses', 'wins', 'ties', 'all'] as const;

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
  /** Subjects of the two scores: before and after. */
  readonly names: readonly [string, string];
  /** Caption under each of the two scores. */
  readonly under?: (example: Example, side: 'before' | 'after') => ReactNode;
  /** Rows before the first "Show more"; left out, a page. */
  readonly atRest?: number;
}

/** Examples that two prompts were measured on, with both scores; it does not know what was compared. */
export function ComparedExamples<Example extends ComparedExample>(props: ComparedExamplesProps<Example>) {
  const { examples, outcome, atRest } = props;
  const [isOpen, setOpen] = useState(atRest === undefined);
  const items = itemsOf(examples);
  const shown = isOpen ? items : items.slice(0, atRest);
  return (
    <>
      {examples.isPending ? <SkeletonRows label="Loading examples…" rows={4} /> : null}
      {examples.isError ? <ProblemNotice error={examples.error} onRetry={() => examples.refetch()} /> : null}
      {examples.data && items.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-ink-faint">{noneWords(outcome)}</p>
      ) : null}
      {items.length > 0 ? <Examples {...props} items={shown} /> : null}
      <ShowMore
        hasMore={shown.length < items.length || examples.hasNextPage}
        isLoading={examples.isFetchingNextPage}
        onMore={() => (isOpen ? examples.fetchNextPage() : setOpen(true))}
      />
    </>
  );
}

function noneWords(outcome: (typeof OUTCOMES)[number]): string {
  if (outcome === 'differ') return 'Both score the same on every example.';
  if (outcome === 'losses') return 'No example scores lower.';
  if (outcome === 'wins') return 'No example scores higher.';
  return outcome === 'ties'
    ? 'No example scores the same on both sides.'
    : 'No example was measured on both sides.';
}

type Words<Example extends ComparedExample> = Pick<ComparedExamplesProps<Example>, 'names' | 'under'>;

const ABOUT: readonly TableColumn<ComparedExample>[] = [
  {
    label: 'Change',
    className: 'align-top',
    data: [word('change', (example) => changeOf(example).word)],
    cell: (example) => {
      const { sign, word: said, tone } = changeOf(example);
      return (
        <Badge tone={tone}>
          {sign} {said}
        </Badge>
      );
    },
  },
  {
    label: 'Question',
    className: 'min-w-56 align-top',
    data: [word('example', ({ exampleId }) => exampleId), word('question', ({ question }) => question)],
    cell: ({ question }) => <Excerpt text={question} most={110} />,
  },
  {
    label: 'Expected',
    className: 'max-w-64 align-top',
    data: [word('expected', ({ expected }) => expected)],
    cell: ({ expected }) => <Excerpt text={expected} most={60} />,
  },
];

function columnsOf<Example extends ComparedExample>(words: Words<Example>): readonly TableColumn<Example>[] {
  const score = (side: 'before' | 'after', label: string): TableColumn<Example> => ({
    label,
    numeric: true,
    className: 'align-top',
    data: [figure(label.toLowerCase(), (example) => example[side])],
    cell: (example) => (
      <>
        {example[side].toFixed(2)}
        {words.under?.(example, side)}
      </>
    ),
  });
  const [before, after] = words.names;
  return [...ABOUT, score('before', before), score('after', after)];
}

const captionOf = ([before, after]: readonly [string, string]) => `Examples of “${before}” and “${after}”`;

function Examples<Example extends ComparedExample>(props: Words<Example> & { items: readonly Example[] }) {
  return (
    <ColumnTable
      caption={captionOf(props.names)}
      columns={columnsOf(props)}
      rows={props.items}
      keyOf={({ exampleId }) => exampleId}
    />
  );
}

interface ExamplesDoorProps<Example extends ComparedExample>
  extends Pick<ComparedExamplesProps<Example>, 'names'> {
  readonly examples: {
    readonly data: ReadExamples<Example>['data'];
    readonly readAllPages: () => Promise<readonly { readonly items: readonly Example[] }[]>;
  };
}

/** The same as a file, as narrowed, those of later pages with it. */
export function ExamplesDoor<Example extends ComparedExample>({
  examples,
  names,
}: ExamplesDoorProps<Example>) {
  if (itemsOf(examples).length === 0) return null;
  const read = async () =>
    tableOfRows(
      captionOf(names),
      columnsOf<Example>({ names }),
      (await examples.readAllPages()).flatMap((page) => page.items),
    );
  return <TableDoor name={captionOf(names)} read={read} />;
}
