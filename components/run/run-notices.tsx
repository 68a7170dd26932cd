import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import type { RunState } from '@/lib/projection/run-state';
import { describeFailures } from '@/lib/view/failure-notice';
import { plural } from '@/lib/view/numbers';
import { describeStanding } from '@/lib/view/run-words';
import { CollapseNotice, EndNotice, NoRunnerNotice } from './run-panels';

/** Notices to read before any number of the run. */
export function RunNotices({ run, state }: { run: RunDetailView; state: RunState }) {
  const { finished, failed } = state;
  const { agent } = run.manifest as unknown as RunManifest;
  const failures = describeFailures(state);
  const away = describeStanding(run, state.paused);
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden lg:flex-row [&>*]:lg:flex-1">
      {run.status === 'queued' ? (
        <Notice title="In the queue">The first free worker takes it. This page shows it at once.</Notice>
      ) : null}
      {away ? (
        <Notice tone="honey" title={away.title}>
          {away.text}
        </Notice>
      ) : null}
      {isEnded(run.status) || !state.diversity.at(-1)?.collapsed ? null : <CollapseNotice state={state} />}
      {run.status === 'running' && agent?.settings.kind === 'runner' ? (
        <NoRunnerNotice agent={agent} />
      ) : null}
      {run.status === 'failed' ? (
        <Notice tone="bad" title="The run failed">
          {run.statusReason ?? failed?.message ?? 'No reason was recorded.'}
        </Notice>
      ) : null}
      {run.status === 'stopped' && finished === null && run.lastSeq === 0 ? (
        <Notice title="Stopped before it began">
          {run.statusReason ?? 'No worker had taken it, so nothing was spent.'}
        </Notice>
      ) : null}
      {finished === null && hasEnded(run) && run.statusReason ? (
        <Notice
          tone={run.status === 'finished' ? 'good' : 'neutral'}
          title={run.status === 'finished' ? 'Finished' : 'Stopped'}
        >
          {run.statusReason}
        </Notice>
      ) : null}
      {finished ? <EndNotice status={run.status} finished={finished} /> : null}
      {run.callsPossiblyPaidTwice > 0 ? (
        <Notice tone="honey" title={`${plural(run.callsPossiblyPaidTwice, 'call')} possibly paid twice`}>
          A worker died with them in flight, so they were sent again. They count against the budget in full.
        </Notice>
      ) : null}
      {failures ? (
        <Notice
          tone="honey"
          title={failures}
          action={
            <Link href="?tab=rollouts&verdict=wrong" className="shrink-0 underline underline-offset-2">
              Show them
            </Link>
          }
        >
          Unusable answers count as wrong. Failed evaluators and providers leave a score missing. The cause is
          next to each.
        </Notice>
      ) : null}
      {run.diagnosis ? <DiagnosisNotice diagnosis={run.diagnosis} /> : null}
    </div>
  );
}

function DiagnosisNotice({ diagnosis }: { diagnosis: NonNullable<RunDetailView['diagnosis']> }) {
  return (
    <Notice
      tone={diagnosis.verdict === 'go' ? 'neutral' : 'honey'}
      title={`Serial diagnosis: ${VERDICTS[diagnosis.verdict]}`}
      action={
        <Link href={`/diagnoses/${diagnosis.id}`} className="shrink-0 underline underline-offset-2">
          Read it
        </Link>
      }
    >
      {diagnosis.reason}
    </Notice>
  );
}

/** The row knows it before the ledger is read; the same place is kept, so nothing jumps. */
const hasEnded = ({ status, lastSeq }: RunDetailView) =>
  lastSeq > 0 && (status === 'finished' || status === 'stopped');

const VERDICTS = { go: 'go', noGo: 'no-go', undecided: 'undecided' } as const;
