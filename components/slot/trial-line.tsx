import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Progress } from '@/components/ui/progress';
import type { PracticeTrial } from '@/lib/contracts/rehearsal';
import { formatCount } from '@/lib/view/numbers';
import { trialFigures, trialProgress, VERDICT_OF_TRIAL } from '@/lib/view/rehearsal-steps';

/** A trial as it comes: progress and time left, the difference so far, then the verdict. */
export function TrialLine({ trial }: { trial: PracticeTrial }) {
  const { state, requests, requestsPlanned, canaryId, version, verdict } = trial;
  const isRunning = state === 'shadow';
  const word = VERDICT_OF_TRIAL[state];
  const figures = trialFigures(trial);
  const reason = verdict?.reasons[0]?.sentence;
  return (
    <div className="flex flex-col gap-1.5">
      {isRunning ? (
        <>
          <Progress label="Practice requests" value={requests} max={requestsPlanned} />
          <p className="numbers text-ink-soft text-xs">
            {formatCount(requests)} of {formatCount(requestsPlanned)} requests · {trialProgress(trial)}
          </p>
        </>
      ) : null}
      <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {word ? <Badge tone={TONES[state] ?? 'neutral'}>{word}</Badge> : null}
        {figures ? <span className="numbers">{figures}</span> : null}
      </p>
      {state === 'failed' && reason ? <p className="text-ink-soft">{reason} No caller saw it.</p> : null}
      <Link href={`/canaries/${canaryId}`} className="text-ink-soft text-xs underline underline-offset-2">
        Canary of version {version}
      </Link>
    </div>
  );
}

const TONES: Readonly<Partial<Record<PracticeTrial['state'], 'good' | 'bad' | 'honey'>>> = {
  approval: 'good',
  watch: 'good',
  promoted: 'good',
  failed: 'bad',
};
