'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { AdvancedFold } from '@/components/ui/advanced-fold';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { CanaryPower, PlanPresetView } from '@/lib/contracts/canary-power';
import { canaryPlan } from '@/lib/domain/canary-plan-schema';
import type { PlanDraft } from '@/lib/view/canary/plan-draft';
import { planSummary, presetOfDraft } from '@/lib/view/canary/preset-words';
import type { UsualPlan } from '@/lib/view/canary/usual-plan';
import { GuardrailFields } from './guardrail-fields';
import { PlanFields } from './plan-fields';
import { PresetChoice } from './preset-choice';
import type { RegistrationFields } from './registration-fields';

interface PlanColumnProps {
  readonly form: RegistrationFields;
  /** Answer for the traffic of the slot, whatever was typed. */
  readonly ready: UseQueryResult<CanaryPower>;
  /** The plan as it would be registered. */
  readonly filled: PlanDraft;
  /** Meaning of an empty field. */
  readonly usual: UsualPlan;
  readonly onPreset: (preset: PlanPresetView) => void;
}

/** Accepted under the plan's power, where it is shown. */
const PLAN_PATHS = Object.keys(canaryPlan.shape).filter((name) => name !== 'acceptsLowPower');

/** A ready plan, and every field of it folded away. */
export function PlanColumn({ form, ready, filled, usual, onPreset }: PlanColumnProps) {
  const presets = ready.data?.presets ?? [];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title="Plan" description="Fixed before the data; choose what it must be able to tell.">
        {ready.isPending ? <SkeletonRows label="Loading presets" rows={2} /> : null}
        {ready.isSuccess ? (
          <PresetChoice presets={presets} chosen={presetOfDraft(filled, presets)} onChoose={onPreset} />
        ) : null}
        {ready.isSuccess && ready.data.suggested === null ? (
          <Notice tone="honey" className="mt-3">
            The slot has too few requests to decide with a standard or fast plan. Set a wider margin or a
            longer window under Advanced.
          </Notice>
        ) : null}
      </Card>
      <AdvancedFold
        summary={planSummary(filled, usual.approvers)}
        hasFault={PLAN_PATHS.some((path) => form.fault(path) !== undefined)}
      >
        <div className="flex flex-col gap-5 py-4">
          <p className="text-ink-faint text-xs">An empty field takes the value shown faintly in it.</p>
          <PlanFields form={form} usual={usual} />
          <GuardrailFields form={form} />
        </div>
      </AdvancedFold>
    </div>
  );
}
