'use client';

import { CircleCheck, CircleX, Rocket } from 'lucide-react';
import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useGoLive } from '@/components/queries/use-canaries';
import { Badge } from '@/components/ui/badge';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { keptFigures } from '@/components/ui/kept-figures';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { gateLights } from '@/lib/view/canary/evidence-lines';
import { percentWords } from '@/lib/view/canary/plan-lines';

/** The gate before the callers: its lights, what is still missing, and the step through it. */
export function GateCard({ canary, approval }: { canary: CanaryDetail; approval: ApprovalView }) {
  const goLive = useGoLive(canary.id);
  const [asks, setAsks] = useState(false);
  const lights = gateLights(approval, {
    hasPassed: approval.evidence?.verdict?.kind === 'pass',
  });
  const whyNot = approval.whyNot.goLive;
  const share = canary.plan?.liveSteps[0] ?? 1;
  return (
    <Card
      title="Conditions for going live"
      description="A red light or a missing approval stops it, whatever the role; an amber light warns."
      actions={
        canary.state === 'approval' ? (
          <Button variant="primary" blocked={blockedBy(whyNot)} onClick={() => setAsks(true)}>
            <Rocket aria-hidden /> Go live
          </Button>
        ) : null
      }
    >
      <ul className="grid gap-3 sm:grid-cols-2">
        {lights.map(({ name, tone, word, sentence }) => (
          <li
            key={name}
            className="flex min-w-0 flex-col gap-1 rounded-md border border-line bg-sunken/60 px-3 py-2.5 text-[0.8125rem]"
          >
            <span className="flex flex-wrap items-center justify-between gap-2 font-medium">
              {name}
              <Badge tone={tone} icon={tone === 'good' ? CircleCheck : CircleX}>
                {word}
              </Badge>
            </span>
            <span className="numbers text-ink-soft">{keptFigures(sentence)}</span>
          </li>
        ))}
      </ul>
      {canary.state === 'approval' && whyNot !== null ? (
        <p className="mt-3 text-[0.8125rem]">
          <span className="font-medium">Still missing:</span> {whyNot}
        </p>
      ) : null}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={share >= 1 ? 'Go live for all callers?' : `Go live for ${percentWords(share)} of the callers?`}
        confirmLabel="Go live"
        busy={goLive.isPending}
        onConfirm={() => goLive.mutate(undefined, { onSuccess: () => setAsks(false) })}
      >
        {goLive.error ? <ProblemNotice className="mb-3" error={goLive.error} /> : null}
        {share >= 1
          ? 'The challenger answers all callers from now on, and its watch begins.'
          : 'The first registered live step begins; the next follow by themselves unless harm is proven.'}{' '}
        “Revert now” stays in sight.
      </ConfirmDialog>
    </Card>
  );
}
