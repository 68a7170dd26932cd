'use client';

import { Download, GitCompare, RotateCcw } from 'lucide-react';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import { addressOf } from '@/lib/contracts/operation-address';
import type { AgentRolloutView, RolloutAttemptView } from '@/lib/contracts/rollout-shapes';
import { exportTrajectory } from '@/lib/contracts/rollouts';
import { ROLLOUT_PURPOSE_WORDS } from '@/lib/words/rollout';
import { AgainDialog } from './again-dialog';
import { Conversation } from './conversation';
import { EnvironmentCard } from './environment-card';
import { OtherDialog } from './other-dialog';
import { OutcomeCard } from './outcome-card';
import { PartsCard } from './parts-card';
import { PromptCard } from './prompt-card';
import { RolloutLine } from './rollout-line';
import { RolloutStatusBadge } from './rollout-status-badge';
import { useChosenStep } from './use-chosen-step';
import { isOpen, useRollout, useTrajectoryHead } from './use-rollout';

/** One rollout of an agent: outcome, proof of the prompt, and the conversation. Grows while the rollout is running. */
export function RolloutView({ initial }: { readonly initial: AgentRolloutView }) {
  const rollout = useRollout(initial).data;
  const [chosen, setChosen] = useQueryState('attempt', parseAsInteger);
  const [last] = rollout.attempts.slice(-1);
  const attempt = rollout.attempts.find((one) => one.attempt === chosen) ?? last;
  return (
    <>
      <RolloutHead rollout={rollout} attempt={attempt} />
      <RolloutLine rollout={rollout} attempt={attempt} />
      {rollout.attempts.length > 1 && attempt ? (
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <Segmented
            label="Attempt"
            value={String(attempt.attempt)}
            options={rollout.attempts.map((one) => ({
              value: String(one.attempt),
              label: `Attempt ${one.attempt}`,
            }))}
            onChange={(value) => void setChosen(Number(value))}
          />
          <span className="text-ink-faint text-xs">
            {attempt === last
              ? 'The last attempt counts.'
              : 'A later attempt counts. The cost of this one stays.'}
          </span>
        </div>
      ) : null}
      {attempt ? <Attempt key={attempt.attempt} rollout={rollout} attempt={attempt} /> : null}
    </>
  );
}

function RolloutHead({
  rollout,
  attempt,
}: {
  readonly rollout: AgentRolloutView;
  readonly attempt: RolloutAttemptView | undefined;
}) {
  const { mayExperiment } = useViewer();
  const [open, setOpen] = useState<'again' | 'other' | null>(null);
  const { run } = rollout;
  return (
    <>
      <PageHeader
        title={`Rollout by ${rollout.agentName}`}
        crumbs={
          run === null
            ? [{ label: rollout.agentName, href: `/agents/${rollout.agentId}` }]
            : [{ label: run.name, href: `/runs/${run.id}?tab=rollouts` }]
        }
        badges={
          <>
            {attempt ? <RolloutStatusBadge status={attempt.status} /> : null}
            <Badge>{ROLLOUT_PURPOSE_WORDS[rollout.purpose]}</Badge>
          </>
        }
        description={
          <>
            <Link href={`/agents/${rollout.agentId}`} className="underline underline-offset-2">
              {rollout.agentName}
            </Link>
            , version {rollout.agentVersion}
            {rollout.model === null ? ' · model calls are not proxied' : ` · ${rollout.model}`}
          </>
        }
        actions={
          <>
            <Button onClick={() => setOpen('other')}>
              <GitCompare aria-hidden /> Compare
            </Button>
            <Button blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setOpen('again')}>
              <RotateCcw aria-hidden /> Run again
            </Button>
            {attempt && attempt.trajectory !== 'none' ? (
              <Button asChild>
                <a
                  href={addressOf(exportTrajectory.path, {
                    rolloutId: rollout.id,
                    attempt: String(attempt.attempt),
                  })}
                  download
                >
                  <Download aria-hidden /> Export ATIF
                </a>
              </Button>
            ) : null}
          </>
        }
      />
      {open === 'again' ? <AgainDialog rollout={rollout} onClose={() => setOpen(null)} /> : null}
      {open === 'other' ? <OtherDialog rolloutId={rollout.id} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Attempt({
  rollout,
  attempt,
}: {
  readonly rollout: AgentRolloutView;
  readonly attempt: RolloutAttemptView;
}) {
  const named = { rolloutId: rollout.id, attempt: attempt.attempt };
  const isRunning = isOpen(attempt.status);
  const head = useTrajectoryHead(named, isRunning);
  const chosen = useChosenStep(head.data?.steps ?? 0);
  const isInvalid = Object.values(attempt.injection ?? {}).includes('failed');
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {isInvalid ? (
          <Notice tone="bad" title="The prompt was not in the model calls">
            The rollout is invalid: it has no score and teaches nothing. Check how the agent uses the job.
          </Notice>
        ) : null}
        {attempt.unreadTrace ? (
          <Notice tone="honey" title="The trace of the agent could not be read">
            It was sent as <code>{attempt.unreadTrace}</code>, and no step of that format was found. Check the
            format and the document that the agent returns as <code>trace</code>.
          </Notice>
        ) : null}
        {head.isPending ? <SkeletonRows label="Loading steps…" rows={8} /> : null}
        {head.isError ? <ProblemNotice error={head.error} onRetry={() => head.refetch()} /> : null}
        {head.data ? (
          <Conversation
            named={named}
            head={head.data}
            isRunning={isRunning}
            components={rollout.components}
            chosen={chosen}
          />
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <OutcomeCard rollout={rollout} attempt={attempt} />
        {attempt.environment ? <EnvironmentCard verdict={attempt.environment} /> : null}
        <PromptCard rollout={rollout} attempt={attempt} head={head.data ?? null} onStep={chosen.go} />
        {head.data ? <PartsCard head={head.data} onStep={chosen.go} /> : null}
      </div>
    </div>
  );
}
