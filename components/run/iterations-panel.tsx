'use client';

import { Repeat } from 'lucide-react';
import { parseAsInteger, useQueryState } from 'nuqs';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { formatDuration, formatScore, plural } from '@/lib/view/numbers';
import type { IterationState } from '@/lib/view/run-state';
import { BranchButton } from './branch-button';
import { ScanTreeView } from './scan-tree-view';

interface IterationsPanelProps {
  readonly runId: string;
  readonly iterations: readonly IterationState[];
  readonly origin: NumberOrigin;
}

/** The list on the left, the opened iteration's tree beside it; which one is open stands in the address. */
export function IterationsPanel({ runId, iterations, origin }: IterationsPanelProps) {
  const [chosen, setChosen] = useQueryState('iteration', parseAsInteger);
  if (iterations.length === 0)
    return (
      <Card flush>
        <EmptyState icon={Repeat} title="No iteration yet">
          The first one starts when the seed candidate has been measured.
        </EmptyState>
      </Card>
    );
  const newestFirst = [...iterations].reverse();
  const open = iterations.find((one) => one.iteration + 1 === chosen) ?? newestFirst[0];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Card
        flush
        title={plural(iterations.length, 'iteration')}
        description={`right on ${describeOrigin({ ...origin, split: 'train' })}, one minibatch each, no interval`}
      >
        <ol className="fade-ends relative max-h-64 overflow-y-auto border-line border-t lg:max-h-[36rem]">
          {newestFirst.map((one) => (
            <li key={one.iteration} className="border-line border-b last:border-b-0">
              <button
                type="button"
                aria-current={one === open}
                onClick={() => setChosen(one.iteration + 1)}
                className={classNames(
                  'flex w-full items-baseline gap-3 border-transparent border-l-2 px-3.5 py-2 text-left hover:bg-sunken',
                  one === open && 'border-honey bg-sunken',
                )}
              >
                <span className="numbers w-7 shrink-0 font-medium">{one.iteration + 1}</span>
                <span className="numbers min-w-0 flex-1 text-xs">
                  {plural(one.size, 'example')}
                  <span className="block text-ink-faint">
                    {formatScore(one.rollouts === 0 ? null : one.correct / one.rollouts)} right (n ={' '}
                    {one.rollouts})
                  </span>
                </span>
                <span className="numbers shrink-0 text-ink-faint text-xs">
                  {one.measured?.learningMs === undefined
                    ? 'running'
                    : formatDuration(one.measured.learningMs)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </Card>
      {open ? (
        <ScanTreeView
          key={open.iteration}
          iteration={open}
          action={open.closed ? <BranchButton runId={runId} iteration={open.iteration} /> : null}
        />
      ) : null}
    </div>
  );
}
