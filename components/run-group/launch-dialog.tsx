'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type LaunchDraft, prepareLaunch, rejectionsOf } from '@/lib/view/run-group';
import { AdvicePanel } from './advice-panel';
import { ExperimentPicker } from './experiment-picker';
import { ShapeFields } from './shape-fields';
import { useLaunchRunGroup, useShapeAdvice } from './use-run-groups';

const NOTHING_SAID: LaunchDraft = { shape: null, reason: null, rejected: {} };

/** Runs of several experiments at once: measurements give advice, and the person who launches gives a reason. */
export function LaunchDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const router = useRouter();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [draft, setDraft] = useState(NOTHING_SAID);
  const advice = useShapeAdvice(chosen);
  const known = chosen.length === 0 ? undefined : advice.data;
  // Reasons for other experiments than the chosen ones are not to be sent as theirs.
  const isAsking = advice.isPending || advice.isPlaceholderData;
  const launch = useLaunchRunGroup();
  const fault = faultsOf(launch.error);
  const prepared = prepareLaunch(draft, known);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const seed = numberOf(form, 'seed');
    const overrideReason = textOf(form, 'overrideReason');
    launch.mutate(
      {
        shape: prepared.shape,
        experimentIds: [...chosen],
        reason: prepared.reason,
        ...rejectionsOf(prepared),
        ...(overrideReason === '' ? {} : { overrideReason }),
        ...(seed === null ? {} : { seed }),
      },
      { onSuccess: (group) => router.push(`/run-groups/${group.id}`) },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="wide"
      title="Launch several together"
      description="Each task keeps a held-out curve of its own."
      footer={
        <>
          {/* Beside the button: the dialog is longer than a screen, and a refusal must not scroll away. */}
          {launch.isError ? <ProblemNotice className="w-full" error={launch.error} /> : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            blocked={blockedBy(chosen.length === 0 ? 'Check the experiments to launch first.' : null)}
            disabled={isAsking}
            busy={launch.isPending || launch.isSuccess}
          >
            Launch
          </Button>
        </>
      }
    >
      <div className="mb-4 flex min-w-0 flex-col gap-4">
        {/* Outside the form: Enter in its search must not launch anything. */}
        <ExperimentPicker chosen={chosen} onChange={setChosen} fault={fault('experimentIds')} />
      </div>
      <form id={formId} onSubmit={submit} className="flex min-w-0 flex-col gap-4" noValidate>
        {chosen.length > 0 && advice.isError ? (
          <ProblemNotice error={advice.error} onRetry={() => advice.refetch()} />
        ) : null}
        {known ? <AdvicePanel advice={known} /> : null}
        <ShapeFields
          prepared={prepared}
          advised={known?.shape ?? null}
          fault={fault}
          onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
          onReject={(shape, reason) =>
            setDraft((now) => ({ ...now, rejected: { ...now.rejected, [shape]: reason } }))
          }
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            id="launch-seed"
            label="Seed"
            optional
            hint="Of every run; empty: a random one each"
            fault={fault('seed')}
          >
            {(control) => <Input {...control} name="seed" type="number" min="0" />}
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
