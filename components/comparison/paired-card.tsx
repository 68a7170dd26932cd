'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ComparedSide, PairedComparison, PairedRun } from '@/lib/contracts/paired-comparisons';
import { describeHardware } from '@/lib/view/number-origin';
import { formatCount, formatScore } from '@/lib/view/numbers';
import { DECIDED_WORDS, decidedSentence, differenceWords, pWords } from '@/lib/view/paired-comparison';
import { ComparedExamplesCard } from './compared-examples-card';
import { PromptDifferenceCard } from './prompt-difference-card';
import { usePairs } from './use-pairs';

/** As many as one baseline is held against at once. */
const RUNS_MAX = 10;

/** Runs against one of them, example by example: who won where, what is decided, and what the prompts say otherwise. */
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
      <Card
        flush
        title="On which examples does each win or lose?"
        description={`Held-out, the best prompt of each run against that of “${baseline.label}” (${formatScore(baseline.score)}) · ${describeHardware(baseline)}`}
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
      >
        {apart === null ? null : (
          <div className="px-4 pb-4">
            <Notice tone="honey" title="Not comparable">
              {apart}
            </Notice>
          </div>
        )}
        {others.length === 0 ? null : (
          <PairedTable others={others} baseline={baseline.label} looked={looked?.runId} onLook={setOther} />
        )}
        {left > 0 ? (
          <p className="px-4 py-3 text-ink-faint text-xs">
            Compared are the first {RUNS_MAX}; {left} further runs of the address are not.
          </p>
        ) : null}
      </Card>
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

interface PairedTableProps {
  readonly others: readonly PairedRun[];
  readonly baseline: string;
  readonly looked: string | undefined;
  readonly onLook: (runId: string) => void;
}

function PairedTable({ others, baseline, looked, onLook }: PairedTableProps) {
  return (
    <Table caption="Runs against the baseline">
      <TableHead>
        <HeadCell>Run</HeadCell>
        <HeadCell numeric>Wins</HeadCell>
        <HeadCell numeric>Losses</HeadCell>
        <HeadCell numeric>The same</HeadCell>
        <HeadCell numeric title="McNemar's exact test of wins and losses, two-sided">
          McNemar p
        </HeadCell>
        <HeadCell>Difference</HeadCell>
        <HeadCell>Examples</HeadCell>
      </TableHead>
      <TableBody>
        {others.map((run) => (
          <Row key={run.runId}>
            <Cell className="min-w-48">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {nameOf(run, others)}
                <Badge tone={DECIDED_WORDS[run.decided].tone}>{DECIDED_WORDS[run.decided].word}</Badge>
              </span>
              <span className="block text-ink-faint text-xs">{decidedSentence(run, baseline)}</span>
            </Cell>
            <Cell numeric>{formatCount(run.wins)}</Cell>
            <Cell numeric>{formatCount(run.losses)}</Cell>
            <Cell numeric>{formatCount(run.ties)}</Cell>
            <Cell numeric>{pWords(run)}</Cell>
            <Cell className="numbers min-w-40">{differenceWords(run)}</Cell>
            <Cell className="whitespace-nowrap">
              <button
                type="button"
                aria-pressed={run.runId === looked}
                className="underline decoration-line-strong underline-offset-2 hover:decoration-ink aria-pressed:font-medium aria-pressed:no-underline"
                onClick={() => onLook(run.runId)}
              >
                {run.runId === looked ? 'shown below' : 'show them'}
              </button>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
