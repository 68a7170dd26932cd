'use client';

import { ReasonDialog } from '@/components/api/reason-dialog';
import { useReviewSteps } from './use-review';

/** Back to draft, with a reason that stays. */
export function ReopenDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const { reopen } = useReviewSteps(reportId);
  return (
    <ReasonDialog
      title="Take it back to draft"
      description="What was decided no longer counts; the history keeps it."
      submitLabel="Back to draft"
      name="note"
      sending={reopen}
      onReason={(note) => reopen.mutate({ note }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
