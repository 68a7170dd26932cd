import { Play } from 'lucide-react';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { useApproval } from '@/components/queries/use-approval';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { OpenCanary, PracticePrompt } from '@/lib/contracts/rehearsal';
import { type RehearsalStep, whatOpenNeeds, whyNotPromote } from '@/lib/view/rehearsal-steps';
import type { Presses } from './use-rehearsal';

interface StepButtonProps {
  readonly step: RehearsalStep;
  readonly isReady: boolean;
  readonly presses: Presses;
}

/** The one thing to do in a step. */
export function StepButton({ step, isReady, presses }: StepButtonProps) {
  const { mayExperiment } = useViewer();
  const { back } = presses;
  const { state, prompt, trial, open } = step;
  const refusal = mayExperiment ? undefined : MAY_NOT_EXPERIMENT;
  const needs = open === null ? null : whatOpenNeeds(open);
  if (open !== null && needs !== null)
    return (
      <p>
        {needs}{' '}
        <Link href={`/canaries/${open.canaryId}`} className="underline underline-offset-2">
          Open its canary
        </Link>
      </p>
    );
  if (prompt !== null && (state === 'open' || state === 'ended'))
    return <TrafficButton open={open} prompt={prompt} isReady={isReady} presses={presses} />;
  if (state === 'approve' && trial !== null)
    return <ApproveButton canaryId={trial.canaryId} promote={presses.promote} />;
  if (state === 'open' && prompt === null)
    return (
      <Button disabled={!mayExperiment} title={refusal} busy={back.isPending} onClick={() => back.mutate()}>
        Roll back
      </Button>
    );
  return null;
}

interface ApproveButtonProps {
  readonly canaryId: string;
  readonly promote: Presses['promote'];
}

function ApproveButton({ canaryId, promote }: ApproveButtonProps) {
  const { data: approval } = useApproval(canaryId, true);
  const refusal = approval ? whyNotPromote(approval) : null;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="primary"
        disabled={approval === undefined}
        blocked={blockedBy(refusal)}
        busy={promote.isPending}
        onClick={() => promote.mutate(canaryId)}
      >
        Approve and promote
      </Button>
      {refusal === null ? null : <p className="text-ink-faint text-xs">{refusal}</p>}
    </div>
  );
}

interface TrafficButtonProps extends Omit<StepButtonProps, 'step'> {
  readonly open: OpenCanary | null;
  readonly prompt: PracticePrompt;
}

/** Names the version where a canary is open; without one the demo's own prompt is tried. */
export function TrafficButton({ open, prompt, isReady, presses: { start } }: TrafficButtonProps) {
  const { mayExperiment } = useViewer();
  return (
    <Button
      variant="primary"
      disabled={!mayExperiment || (open === null && !isReady)}
      title={mayExperiment ? undefined : MAY_NOT_EXPERIMENT}
      busy={start.isPending && start.variables === prompt}
      onClick={() => start.mutate(prompt)}
    >
      <Play aria-hidden />{' '}
      {open === null ? 'Start practice traffic' : `Send practice traffic to version ${open.version}`}
    </Button>
  );
}
