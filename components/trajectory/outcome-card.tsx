import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Notice } from '@/components/ui/notice';
import type { AgentRolloutView, RolloutAttemptView } from '@/lib/contracts/rollout-shapes';
import { formatScore } from '@/lib/view/numbers';
import { rolloutFacts } from '@/lib/view/rollout-facts';
import { StepText } from './step-text';

/** Figures of an attempt, its error or late outcome, and the context of its task. */
export function OutcomeCard({
  rollout,
  attempt,
}: {
  readonly rollout: AgentRolloutView;
  readonly attempt: RolloutAttemptView;
}) {
  const { reward, error, lateOutcome, fault } = attempt;
  const objectives = Object.entries(reward?.objectives ?? {});
  return (
    <Card title="Outcome">
      <div className="flex min-w-0 flex-col gap-4">
        <DefinitionList
          className="!grid-cols-1"
          items={[
            ...rolloutFacts(rollout, attempt),
            ...objectives.map(([term, value]) => ({ term, value: formatScore(value) })),
          ]}
        />
        {error === null ? null : (
          <Notice tone="bad" title={error.kind === 'agent' ? 'The agent failed' : 'Infrastructure failed'}>
            {error.message} ({error.code})
          </Notice>
        )}
        {fault === null || error !== null ? null : (
          <Notice tone="bad" title="The rollout did not complete">
            {fault}
          </Notice>
        )}
        {rollout.context === '' ? null : <Part title="Context" text={rollout.context} />}
        {reward?.feedback ? <Part title="Feedback" text={reward.feedback} /> : null}
        {lateOutcome === null ? null : (
          <Part
            title="Late outcome, which does not count"
            text={`${lateOutcome.status}: ${lateOutcome.text}`}
          />
        )}
      </div>
    </Card>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h3 className="font-medium text-ink-faint text-xs">{title}</h3>
      <StepText text={text} query="" />
    </section>
  );
}
