'use client';

import { useMutation } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { type ReplayView, replayRun } from '@/lib/contracts/replay';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { may } from '@/lib/policy/roles';
import { describeReplay } from '@/lib/view/replay-words';

/** Runs the run again from its journal alone and shows both hashes. */
export function ReplayCard({ run }: { run: RunDetailView }) {
  const mayReplay = may(useViewer().role, 'discuss');
  const replay = useMutation({ mutationFn: () => callApi(replayRun, { params: { runId: run.id } }) });
  const hindrance =
    run.runHash === null
      ? 'Only a run that came to its end can be replayed.'
      : mayReplay
        ? undefined
        : 'Your role may look but not check. An owner can make you a reviewer.';
  return (
    <Card
      title="Does the result follow from its journal?"
      description="Runs it again from the journaled answers alone: no model is asked, nothing is paid or changed."
      actions={
        <Button
          size="sm"
          blocked={blockedBy(hindrance)}
          busy={replay.isPending}
          onClick={() => replay.mutate()}
        >
          <History aria-hidden /> Replay
        </Button>
      }
    >
      {replay.isIdle ? (
        <p className="text-[0.8125rem] text-ink-faint">{hindrance ?? 'Not replayed on this page yet.'}</p>
      ) : null}
      {replay.isPending ? (
        <Notice>Replaying from the journal. Thousands of calls take seconds, at most half a minute.</Notice>
      ) : null}
      {replay.isError ? <ProblemNotice error={replay.error} onRetry={() => replay.mutate()} /> : null}
      {replay.isSuccess ? <ReplayResult replay={replay.data} /> : null}
    </Card>
  );
}

function ReplayResult({ replay }: { replay: ReplayView }) {
  const { tone, title, sentence } = describeReplay(replay);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Notice tone={tone} title={title}>
        {sentence}
        {replay.howToProceed.map((step) => (
          <p key={step} className="mt-1 break-words">
            {step}
          </p>
        ))}
      </Notice>
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-faint">Run hash</dt>
        <dd className="min-w-0 break-all font-mono">{replay.runHash}</dd>
        <dt className="text-ink-faint">Replay hash</dt>
        <dd className="min-w-0 break-all font-mono">{replay.replayHash ?? 'none: it came to no end'}</dd>
      </dl>
    </div>
  );
}
