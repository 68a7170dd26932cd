import type { ReactNode } from 'react';
import { Excerpt } from '@/components/ui/excerpt';
import type { AgentRolloutView, RolloutAttemptView } from '@/lib/contracts/rollout-shapes';
import { NOT_KNOWN } from '@/lib/view/numbers';
import { attemptScore } from '@/lib/view/rollout-facts';

interface RolloutLineProps {
  readonly rollout: AgentRolloutView;
  readonly attempt: RolloutAttemptView | undefined;
}

/** The rollout in four parts: question, expected, answer, score. */
export function RolloutLine({ rollout, attempt }: RolloutLineProps) {
  const score = attempt === undefined ? null : attemptScore(attempt, rollout.purpose);
  return (
    <dl className="mb-4 grid min-w-0 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card md:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,4fr)_minmax(0,2fr)]">
      <Part name="Question">
        <Excerpt text={rollout.question} most={220} />
      </Part>
      <Part name="Expected">
        <Excerpt text={rollout.expected || NOT_KNOWN} most={120} />
      </Part>
      <Part name="Answer">
        <Excerpt text={attempt?.output || NOT_KNOWN} most={180} />
      </Part>
      <Part name={score?.term ?? 'Score'}>
        <span className="numbers font-medium text-[0.9375rem]">{score?.value ?? NOT_KNOWN}</span>
      </Part>
    </dl>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-3.5 py-2.5">
      <dt className="text-[0.6875rem] text-ink-faint">{name}</dt>
      <dd className="mt-0.5 min-w-0 break-words text-[0.8125rem]">{children}</dd>
    </div>
  );
}
