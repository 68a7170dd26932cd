'use client';

import { Lock, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useContractForm } from '@/components/api/use-contract-form';
import { useAmendCanary, useCanaryPower, useRegisterCanary } from '@/components/queries/use-canaries';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { amendCanaryBody } from '@/lib/contracts/canaries';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { REASON_LENGTH_MIN } from '@/lib/policy/personal-data';
import {
  expectedDraftOf,
  expectedOfDraft,
  planDraftOf,
  planOfDraft,
  type RegistrationDraft,
  withWay,
} from '@/lib/view/canary/plan-draft';
import { fieldsOfPreset, withSuggested } from '@/lib/view/canary/preset-words';
import { usualPlan } from '@/lib/view/canary/usual-plan';
import { PlanColumn } from './plan-column';
import { PowerPanel } from './power-panel';
import type { RegistrationFields } from './registration-fields';

/** The plan before the data: everything may be changed until "Register", and nothing after it. */
export function RegistrationForm({ canary }: { canary: CanaryDetail }) {
  const { mayExperiment } = useViewer();
  const [asks, setAsks] = useState(false);
  const amend = useAmendCanary(canary.id);
  const register = useRegisterCanary(canary.id);
  const { promptId } = canary.challenger;
  const bodyOf = ({ draft, expected, personalDataReason }: RegistrationDraft) => ({
    ...{ promptId, draft: planOfDraft(withSuggested(draft, suggested)), expected: expectedOfDraft(expected) },
    ...(personalDataReason.trim() === '' ? {} : { personalDataReason }),
  });
  const contract = useContractForm({
    defaultValues: {
      draft: planDraftOf(canary.draft),
      expected: expectedDraftOf(canary.expected),
      personalDataReason: '',
    },
    schema: amendCanaryBody,
    bodyOf,
    send: (body) => (asks ? register : amend).mutateAsync(body),
  });
  const form: RegistrationFields = {
    ...contract,
    // A rule names a part of the plan, the contract the plan with it.
    fault: (path) => contract.fault(path) ?? contract.fault(`draft.${path}`),
  };
  const typed = form.watch();
  const expected = expectedOfDraft(typed.expected);
  // The presets depend on the failure cost and the traffic alone, so they are read without the plan that they fill.
  const ready = useCanaryPower({
    ...{ promptId, expected, slotId: canary.slot.id, draft: { failureLevel: typed.draft.failureLevel } },
  });
  const presets = ready.data?.presets ?? [];
  const suggested = presets.find(({ name }) => name === ready.data?.suggested);
  const { personalDataReason: _, ...plan } = bodyOf(typed);
  const power = useCanaryPower({ ...plan, slotId: canary.slot.id });
  const filled = withSuggested(typed.draft, suggested);
  const usual = {
    ...(power.data ? usualPlan(power.data.plan) : {}),
    ...(suggested ? fieldsOfPreset(suggested) : {}),
  };
  const boxRef = useRef<HTMLDivElement>(null);
  const submit = () => contract.submit(boxRef.current).finally(() => setAsks(false));
  const locked = { blocked: mayExperiment ? undefined : NO_EXPERIMENTS };
  return (
    <div ref={boxRef} className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <PlanColumn
        form={form}
        ready={ready}
        filled={filled}
        usual={usual}
        onPreset={(preset) => form.setValue('draft', { ...typed.draft, ...fieldsOfPreset(preset) })}
      />
      <Card
        title="What this plan decides"
        description="Computed with the slot’s own traffic."
        className="xl:sticky xl:top-4"
      >
        <div className="flex flex-col gap-4">
          <PowerPanel
            power={power}
            form={form}
            onWay={(way) => form.setValue('draft', withWay(filled, way))}
          />
          {(power.data?.needsAcceptance ?? typed.draft.acceptsLowPower) ? (
            <Checkbox
              className="rounded-md border border-honey-line bg-honey-wash px-3 py-2.5"
              {...form.register('draft.acceptsLowPower')}
            >
              I accept that this will probably end inconclusive
            </Checkbox>
          ) : null}
          {form.problem ? <ProblemNotice error={form.problem} /> : null}
          {form.fault('personalDataReason') || typed.personalDataReason !== '' ? (
            <Field
              id="canary-personalDataReason"
              label="Why what was found in the prompt stays"
              hint={`${REASON_LENGTH_MIN} characters or more; the approver reads it.`}
            >
              {(control) => (
                <Textarea {...control} {...form.register('personalDataReason')} maxLength={1000} />
              )}
            </Field>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button {...locked} variant="primary" onClick={() => setAsks(true)}>
              <Lock aria-hidden /> Register
            </Button>
            <Button {...locked} busy={amend.isPending} onClick={submit}>
              <Save aria-hidden /> Save the draft
            </Button>
          </div>
          {amend.isSuccess && !amend.isPending && !form.problem ? (
            <p role="status" className="text-ink-faint text-xs">
              The draft is saved.
            </p>
          ) : null}
        </div>
      </Card>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Register this plan?"
        confirmLabel="Register"
        busy={register.isPending}
        onConfirm={submit}
      >
        <Notice tone="honey">
          From now on nothing of it moves, for anybody: not the margin, not the share, not the window. Another
          plan is a new canary with new data.
        </Notice>
      </ConfirmDialog>
    </div>
  );
}
