'use client';

import { Badge } from '@/components/ui/badge';
import { Progress } from '@/components/ui/progress';
import type { TraceScoringView } from '@/lib/contracts/trace-scoring-shapes';
import { isScoringOver } from '@/lib/domain/trace-scoring';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { scoringProgress, scoringState, scoringTitle } from '@/lib/view/trace-scoring-words';
import { CancelScoring } from './cancel-scoring';
import { useTraceScorings } from './use-trace-scorings';

/** Scorings of traces at work and those that have just ended, a line each; nothing without any. */
export function ScoringLines() {
  const scorings = useTraceScorings().data ?? [];
  if (scorings.length === 0) return null;
  return (
    <ul aria-label="Scorings" className="mb-4 flex flex-col gap-2">
      {scorings.map((scoring) => (
        <ScoringLine key={scoring.id} scoring={scoring} />
      ))}
    </ul>
  );
}

function ScoringLine({ scoring }: { scoring: TraceScoringView }) {
  const { id, scored, failed, planned, lastFault } = scoring;
  const title = scoringTitle(scoring);
  const isOver = isScoringOver(scoring);
  const { word, tone } = scoringState(scoring);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-[0.8125rem] shadow-card">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-medium">{title}</span>
          <Badge tone={tone}>{word}</Badge>
          {scoring.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
        </p>
        <p className="numbers mt-0.5 break-words text-ink-faint text-xs">
          {scoringProgress(scoring)}
          {failed > 0 && lastFault !== null ? ` Last failure: ${lastFault}` : ''}
        </p>
      </div>
      {isOver ? null : (
        <>
          <Progress className="max-w-48" label={title} value={scored + failed} max={planned} />
          <CancelScoring scoringId={id} title={title} />
        </>
      )}
    </li>
  );
}
