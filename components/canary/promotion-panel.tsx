'use client';

import { useState } from 'react';
import { Segmented } from '@/components/ui/segmented';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { HealthFinding } from '@/lib/domain/canary';
import { healthWithDelays } from '@/lib/view/canary/made-up-delays';
import { stagesOf } from '@/lib/view/canary/stepper';
import { DifferenceCard } from './difference-card';
import { GuardrailCard } from './guardrail-card';
import { HealthCard } from './health-card';
import { LatencyCard } from './latency-card';
import { LiveStepCard } from './live-step-card';
import { PairTableCard } from './pair-table-card';
import { useMadeUpDelays } from './use-challenger-weight';
import { VerdictCard } from './verdict-card';

/** Findings so far, and whether they can be trusted. */
export function PromotionPanel({ canary }: { canary: CanaryDetail }) {
  const { plan, looks } = canary;
  const stages = stagesOf(looks);
  const isMadeUp = useMadeUpDelays(canary);
  const [chosen, choose] = useState<string | null>(null);
  const shown = stages.find(({ value }) => value === chosen) ?? stages.at(-1);
  if (plan === null) return null;
  return (
    <>
      {canary.state === 'liveStep' ? <LiveStepCard canary={canary} plan={plan} /> : null}
      <VerdictCard canary={canary} />
      <DifferenceCard
        looks={looks.filter(({ stage }) => stage === shown?.value)}
        stage={shown?.value ?? 'shadow'}
        plan={plan}
        controls={
          stages.length > 1 && shown ? (
            <Segmented label="Stage" value={shown.value} options={[...stages]} onChange={choose} />
          ) : null
        }
      />
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {/* The callers of a live step saw one prompt each, so that nothing is paired. */}
          {canary.state === 'liveStep' ? null : <PairTableCard table={canary.table} />}
          <LatencyCard latency={canary.latency} isMadeUp={isMadeUp} />
          <GuardrailCard
            readings={canary.guardrails}
            isAnyRegistered={plan.guardrails.length > 0}
            readAt={canary.readAt}
          />
        </div>
        <HealthCard
          findings={healthWithDelays(canary.health, isMadeUp) as readonly HealthFinding[]}
          readAt={canary.readAt}
          probes={canary.probes}
        />
      </div>
    </>
  );
}
