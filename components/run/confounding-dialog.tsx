'use client';

import { ReasonDialog } from '@/components/api/reason-dialog';
import { useAcknowledgeConfounding } from './use-confounding';

/** A person's word that a headline is valid although the proposer also serves; the run keeps it permanently. */
export function ConfoundingDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const acknowledge = useAcknowledgeConfounding(runId);
  return (
    <ReasonDialog
      title="Let the headline stand?"
      description="The run and its reports then say that proposer and serving model are the same, with your name and reason, permanently."
      submitLabel="Acknowledge it"
      danger
      hint="Why one model in both roles does not make the gain, in at least 20 characters"
      sending={acknowledge}
      onReason={(reason) => acknowledge.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
