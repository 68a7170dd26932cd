'use client';

import { MessagesSquare } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { MeasuredList } from '@/components/ui/measured-list';
import { SkeletonRows } from '@/components/ui/skeleton';
import { usePageKeys } from '@/components/ui/use-page-keys';
import type { CitedLine, TrajectoryHeadView } from '@/lib/contracts/rollout-shapes';
import { neighbourOf, stepAtAGlance } from '@/lib/view/trajectory-step';
import { StepCard } from './step-card';
import { TrajectoryBar } from './trajectory-bar';
import type { ChosenStep } from './use-chosen-step';
import { type NamedTrajectory, STEPS_PAGE, useStepSearch, useSteps } from './use-rollout';

interface ConversationProps {
  readonly named: NamedTrajectory;
  readonly head: TrajectoryHeadView;
  readonly isRunning: boolean;
  readonly components: readonly { readonly name: string; readonly text: string }[];
  readonly chosen: ChosenStep;
}

/** The steps of a trajectory, a screen at a time, with search, the next failed step and keys. */
export function Conversation({ named, head, isRunning, components, chosen }: ConversationProps) {
  const { current, target, go } = chosen;
  const [query, setQuery] = useQueryState('q', parseAsString.withDefault(''));
  const shownQuery = useDeferredValue(query);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const stamp = `${head.state} ${head.steps} ${head.failed.length}`;
  const pages = useMemo(() => {
    const first = Math.floor(range.from / STEPS_PAGE);
    return Array.from({ length: Math.floor(range.to / STEPS_PAGE) - first + 1 }, (_, place) => first + place);
  }, [range]);
  const steps = useSteps(named, pages, stamp);
  const found = useStepSearch(named, shownQuery, stamp);
  // Again when the step is there: until then the rows above have other heights.
  const isThere = target !== null && steps.has(target.index);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrival of the step makes another target.
  const place = useMemo(() => (target === null ? null : { ...target }), [target, isThere]);
  const hits = shownQuery.trim() === '' ? null : (found.data ?? null);
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);
  usePageKeys((event) => {
    if (event.key === 'j' || event.key === 'ArrowRight') go(current + 1);
    else if (event.key === 'k' || event.key === 'ArrowLeft') go(current < 0 ? 0 : current - 1);
    else if (event.key === 'n') go(neighbourOf(head.failed, current, 'next'));
    else if (event.key === 'N') go(neighbourOf(head.failed, current, 'previous'));
  });
  const lineText = useCallback(
    ({ component, line }: CitedLine) =>
      components
        .find(({ name }) => name === component)
        ?.text.split('\n')
        [line]?.trim() ?? '',
    [components],
  );
  return (
    <Card flush>
      {head.steps === 0 ? null : (
        <TrajectoryBar
          head={head}
          query={query}
          onQuery={(text) => void setQuery(text === '' ? null : text)}
          hits={hits}
          current={current}
          onGo={go}
        />
      )}
      {found.isError ? <ProblemNotice className="m-4" error={found.error} /> : null}
      {head.steps === 0 ? (
        <EmptyState
          icon={MessagesSquare}
          title={isRunning ? 'No model call has ended yet' : 'No step was recorded'}
        >
          {isRunning
            ? 'Steps appear here as the agent makes model calls.'
            : 'Steps are recorded when the agent sends its model calls through the proxy, or a trace with its outcome.'}
        </EmptyState>
      ) : (
        <MeasuredList
          label="Steps"
          className="max-h-[min(44rem,75vh)] border-line border-t"
          count={head.steps}
          rowHeight={150}
          target={place}
          onRange={onRange}
          atAGlance={(index) => {
            const shown = steps.get(index);
            return shown === undefined ? `${index + 1}` : stepAtAGlance(shown);
          }}
        >
          {(index) => {
            const shown = steps.get(index);
            if (shown === undefined)
              return (
                <div className="h-[150px] px-4 py-3">
                  <SkeletonRows label={`Loading step ${index + 1}`} rows={2} />
                </div>
              );
            return (
              <StepCard
                shown={shown}
                query={shownQuery}
                isCurrent={index === current}
                lineText={lineText}
                onChoose={go}
              />
            );
          }}
        </MeasuredList>
      )}
    </Card>
  );
}
