'use client';

import { RotateCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { problemWords } from '@/lib/view/problem-words';
import { ApiProblem } from './client';

interface ProblemNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly className?: string;
}

/** A failure in the server's own words, what to do about it, the rule behind it, and a way to try again. */
export function ProblemNotice({ error, onRetry, className }: ProblemNoticeProps) {
  const problem = error instanceof ApiProblem ? error.problem : null;
  const words = problem ? problemWords(problem) : null;
  const sentence =
    words?.title ?? (error instanceof Error ? error.message : 'Something went wrong. Try again.');
  return (
    <Notice
      tone="bad"
      urgent
      className={className ?? ''}
      title={sentence}
      action={
        onRetry ? (
          <Button size="sm" onClick={onRetry}>
            <RotateCw aria-hidden /> Try again
          </Button>
        ) : null
      }
    >
      {problem && problem.howToProceed.length > 0 ? (
        <ul className="mt-1 list-disc pl-4">
          {problem.howToProceed.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      ) : null}
      {words?.faults.length ? (
        <ul className="mt-1 list-disc pl-4">
          {words.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      ) : null}
      {problem?.ruleId || problem?.requestId ? (
        <p className="mt-1 flex flex-wrap gap-x-3 font-mono text-[0.6875rem] text-ink-faint">
          {problem.ruleId ? (
            // In a tab of its own, so that the form that the rule refused stays open.
            <a
              className="underline underline-offset-2"
              href={`/docs/rules#${problem.ruleId}`}
              target="_blank"
              rel="noopener"
            >
              Rule {problem.ruleId}
            </a>
          ) : null}
          {problem.requestId ? <span>{problem.requestId}</span> : null}
        </p>
      ) : null}
    </Notice>
  );
}
