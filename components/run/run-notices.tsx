import { Notice } from '@/components/ui/notice';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import type { RunState } from '@/lib/projection/run-state';
import { describeStanding } from '@/lib/view/run-words';
import { DoubtNotice } from './doubt-notice';
import { CollapseNotice, ConfoundingNotice, NoRunnerNotice } from './run-panels';

/** States that need a person, or that forbid the use of every number: above all tabs. The rest are findings. */
export function RunNotices({ run, state }: { run: RunDetailView; state: RunState }) {
  const { finished, failed } = state;
  const { agent } = run.manifest as unknown as RunManifest;
  const away = describeStanding(run, state.paused);
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden [&>*]:mb-0">
      {run.confounding === null ? null : <ConfoundingNotice run={run} />}
      {run.scoreDoubt ? <DoubtNotice run={run} doubt={run.scoreDoubt} /> : null}
      {run.status === 'queued' ? (
        <Notice title="Queued">The first free worker starts this run.</Notice>
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
        <Notice title="Stopped before its start">
          {run.statusReason ?? 'No worker had started the run, so nothing was spent.'}
        </Notice>
      ) : null}
    </div>
  );
}
