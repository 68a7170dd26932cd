'use client';

import { ReasonDialog } from '@/components/api/reason-dialog';
import { useWaiveHardware } from './use-readiness';

/** An owner's word that one hardware class has to do; the claim keeps it permanently. */
export function WaiverDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const waive = useWaiveHardware(runId);
  return (
    <ReasonDialog
      title="Waive other hardware?"
      description="The claim then says “single hardware class”, with your name and reason, permanently."
      submitLabel="Waive it"
      danger
      hint="Why one hardware class has to do, in at least 20 characters"
      sending={waive}
      onReason={(reason) => waive.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
