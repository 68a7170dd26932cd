'use client';

import { ChevronDown, ChevronUp, Download, type LucideIcon, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import { addressOf } from '@/lib/contracts/operation-address';
import { exportTrace, type TraceDetailView } from '@/lib/contracts/traces';
import { plural } from '@/lib/view/numbers';
import { SOURCE_WORDS } from '@/lib/view/trace-filter-address';
import { ScoreBadge } from './score-badge';
import { JudgementCard, TraceFactsCard } from './trace-cards';
import { TraceSteps } from './trace-steps';
import { useNeighbours } from './use-neighbours';
import { useDeleteTrace, useTrace } from './use-traces';

/** One collected trace: the conversation, how it was judged, and its cost and time. */
export function TracePageView({ initial }: { readonly initial: TraceDetailView }) {
  const trace = useTrace(initial).data;
  return (
    <>
      <TraceHead trace={trace} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {trace.error === null ? null : (
            <Notice tone="bad" title="It ended with an error">
              {trace.error || 'Its sender gave no message.'}
            </Notice>
          )}
          {trace.hasTrajectory ? (
            <TraceSteps traceId={trace.id} isOpen={trace.state === 'open'} />
          ) : (
            <Notice tone="honey" title="No step could be read">
              Its records hold no model call that Waggle knows. They were sent by{' '}
              {Object.keys(trace.unread).join(', ') || 'an unnamed instrumentation'}.
            </Notice>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <JudgementCard trace={trace} />
          <TraceFactsCard trace={trace} />
        </div>
      </div>
    </>
  );
}

function TraceHead({ trace }: { readonly trace: TraceDetailView }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const remove = useDeleteTrace(trace.id);
  const [isAsking, setAsking] = useState(false);
  const { newer, older } = useNeighbours(trace.id);
  return (
    <>
      <PageHeader
        title={trace.name || trace.agentName || 'Trace'}
        crumbs={[{ label: 'Traces', href: '/traces' }]}
        badges={
          <>
            <ScoreBadge score={trace.score} by={trace.scoredBy} hasError={trace.error !== null} />
            {trace.state === 'open' ? <Badge tone="info">Spans may still come</Badge> : null}
          </>
        }
        description={
          <>
            <span className="line-clamp-2 break-words text-ink-soft">{trace.task.slice(0, 500)}</span>
            {SOURCE_WORDS[trace.source]} · <Time at={trace.startedAt} /> ·{' '}
            <span className="break-all font-mono text-xs">{trace.id}</span>
          </>
        }
        actions={
          <>
            <NeighbourButton id={newer} label="Newer trace" icon={ChevronUp} />
            <NeighbourButton id={older} label="Older trace" icon={ChevronDown} />
            {trace.hasTrajectory ? (
              <Button asChild>
                <a href={addressOf(exportTrace.path, { traceId: trace.id })} download>
                  <Download aria-hidden /> Export ATIF
                </a>
              </Button>
            ) : null}
            <Button blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setAsking(true)}>
              <Trash2 aria-hidden /> Delete
            </Button>
          </>
        }
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this trace?"
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => router.push('/traces'),
            onError: tellProblem,
          })
        }
      >
        Its records and steps are removed permanently.
        {trace.samples === 0
          ? null
          : ` Runs learned from it: ${plural(trace.samples, 'sample')} ${trace.samples === 1 ? 'keeps' : 'keep'} what was frozen of it.`}
      </ConfirmDialog>
    </>
  );
}

function NeighbourButton({
  id,
  label,
  icon: Icon,
}: {
  readonly id: string | null;
  readonly label: string;
  readonly icon: LucideIcon;
}) {
  return id === null ? null : (
    <Button asChild size="icon" title={label}>
      <Link href={`/traces/${encodeURIComponent(id)}`} aria-label={label}>
        <Icon aria-hidden />
      </Link>
    </Button>
  );
}
