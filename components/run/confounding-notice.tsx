'use client';

import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { ConfoundingDialog } from './confounding-dialog';

/** R-028, above every number of a run whose proposer also serves: what it blocks, or who let it stand and why. */
export function ConfoundingNotice({ run }: { run: Pick<RunDetailView, 'id' | 'confounding'> }) {
  const { mayExperiment } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const { confounding } = run;
  if (confounding === null) return null;
  const { acknowledged, sentence } = confounding;
  if (acknowledged !== null) {
    return (
      <Notice tone="honey" title="Confounded, acknowledged" className="mb-4">
        {sentence} (<Time at={acknowledged.at} />)
      </Notice>
    );
  }
  return (
    <Notice
      tone="honey"
      title="Confounded"
      className="mb-4"
      action={
        <Button blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setIsOpen(true)}>
          Acknowledge
        </Button>
      }
    >
      {sentence}
      {isOpen ? <ConfoundingDialog runId={run.id} onClose={() => setIsOpen(false)} /> : null}
    </Notice>
  );
}
