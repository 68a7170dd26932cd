'use client';

import { Lock, Save } from 'lucide-react';
import { useState } from 'react';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { REASON_LENGTH_MIN } from '@/lib/policy/personal-data';
import {
  expectedDraftOf,
  expectedOfDraft,
  planDraftOf,
  planOfDraft,
  withWay,
} from '@/lib/view/canary/plan-draft';
import { usualPlan } from '@/lib/view/canary/usual-plan';
import { GuardrailFields } from './guardrail-fields';
import { PlanFields } from './plan-fields';
import { PowerPanel } from './power-panel';
import { useAmendCanary, useCanaryPower, useRegisterCanary } from './use-canaries';

/** The plan before the data: everything may be changed until "Register", and nothing after it. */
export function RegistrationForm({ canary }: { canary: CanaryDetail }) {
  const { mayExperiment } = useViewer();
  const [draft, setDraft] = useState(() => planDraftOf(canary.draft));
  const [expected, setExpected] = useState(() => expectedDraftOf(canary.expected));
  const [personalDataReason, setReason] = useState('');
  const [asks, setAsks] = useState(false);
  const amend = useAmendCanary(canary.id);
  const register = useRegisterCanary(canary.id);
  const { promptId } = canary.challenger;
  const plan = { promptId, draft: planOfDraft(draft), expected: expectedOfDraft(expected) };
  const power = useCanaryPower({ ...plan, slotId: canary.slot.id });
  const body = { ...plan, ...(personalDataReason.trim() === '' ? {} : { personalDataReason }) };
  const error = register.error ?? amend.error;
  const refused = faultsOf(error);
  const fault = (path: string) => refused(path) ?? refused(`draft.${path}`);
  const locked = { disabled: !mayExperiment, title: mayExperiment ? undefined : MAY_NOT_EXPERIMENT };
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card
        title="The plan"
        description="Fixed before the data. An empty field takes the value that stands in it faintly, which follows from the failure cost."
      >
        <div className="flex flex-col gap-5">
          <PlanFields
            draft={draft}
            usual={power.data ? usualPlan(power.data.plan) : {}}
            fault={fault}
            onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
          />
          <GuardrailFields draft={draft} fault={fault('guardrails')} onChange={setDraft} />
        </div>
      </Card>
      <Card
        title="What can this plan decide?"
        description="Told before the data, with your own traffic."
        className="xl:sticky xl:top-4"
      >
        <div className="flex flex-col gap-4">
          <PowerPanel
            power={power}
            expected={expected}
            fault={(path) => refused(`expected.${path}`)}
            onExpected={(part) => setExpected((now) => ({ ...now, ...part }))}
            onWay={(way) => setDraft((now) => withWay(now, way))}
          />
          {(power.data?.needsAcceptance ?? draft.acceptsLowPower) ? (
            <Checkbox
              className="rounded-md border border-honey-line bg-honey-wash px-3 py-2.5"
              checked={draft.acceptsLowPower}
              onCheckedChange={(acceptsLowPower) => setDraft((now) => ({ ...now, acceptsLowPower }))}
            >
              I accept that this will probably end inconclusive
            </Checkbox>
          ) : null}
          {error ? <ProblemNotice error={error} /> : null}
          {refused('personalDataReason') || personalDataReason !== '' ? (
            <Field
              id="canary-personalDataReason"
              label="Why what was found in the prompt stays"
              hint={`${REASON_LENGTH_MIN} characters or more; whoever approves reads it.`}
            >
              {(control) => (
                <Textarea
                  {...control}
                  value={personalDataReason}
                  maxLength={1000}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button {...locked} variant="primary" onClick={() => setAsks(true)}>
              <Lock aria-hidden /> Register
            </Button>
            <Button {...locked} busy={amend.isPending} onClick={() => amend.mutate(body)}>
              <Save aria-hidden /> Save the draft
            </Button>
          </div>
          {amend.isSuccess && !amend.isPending ? (
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
        onConfirm={() => register.mutate(body, { onSettled: () => setAsks(false) })}
      >
        <Notice tone="honey">
          From now on nothing of it moves, for anybody: not the margin, not the share, not the window. Another
          plan is a new canary with new data.
        </Notice>
      </ConfirmDialog>
    </div>
  );
}
