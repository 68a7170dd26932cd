'use client';

import { RotateCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ApiProblem } from './client';

interface ProblemNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly className?: string;
}

/** What went wrong, what to do about it, and a way to try again. */
export function ProblemNotice({ error, onRetry, className }: ProblemNoticeProps) {
  const problem = error instanceof ApiProblem ? error.problem : null;
  const sentence =
    problem?.detail ?? (error instanceof Error ? error.message : 'Something went wrong. Try again.');
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
      {problem?.fields.length ? (
        <ul className="mt-1 list-disc pl-4">
          {problem.fields.map((field) => (
            <li key={`${field.path}-${field.message}`}>
              <span className="font-mono text-xs">{field.path}</span>: {field.message}
            </li>
          ))}
        </ul>
      ) : null}
      {problem?.requestId ? (
        <p className="mt-1 font-mono text-[0.6875rem] text-ink-faint">{problem.requestId}</p>
      ) : null}
    </Notice>
  );
}
