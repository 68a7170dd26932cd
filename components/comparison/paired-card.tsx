'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { Select } from '@/components/ui/input';
import { keptFigures } from '@/components/ui/kept-figures';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ComparedSide, PairedComparison, PairedRun } from '@/lib/contracts/paired-comparisons';
import { missingWords } from '@/lib/domain/scored-count';
import { figure, word } from '@/lib/view/list-rows';
import { describeHardware } from '@/lib/view/number-origin';
import { formatScore } from '@/lib/view/numbers';
import { differenceWords, pWords, qualitySentence, verdictWords } from '@/lib/view/paired-comparison';
import { ComparedExamplesCard } from './compared-examples-card';
import { PromptDifferenceCard } from './prompt-difference-card';
import { usePairs } from './use-pairs';

/** As many as one baseline is held against at once. */
const RUNS_MAX = 10;

/** Runs against one of them, example by example: who won where, what is decided, and in what the prompts differ. */
export function PairedCard({ runIds }: { runIds: readonly string[] }) {
  const [chosen, setChosen] = useQueryState('baseline', parseAsString);
  const baseline = chosen !== null && runIds.includes(chosen) ? chosen : runIds[0];
  const shown = [...(baseline ? [baseline] : []), ...runIds.filter((id) => id !== baseline)];
  const pairs = usePairs(shown.slice(0, RUNS_MAX));
  if (runIds.length < 2) return null;
  if (pairs.isPending) return <SkeletonRows label="Comparing example by example" rows={4} />;
  if (pairs.isError) return <ProblemNotice error={pairs.error} onRetry={() => pairs.refetch()} />;
  return <Paired comparison={pairs.data} left={runIds.length - RUNS_MAX} onBaseline={setChosen} />;
}

interface PairedProps {
  readonly comparison: PairedComparison;
  /** Runs beyond those that are compared. */
  readonly left: number;
  readonly onBaseline: (runId: string) => void;
}

function Paired({ comparison: { baseline, others, apart }, left, onBaseline }: PairedProps) {
  const [other, setOther] = useQueryState('other', parseAsString);
  const looked = others.find(({ runId }) => runId === other) ?? others[0];
  return (
    <>
      <TableCard
        title="On which examples does each win or lose?"
        description={`Held-out, the best prompt of each run against that of “${baseline.label}” (${formatScore(baseline.score)}${missingWords(baseline.missing)}) · ${describeHardware(baseline)}`}
        actions={
          <Select
            className="w-56"
            aria-label="Baseline"
            value={baseline.runId}
            onChange={(event) => onBaseline(event.target.value)}
          >
            {[baseline, ...others].map((side) => (
              <option key={side.runId} value={side.runId}>
                {nameOf(side, [baseline, ...others])}
              </option>
            ))}
          </Select>
        }
        caption="Runs against the baseline"
        columns={pairedColumns({
          others,
          baseline,
          looked: looked?.runId,
          onLook: setOther,
        })}
        rows={others}
        keyOf={({ runId }) => runId}
        empty={null}
        above={
          apart === null ? null : (
            <div className="px-4 pb-4">
              <Notice tone="honey" title="Not comparable">
                {apart}
              </Notice>
            </div>
          )
        }
      >
        {left > 0 ? (
          <p className="px-4 py-3 text-ink-faint text-xs">
            Compared are the first {RUNS_MAX}; {left} further runs of the address are not.
          </p>
        ) : null}
      </TableCard>
      {looked ? (
        <>
          <ComparedExamplesCard
            key={`${baseline.runId} ${looked.runId}`}
            baseline={baseline}
            other={looked}
          />
          <PromptDifferenceCard baseline={baseline} other={looked} />
        </>
      ) : null}
    </>
  );
}

/** Two seeds of one arm bear one label: their ids tell them apart. */
function nameOf(side: ComparedSide, all: readonly ComparedSide[]): string {
  const isShared = all.filter(({ label }) => label === side.label).length > 1;
  return isShared ? `${side.label} · ${side.runId.slice(-6)}` : side.label;
}

const COUNTS: readonly TableColumn<PairedRun>[] = [
  figureColumn({ label: 'Wins', of: ({ wins }) => wins }),
  figureColumn({ label: 'Losses', of: ({ losses }) => losses }),
  figureColumn({ label: 'The same', of: ({ ties }) => ties }),
  figureColumn({
    label: 'McNemar p',
    hint: "McNemar's exact test of wins and losses, two-sided",
    of: ({ p }) => p,
    show: (p) => pWords({ p }),
  }),
  {
    label: 'Difference',
    className: 'numbers min-w-40',
    data: measuredData('difference', ({ difference }) => difference),
    cell: differenceWords,
  },
];

interface LookedAt {
  readonly others: readonly PairedRun[];
  readonly baseline: ComparedSide;
  readonly looked: string | undefined;
  readonly onLook: (runId: string) => void;
}

function pairedColumns({ others, baseline, looked, onLook }: LookedAt): readonly TableColumn<PairedRun>[] {
  return [
    {
      label: 'Run',
      className: 'min-w-48',
      data: [
        word('run', (run) => nameOf(run, others)),
        word('id', ({ runId }) => runId),
        figure('score, share', ({ score }) => score),
        word('verdict', (run) => verdictWords(run, baseline).word),
        word('in words', (run) => qualitySentence(run, baseline)),
      ],
      cell: (run) => (
        <>
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {nameOf(run, others)}
            <Badge tone={verdictWords(run, baseline).tone}>{verdictWords(run, baseline).word}</Badge>
          </span>
          <span className="block text-ink-faint text-xs">{keptFigures(qualitySentence(run, baseline))}</span>
        </>
      ),
    },
    ...COUNTS,
    {
      label: 'Examples',
      className: 'whitespace-nowrap',
      data: [],
      cell: ({ runId }) => (
        <button
          type="button"
          aria-pressed={runId === looked}
          className="underline decoration-line-strong underline-offset-2 hover:decoration-ink aria-pressed:font-medium aria-pressed:no-underline"
          onClick={() => onLook(runId)}
        >
          {runId === looked ? 'shown below' : 'show them'}
        </button>
      ),
    },
  ];
}
