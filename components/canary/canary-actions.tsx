'use client';

import { CircleSlash, Play } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { ReasonDialog } from '@/components/api/reason-dialog';
import { tellProblem } from '@/components/api/tell-problem';
import { useStartCanary, useWithdrawCanary } from '@/components/queries/use-canaries';
import { Button } from '@/components/ui/button';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';

const BEFORE_LIVE = ['drafted', 'registered', 'shadow', 'approval'];

/** Starting the shadow, and taking a canary back before anything of it is live. */
export function CanaryActions({ canary }: { canary: CanaryDetail }) {
  const { mayExperiment } = useViewer();
  const start = useStartCanary(canary.id);
  const [withdraws, setWithdraws] = useState(false);
  if (!mayExperiment || !BEFORE_LIVE.includes(canary.state)) return null;
  return (
    <>
      {canary.state === 'registered' ? (
        <Button
          variant="primary"
          busy={start.isPending}
          onClick={() => start.mutate(undefined, { onError: tellProblem })}
        >
          <Play aria-hidden /> Start the shadow
        </Button>
      ) : null}
      <Button variant="danger" onClick={() => setWithdraws(true)}>
        <CircleSlash aria-hidden /> Withdraw
      </Button>
      {withdraws ? <WithdrawDialog canaryId={canary.id} onClose={() => setWithdraws(false)} /> : null}
    </>
  );
}

function WithdrawDialog({ canaryId, onClose }: { canaryId: string; onClose: () => void }) {
  const withdraw = useWithdrawCanary(canaryId);
  return (
    <ReasonDialog
      title="Withdraw this canary?"
      description="It ends here, and its data stays with it. A new canary begins with none."
      submitLabel="Withdraw it"
      danger
      optional
      sending={withdraw}
      onReason={(reason) => withdraw.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
