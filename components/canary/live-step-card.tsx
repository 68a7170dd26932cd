'use client';

import { FastForward } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { Time } from '@/components/ui/time';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { CanaryPlan } from '@/lib/domain/canary';
import { may } from '@/lib/policy/roles';
import { percentWords } from '@/lib/view/canary/plan-lines';
import { useAdvanceCanary } from './use-canaries';

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
        Then it goes on to {percentWords(next)}, unless harm is proven or an arm has seen too little.
      </p>
      {latest?.stepReason ? (
        <p className="numbers mt-1 text-[0.8125rem] text-ink-soft">At the last look: {latest.stepReason}</p>
      ) : null}
      {late === 0 ? null : (
        <p className="numbers mt-1 text-[0.8125rem] text-ink-soft">
          {late} {late === 1 ? 'outcome' : 'outcomes'} came after the step went on: kept, and counted nowhere.
        </p>
      )}
      {advance.error ? <ProblemNotice className="mt-3" error={advance.error} /> : null}
    </Card>
  );
}
