'use client';

import { useId, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import type { ReadinessView } from '@/lib/contracts/readiness';
import { prepareMeasurePlan } from '@/lib/view/run-readiness';
import { HardwareChoice, type Serving } from './hardware-choice';
import { useStartReadiness } from './use-readiness';

/** The runs that will be started and their estimated cost, before anything is. */
export function MeasureReadinessDialog({ view, onClose }: { view: ReadinessView; onClose: () => void }) {
  const start = useStartReadiness(view.runId);
  const listId = useId();
  const [serving, setServing] = useState<Serving | null>(null);
  const plan = prepareMeasurePlan(view.estimate, serving !== null);
  const opensSlice =
    view.claim?.verdict === 'speedup' &&
    view.lights.find(({ name }) => name === 'slice')?.state === 'notMeasured';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Measure readiness"
      description="Starts what the three lights still lack, and nothing twice."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={start.isPending}
            blocked={blockedBy(
              plan === null && serving === null ? 'Choose another model first: this one is measured.' : null,
            )}
            onClick={() =>
              start.mutate(serving === null ? {} : { hardware: { serving } }, { onSuccess: onClose })
            }
          >
            Start measuring
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-[0.8125rem]">
        {start.isError ? <ProblemNotice error={start.error} /> : null}
        <HardwareChoice value={serving} onChange={setServing} />
        <section aria-labelledby={listId}>
          <h3 id={listId} className="mb-1.5 font-medium">
            About what this takes
          </h3>
          {plan === null ? (
            <p className="text-ink-soft">
              Seeds and slice are measured or on their way. Choose another model to measure on other hardware.
            </p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {plan.lines.map((line) => (
                  <li key={line.name} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                    <span>{line.name}</span>
                    <span className="numbers text-ink-soft">{line.text}</span>
                  </li>
                ))}
                <li className="flex flex-wrap justify-between gap-x-4 py-1.5 font-medium">
                  <span>Together</span>
                  <span className="numbers">{plan.total}</span>
                </li>
              </ul>
              <p className="mt-1 text-ink-faint text-xs">
                From this run’s own record; an estimate, not a cap. The runs keep their own budgets.
              </p>
            </>
          )}
        </section>
        {opensSlice ? (
          <Notice tone="honey" title="This opens the confirmation examples">
            They open once for the split, for the best prompt of this run, and for no other after that.
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
