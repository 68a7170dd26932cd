'use client';

import { TriangleAlert } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { usePromptWeight } from '@/components/queries/use-prompt-weight';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { keptFigures } from '@/components/ui/kept-figures';
import { Link } from '@/components/ui/link';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import type { RunView } from '@/lib/contracts/run-shapes';
import { isHeavier, weightSentence } from '@/lib/view/prompt-weight-words';
import { BRACKETS, type RunOutcome } from '@/lib/view/run-outcome';
import { useOutcome } from './use-outcome';

/** The run that ended last, in sentences: what it did, what it cost, and whether to trust it. */
export function LatestOutcome({ runs }: { runs: readonly RunView[] }) {
  const { run, outcome, rest } = useOutcome(runs);
  const hash = run?.summary.bestCandidateHash ?? null;
  const { data: weight } = usePromptWeight(run === null || hash === null ? null : { runId: run.id, hash });
  if (run === null || outcome === null) return null;
  return (
    <Card
      title="What did the run that ended last do, and can it be trusted?"
      actions={
        <Button asChild size="sm">
          <Link href={`/runs/${run.id}`}>Open this run</Link>
        </Button>
      }
    >
      <div className="flex max-w-3xl flex-col gap-2 text-[0.8125rem]">
        {rest.isPending ? (
          <Skeleton className="h-10 w-full sm:h-5" />
        ) : (
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={outcome.tone}>{outcome.word}</Badge>
            <span className="min-w-0 flex-1 basis-64 font-medium">{keptFigures(outcome.answer)}</span>
          </p>
        )}
        <p>{keptFigures(outcome.did)}</p>
        <p className="text-ink-soft">{keptFigures(outcome.cost)}</p>
        {weight && isHeavier(weight) ? (
          <p className="text-ink-soft">{keptFigures(weightSentence(weight))}</p>
        ) : null}
        {rest.isPending ? (
          <SkeletonRows label="Reading how sure that is" rows={3} />
        ) : (
          <Doubts of={outcome} />
        )}
        {rest.isError ? <ProblemNotice error={rest.error} onRetry={() => rest.refetch()} /> : null}
        <p className="text-ink-faint text-xs">{BRACKETS}</p>
      </div>
    </Card>
  );
}

/** Whether the difference is decided, and the objections to it. Not before all of it is read: it would change. */
function Doubts({ of: { decided, warnings } }: { of: RunOutcome }) {
  return (
    <>
      {decided.length === 0 ? null : (
        <ul aria-label="Is it decided?" className="flex flex-col gap-1">
          {decided.map((line) => (
            <li key={line}>{keptFigures(line)}</li>
          ))}
        </ul>
      )}
      {warnings.length === 0 ? null : (
        <ul aria-label="Mind before you trust it" className="flex flex-col gap-1">
          {warnings.map((line) => (
            <li key={line} className="flex items-start gap-2 text-ink-soft">
              <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-honey-text" aria-hidden />
              <span>{keptFigures(line)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
