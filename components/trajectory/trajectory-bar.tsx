'use client';

import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SearchInput } from '@/components/ui/search-input';
import type { TrajectoryHeadView } from '@/lib/contracts/rollout-shapes';
import { formatCount, plural } from '@/lib/view/numbers';
import { neighbourOf } from '@/lib/view/trajectory-step';

interface TrajectoryBarProps {
  readonly head: TrajectoryHeadView;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Null = nothing is searched for, or the answer has not come. */
  readonly hits: { readonly hits: number; readonly steps: readonly number[] } | null;
  /** Index of the chosen step; -1 = none. */
  readonly current: number;
  readonly onGo: (index: number | null) => void;
}

/** Search within the steps, and the ways from one failed step to the next. */
export function TrajectoryBar({ head, query, onQuery, hits, current, onGo }: TrajectoryBarProps) {
  const steps = hits?.steps ?? [];
  const { failed } = head;
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <h2 className="mr-1 font-semibold text-[0.875rem] tracking-tight">{plural(head.steps, 'step')}</h2>
      <form
        className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onGo(neighbourOf(steps, current, 'next'));
        }}
      >
        <SearchInput
          label="Search in the steps"
          placeholder="Search in the steps"
          value={query}
          onChange={onQuery}
        />
        {hits === null ? null : (
          <span className="numbers text-ink-faint text-xs" role="status">
            {hits.hits === 0 ? 'Not found' : `${plural(hits.hits, 'hit')} in ${plural(steps.length, 'step')}`}
          </span>
        )}
        {steps.length === 0 ? null : (
          <>
            <Button
              size="iconSm"
              aria-label="Previous hit"
              onClick={() => onGo(neighbourOf(steps, current, 'previous'))}
            >
              <ChevronUp aria-hidden />
            </Button>
            <Button type="submit" size="iconSm" aria-label="Next hit">
              <ChevronDown aria-hidden />
            </Button>
          </>
        )}
      </form>
      <Button
        disabled={failed.length === 0}
        title={failed.length === 0 ? 'No tool failed in this trajectory.' : 'Key: n'}
        onClick={() => onGo(neighbourOf(failed, current, 'next'))}
      >
        <TriangleAlert aria-hidden />
        {failed.length === 0 ? 'No failed step' : `Next failed step (${formatCount(failed.length)})`}
      </Button>
    </div>
  );
}
