'use client';

import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { RunPlanView } from '@/lib/contracts/run-plans';
import { EXPLORE_WORDS, moreWords, STOP_TITLES, WAY_WORDS } from '@/lib/view/run-plan-words';
import { useControlPlan, usePlanForecast } from './use-run-plans';

/** Reason why a plan is stopped, and the buttons that go on; nothing where it is not stopped. */
export function PlanStop({ plan }: { plan: RunPlanView }) {
  const { mayExperiment } = useViewer();
  const control = useControlPlan(plan.id);
  const { stop } = plan;
  const addsSerial = stop?.ways.includes('moreSerial') ?? false;
  const forecast = usePlanForecast(plan.experimentId, addsSerial);
  if (stop === null) return null;
  const { code, reason, ruleId, ways, howToProceed } = stop;
  return (
    <Notice tone={code === 'runFailed' ? 'bad' : 'honey'} title={STOP_TITLES[code]}>
      <p title={ruleId ? `Rule ${ruleId}` : undefined}>{reason}</p>
      {howToProceed.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {howToProceed.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      ) : null}
      {addsSerial && forecast.data ? <p className="numbers mt-1">{moreWords(plan, forecast.data)}</p> : null}
      {ways.includes('explore') ? <p className="mt-1">{EXPLORE_WORDS}</p> : null}
      <div className="mt-2 flex flex-wrap gap-2">
        {mayExperiment
          ? ways.map((way, index) => (
              <Button
                key={way}
                size="sm"
                variant={index === 0 ? 'primary' : 'secondary'}
                busy={control.isPending && control.variables === way}
                disabled={control.isPending}
                onClick={() => control.mutate(way, { onError: tellProblem })}
              >
                {WAY_WORDS[way]}
              </Button>
            ))
          : null}
        {plan.diagnosis && (code === 'undecided' || code === 'noGo') ? (
          <Button asChild size="sm" variant={ways.length === 0 ? 'primary' : 'ghost'}>
            <Link href={`/diagnoses/${plan.diagnosis.id}`}>Read the diagnosis</Link>
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}
