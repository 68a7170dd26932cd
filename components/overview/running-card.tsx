'use client';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Progress } from '@/components/ui/progress';
import type { RunView } from '@/lib/contracts/run-shapes';
import { formatCount, formatDuration } from '@/lib/view/numbers';
import { trainingText } from '@/lib/view/run-progress';
import { RUN_STATUS_WORDS } from '@/lib/view/run-words';

const SHOWN = 4;

interface RunningCardProps {
  readonly runs: readonly RunView[];
  /** Number over all runs; the list holds the newest alone. */
  readonly count: number;
}

/** Runs that are under way, each with its progress and the time that is left. */
export function RunningCard({ runs, count }: RunningCardProps) {
  const rest = count - Math.min(runs.length, SHOWN);
  return (
    <Card
      title="Running now"
      className="lg:col-span-2"
      actions={
        <Button asChild size="sm" variant="ghost">
          <Link href="/runs">All runs</Link>
        </Button>
      }
    >
      {runs.length === 0 ? <p className="text-[0.8125rem] text-ink-faint">Nothing is running.</p> : null}
      <ul aria-label="Running now" className="flex flex-col gap-3">
        {runs.slice(0, SHOWN).map((run) => (
          <RunningLine key={run.id} run={run} />
        ))}
      </ul>
      {rest > 0 && runs.length > 0 ? (
        <p className="mt-3 text-ink-faint text-xs">and {formatCount(rest)} more</p>
      ) : null}
    </Card>
  );
}

function RunningLine({ run }: { run: RunView }) {
  const { rollouts, plannedRollouts } = run.summary;
  const left =
    run.status === 'running' && run.timeLeftMs !== null
      ? `${formatDuration(run.timeLeftMs)} left`
      : RUN_STATUS_WORDS[run.status].word;
  return (
    <li>
      <span className="flex items-baseline justify-between gap-3 text-[0.8125rem]">
        <Link href={`/runs/${run.id}`} className="min-w-0 truncate font-medium hover:underline">
          {run.label}
        </Link>
        <span className="numbers shrink-0 text-ink-faint text-xs">
          {trainingText(rollouts, plannedRollouts, false)} · {left}
        </span>
      </span>
      <Progress
        className="mt-1.5"
        label={`Rollouts of ${run.label}`}
        value={Math.min(rollouts, plannedRollouts)}
        max={plannedRollouts}
      />
    </li>
  );
}
