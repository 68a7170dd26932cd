import { Notice } from '@/components/ui/notice';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { exploratoryStep } from '@/lib/view/exploratory-step';
import { NextOfExploratory } from './run-panels';

const TITLES = {
  contaminated: 'Held-out is contaminated',
  superseded: 'Score superseded',
  judgeFailed: 'Judge failed its calibration',
  exploratory: 'Exploratory run',
} as const;

interface DoubtNoticeProps {
  readonly run: RunDetailView;
  readonly doubt: NonNullable<RunDetailView['scoreDoubt']>;
}

/** Why the scores of a run are no headline; for an exploratory run also the step that leads out of that. */
export function DoubtNotice({ run, doubt }: DoubtNoticeProps) {
  const step = exploratoryStep(run);
  return (
    <Notice tone={doubt.code === 'exploratory' ? 'honey' : 'bad'} title={TITLES[doubt.code]} className="mb-4">
      <p>{doubt.sentence}</p>
      {step === null ? null : <NextOfExploratory run={run} step={step} />}
    </Notice>
  );
}
