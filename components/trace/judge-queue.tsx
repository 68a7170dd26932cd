'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Progress } from '@/components/ui/progress';
import { progressWords } from '@/lib/view/judge-queue';
import { JudgedTraceCard } from './judged-trace-card';
import { JudgementBar } from './judgement-bar';
import { QueueEnd } from './queue-end';
import { useJudgeKeys } from './use-judge-keys';
import { type JudgeQueueProps, useJudgeQueue } from './use-judge-queue';

interface Props extends JudgeQueueProps {
  /** The trajectory of a trace. Drawn only while it is shown. */
  readonly steps: (id: string) => ReactNode;
}

/** Traces to judge, one at a time: a key gives a score and shows the next one. */
export function JudgeQueue({ steps, ...given }: Props) {
  const { trace, counts, problem, ...queue } = useJudgeQueue(given);
  const noteRef = useRef<HTMLInputElement>(null);
  const headingRef = useFocusOnChange(trace?.id ?? null);
  const [openId, setOpenId] = useState<string | null>(null);
  const isOpen = trace !== null && openId === trace.id;
  const toggleSteps = () => setOpenId(isOpen || trace === null ? null : trace.id);
  useJudgeKeys({
    onJudge: queue.give,
    onSkip: queue.skip,
    onUndo: queue.undo,
    onSteps: toggleSteps,
    onNote: () => noteRef.current?.focus(),
  });
  return (
    <div className="flex min-w-0 max-w-4xl flex-col gap-4">
      {counts.total === 0 ? null : (
        <div className="flex flex-col gap-1.5">
          <p role="status" className="numbers text-[0.8125rem] text-ink-soft">
            {progressWords(counts)}
          </p>
          <Progress label="Judged traces" value={counts.judged} max={counts.total} />
        </div>
      )}
      {problem === null ? null : <ProblemNotice error={problem} onRetry={queue.retry} />}
      {trace === null ? (
        <QueueEnd
          counts={counts}
          canUndo={queue.canUndo}
          isSaving={queue.isSaving}
          onUndo={queue.undo}
          onJudgeSkipped={queue.judgeSkipped}
        />
      ) : (
        <>
          <JudgedTraceCard
            key={trace.id}
            trace={trace}
            steps={isOpen ? steps(trace.id) : null}
            onSteps={toggleSteps}
            headingRef={headingRef}
          />
          <JudgementBar
            note={queue.note}
            noteRef={noteRef}
            onNote={queue.setNote}
            canUndo={queue.canUndo}
            isSaving={queue.isSaving}
            onJudge={queue.give}
            onSkip={queue.skip}
            onUndo={queue.undo}
          />
        </>
      )}
    </div>
  );
}

/** Focus goes to the next trace, so that Enter does not press the same judgement again. */
function useFocusOnChange(id: string | null) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownId = useRef(id);
  useEffect(() => {
    if (shownId.current === id) return;
    shownId.current = id;
    headingRef.current?.focus();
  }, [id]);
  return headingRef;
}
