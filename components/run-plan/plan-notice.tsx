'use client';

import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PLAN_STEPS } from '@/lib/domain/plan-steps';
import { isPlanOpen, whereWords } from '@/lib/view/run-plan-words';
import { PlanStop } from './plan-stop';
import { useRunPlan } from './use-run-plans';

/** On the page of a run: the plan that started it, while that is under way or stopped. */
export function PlanNotice({ planId }: { planId: string }) {
  const { data: plan } = useRunPlan(planId);
  if (!plan || !isPlanOpen(plan)) return null;
  const link = (
    <Link href={`/experiments/${plan.experimentId}`} className="shrink-0 underline underline-offset-2">
      Follow the plan
    </Link>
  );
  return (
    <div className="mb-4 flex flex-col gap-2">
      <Notice title={`Run plan, ${whereWords(plan).replace('Step', 'step')}`} action={link}>
        {plan.status === 'paused'
          ? 'Paused until resumed.'
          : plan.status === 'stopped'
            ? 'It waits for a decision.'
            : plan.step === PLAN_STEPS.at(-1)
              ? 'The plan ends with this run.'
              : 'The next step starts when this one allows it.'}
      </Notice>
      <PlanStop plan={plan} />
    </div>
  );
}
