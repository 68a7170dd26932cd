'use client';

import { useTruth } from '@/components/queries/use-truths';
import { PlanNotice } from '@/components/run-plan/plan-notice';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { isEnded } from '@/lib/domain/run';
import type { RunState } from '@/lib/projection/run-state';
import { describeFailures } from '@/lib/view/failure-notice';
import { keepFigures, plural } from '@/lib/view/numbers';
import { prepareEvaluatorLines } from '@/lib/view/run-evaluator';
import { STOP_REASON_WORDS } from '@/lib/view/run-words';
import { runEndSentence } from '@/lib/words/run-end';
import { Note } from './note';

const LINK = 'shrink-0 underline underline-offset-2';
const VERDICTS = { go: 'go', noGo: 'no-go', undecided: 'undecided' } as const;

/** Findings about a run, one line each: its truth, its end, and what to know before its numbers are used. */
export function RunNotes({ run, state }: { readonly run: RunDetailView; readonly state: RunState }) {
  const { finished } = state;
  const { diagnosis } = run;
  const failures = describeFailures(state);
  return (
    <Card title="Findings">
      {run.planId === null ? null : <PlanNotice planId={run.planId} />}
      <ul className="flex flex-col">
        {/* A doubt or a failure is said above the tabs. */}
        {run.scoreDoubt || run.status === 'failed' ? null : <Truth run={run} />}
        {finished ? (
          <Note
            tone={run.status === 'finished' ? 'good' : 'neutral'}
            title={STOP_REASON_WORDS[finished.reason]}
          >
            {runEndSentence(finished)}
          </Note>
        ) : null}
        {finished === null && hasEnded(run) && run.statusReason ? <Note title={run.statusReason} /> : null}
        {run.callsPossiblyPaidTwice > 0 ? (
          <Note tone="honey" title={`${plural(run.callsPossiblyPaidTwice, 'call')} possibly paid twice`}>
            The worker stopped while they were in flight, so they were sent again. The budget counts both.
          </Note>
        ) : null}
        {failures ? (
          <Note
            tone="honey"
            title={failures}
            action={
              <Link href="?tab=rollouts&verdict=wrong" className={LINK}>
                Show
              </Link>
            }
          >
            Unusable answers count as wrong. Failed evaluators and providers leave a score missing. The cause
            is next to each.
          </Note>
        ) : null}
        {diagnosis ? (
          <Note
            tone={diagnosis.verdict === 'go' ? 'neutral' : 'honey'}
            title={`Serial diagnosis: ${VERDICTS[diagnosis.verdict]}`}
            action={
              <Link href={`/diagnoses/${diagnosis.id}`} className={LINK}>
                Open
              </Link>
            }
          >
            {diagnosis.reason}
          </Note>
        ) : null}
        {prepareEvaluatorLines(state).map(({ title, text, tone, explanation }) => (
          <Note key={`${title} ${text}`} tone={tone} title={title}>
            {text === '' ? null : <p className="numbers">{text}</p>}
            <p>{explanation}</p>
          </Note>
        ))}
      </ul>
    </Card>
  );
}

/** The sentence behind the verdict. */
function Truth({ run }: { readonly run: RunDetailView }) {
  const { truth, isPending } = useTruth('run', run.id, !isEnded(run.status));
  if (isPending) return <Skeleton className="mb-2 h-14 w-full" />;
  if (truth === undefined) return null;
  return (
    <Note
      tone={truth.tone}
      title={
        <span data-truth={truth.kind} className="font-medium">
          {keepFigures(truth.sentence)}
        </span>
      }
    />
  );
}

/** The row knows the end before the ledger is read. */
const hasEnded = ({ status, lastSeq }: RunDetailView) =>
  lastSeq > 0 && (status === 'finished' || status === 'stopped');
