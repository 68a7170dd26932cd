'use client';

import { CircleCheck, CircleDashed, RotateCcw } from 'lucide-react';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ConfirmDialog, needsConfirming } from '@/components/review/confirm-dialog';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import type { RehearsalView } from '@/lib/contracts/rehearsal';
import { canRehearseAgain, type RehearsalStep, rehearsalSteps } from '@/lib/view/rehearsal-steps';
import { StepButton, TrafficButton } from './step-button';
import { TrialLine } from './trial-line';
import { type Presses, useRehearsalSteps } from './use-rehearsal';

/** Promote, see a bad prompt caught, roll back: one button at a time, on practice traffic. */
export function RehearsalCard({ rehearsal }: { rehearsal: RehearsalView }) {
  const { mayExperiment } = useViewer();
  const presses = useRehearsalSteps(rehearsal);
  const steps = rehearsalSteps(rehearsal);
  const { start, promote, back } = presses;
  const failed = [start, promote, back].find(({ error }) => error !== null && !needsConfirming(error));
  return (
    <Card
      title="Rehearsal"
      description="Practice requests in compressed time; no caller is involved."
      actions={
        canRehearseAgain(steps) ? (
          <Button
            disabled={!mayExperiment}
            title={mayExperiment ? undefined : MAY_NOT_EXPERIMENT}
            busy={start.isPending}
            onClick={() => start.mutate('learned')}
          >
            <RotateCcw aria-hidden /> Rehearse again
          </Button>
        ) : null
      }
    >
      {rehearsal.isReady ? null : (
        <Notice tone="info" className="mb-4">
          The demo is still learning the prompt to promote. The first step opens by itself.
        </Notice>
      )}
      <ol aria-label="Steps of the rehearsal" className="grid gap-3 lg:grid-cols-3">
        {steps.map((step, index) => (
          <Step key={step.id} step={step} number={index + 1} isReady={rehearsal.isReady} presses={presses} />
        ))}
      </ol>
      {/* A shadow that no step waits for gets its traffic here. */}
      {rehearsal.open?.state === 'shadow' && steps.every(({ open }) => open === null) ? (
        <div className="mt-4">
          <TrafficButton
            open={rehearsal.open}
            prompt="learned"
            isReady={rehearsal.isReady}
            presses={presses}
          />
        </div>
      ) : null}
      {failed?.error ? <ProblemNotice className="mt-4" error={failed.error} /> : null}
      {needsConfirming(promote.error) ? (
        <ConfirmDialog
          onConfirmed={() => promote.mutate(promote.variables ?? '')}
          onClose={() => promote.reset()}
        />
      ) : null}
    </Card>
  );
}

interface StepProps {
  readonly step: RehearsalStep;
  readonly number: number;
  readonly isReady: boolean;
  readonly presses: Presses;
}

function Step({ step, number, isReady, presses }: StepProps) {
  const isDone = step.state === 'done';
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li
      data-state={step.state}
      className={`flex min-w-0 flex-col gap-2 rounded-md border px-3.5 py-3 text-[0.8125rem] ${
        step.state === 'later' ? 'border-line bg-sunken' : 'border-line-strong'
      }`}
    >
      <h3 className="flex items-center gap-2 font-medium">
        <Icon
          className={`size-4 shrink-0 ${isDone ? 'text-good' : 'text-ink-faint'}`}
          role="img"
          aria-label={isDone ? 'Done' : 'Open'}
        />
        {number}. {step.title}
      </h3>
      {step.trial === null ? <p className="text-ink-soft">{step.text}</p> : <TrialLine trial={step.trial} />}
      <div className="mt-auto empty:hidden">
        <StepButton step={step} isReady={isReady} presses={presses} />
      </div>
    </li>
  );
}
