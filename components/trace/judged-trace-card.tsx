import type { ReactNode, Ref } from 'react';
import { StepText } from '@/components/trajectory/step-text';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import { type JudgedTrace, judgedFacts } from '@/lib/view/judge-queue';
import { KeyHint } from './key-hint';

interface JudgedTraceCardProps {
  readonly trace: JudgedTrace;
  /** Null = hidden. */
  readonly steps: ReactNode | null;
  readonly onSteps: () => void;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

const HEADING = 'font-medium text-ink-faint text-xs';

/** Task, answer, error and facts of the trace to judge, with its steps on request. */
export function JudgedTraceCard({ trace, steps, onSteps, headingRef }: JudgedTraceCardProps) {
  const isShown = steps !== null;
  return (
    <Card>
      <article aria-label={`Trace ${trace.id}`} className="flex min-w-0 flex-col gap-4">
        <p className="numbers text-ink-faint text-xs wrap-anywhere">
          {judgedFacts(trace).join(' · ')} · <Time at={trace.startedAt} />
        </p>
        <section className="flex min-w-0 flex-col gap-1">
          <h2 ref={headingRef} tabIndex={-1} className={`${HEADING} scroll-mt-16 focus-visible:outline-none`}>
            Task
          </h2>
          <Words text={trace.task} none="The trace has no task." />
        </section>
        <section className="flex min-w-0 flex-col gap-1">
          <h2 className={HEADING}>Answer</h2>
          <Words text={trace.output} none="The trace has no answer." />
        </section>
        {trace.error === null ? null : (
          <Notice tone="bad" title="The trace ended with an error">
            {trace.error}
          </Notice>
        )}
        <Button className="self-start" aria-expanded={isShown} aria-keyshortcuts="t Enter" onClick={onSteps}>
          {isShown ? 'Hide steps' : 'Show steps'} <KeyHint>t</KeyHint>
        </Button>
        {steps}
      </article>
    </Card>
  );
}

function Words({ text, none }: { readonly text: string; readonly none: string }) {
  if (text.trim() === '') return <p className="text-[0.8125rem] text-ink-faint">{none}</p>;
  return <StepText text={text} query="" />;
}
