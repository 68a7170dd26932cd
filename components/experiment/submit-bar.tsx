'use client';

import { Play } from 'lucide-react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { SplitView } from '@/lib/contracts/splits';
import { estimateOfDraft } from '@/lib/view/experiment-estimate';
import { useDraft } from './draft-field';

/** Id of the button that leads on to the plan of a run. */
export const MAKE_AND_RUN = 'exp-make-and-run';

interface SubmitBarProps {
  readonly splits: readonly SplitView[];
  readonly problem: unknown;
  /** The button whose request is under way. */
  readonly busy: 'make' | 'run' | null;
}

/** Estimate of a run, and the buttons; Enter in a field presses the first, which starts nothing. */
export function SubmitBar({ splits, problem, busy }: SubmitBarProps) {
  const { mayExperiment } = useViewer();
  const { draft } = useDraft();
  const split = splits.find((one) => one.id === draft.splitId);
  const estimate = split ? estimateOfDraft(draft, split.counts) : null;
  const common = { blocked: mayExperiment ? undefined : NO_EXPERIMENTS, disabled: busy !== null };
  return (
    <div className="z-20 mt-4 flex flex-col gap-3 rounded-lg border border-line bg-surface p-3 shadow-raised md:sticky md:bottom-3">
      {problem ? <ProblemNotice error={problem} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="numbers min-w-0 flex-1 basis-64 text-ink-faint text-xs">
          {estimate ? `A run takes ${estimate.sentence}` : 'Choose a data set with a split.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link href="/experiments">Cancel</Link>
          </Button>
          <Button type="submit" {...common} busy={busy === 'make'}>
            Create experiment
          </Button>
          <Button
            id={MAKE_AND_RUN}
            type="submit"
            variant="primary"
            title="Creates it and shows the plan of its runs, with cost and time"
            {...common}
            busy={busy === 'run'}
          >
            <Play aria-hidden /> Create and run
          </Button>
        </div>
      </div>
    </div>
  );
}
