'use client';

import { FastForward } from 'lucide-react';
import { Fragment } from 'react';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useAdvanceCanary } from '@/components/queries/use-canaries';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { Time } from '@/components/ui/time';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { CanaryPlan } from '@/lib/domain/canary';
import { may } from '@/lib/policy/roles';
import { percentWords } from '@/lib/view/canary/plan-lines';
import { formatCount } from '@/lib/view/numbers';

/** The live step that is on: its share among the registered ones, until when it lasts, why it holds, and the way on. */
export function LiveStepCard({ canary, plan }: { canary: CanaryDetail; plan: CanaryPlan }) {
  const { role } = useViewer();
  const advance = useAdvanceCanary(canary.id);
  const step = canary.step ?? 0;
  const share = plan.liveSteps[step] ?? 1;
  const next = plan.liveSteps[step + 1] ?? 1;
  const latest = canary.looks.findLast((look) => look.stage === 'liveStep' && look.step === step);
  const late = canary.lateOutcomes.reduce((sum, { outcomes }) => sum + outcomes, 0);
  return (
    <Card
      title={`Step ${step + 1} of ${plan.liveSteps.length}: ${percentWords(share)} of the callers`}
      description="As many again are the control; the rest is not analysed. A proven harm goes back by itself."
      actions={
        canary.hoursLeft === 0 && may(role, 'review') ? (
          <Button disabled={advance.isPending} onClick={() => advance.mutate(step)}>
            <FastForward aria-hidden /> Go on to {percentWords(next)}
          </Button>
        ) : null
      }
    >
      <Progress label="Share of the callers" value={share * 100} max={100} className="mb-3" />
      <p className="text-[0.8125rem]">
        {canary.stageEndsAt === null ? null : (
          <>
            The step lasts until <Time at={canary.stageEndsAt} />.{' '}
          </>
        )}
        It goes on to {percentWords(next)} once its outcomes have come or are overdue, unless harm is proven.
      </p>
      {latest?.stepReason ? (
        <p className="numbers mt-1 text-[0.8125rem] text-ink-soft">At the last look: {latest.stepReason}</p>
      ) : null}
      {canary.callers === null ? null : <Callers callers={canary.callers} />}
      {late === 0 ? null : (
        <p className="numbers mt-1 text-[0.8125rem] text-ink-soft">
          {late} {late === 1 ? 'outcome' : 'outcomes'} came after the step went on: kept, and counted nowhere.
        </p>
      )}
      {advance.error ? <ProblemNotice className="mt-3" error={advance.error} /> : null}
    </Card>
  );
}

/** Shows missing outcomes for each arm, so that a loss of outcomes is not read as a lower score. */
function Callers({ callers }: { callers: NonNullable<CanaryDetail['callers']> }) {
  const arms = [
    ['Challenger', callers.challenger],
    ['Control', callers.control],
  ] as const;
  return (
    <dl className="numbers mt-2 grid grid-cols-[auto_1fr] gap-x-3 text-[0.8125rem]">
      {arms.map(([name, { served, due, missing, open }]) => (
        <Fragment key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd>
            {formatCount(served)} callers, {formatCount(missing)} of {formatCount(due)} outcomes missing
            {open === 0 ? '' : `, ${formatCount(open)} awaited`}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
