'use client';

import { LockKeyholeOpen } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DefinitionList } from '@/components/ui/definition-list';
import { Fold } from '@/components/ui/fold';
import { keptFigures } from '@/components/ui/kept-figures';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { plural } from '@/lib/view/numbers';
import { type ConfirmationResult, prepareConfirmation } from '@/lib/view/run-confirmation';
import { useConfirmation, useOpenConfirmation } from './use-readiness';

/** The sealed confirmation examples of the run's split: whether they were opened, for whom, and what came of it. */
export function ConfirmationPanel({ runId, origin }: { runId: string; origin: NumberOrigin }) {
  const confirmation = useConfirmation(runId);
  const open = useOpenConfirmation(runId);
  const view = confirmation.data;
  const words = view ? prepareConfirmation(view, origin) : null;
  return (
    <Card title="Confirmation" actions={view && words?.opens ? <OpenButton view={view} open={open} /> : null}>
      {confirmation.isPending ? <SkeletonRows label="Loading the confirmation" rows={1} /> : null}
      {confirmation.isError ? (
        <ProblemNotice error={confirmation.error} onRetry={() => confirmation.refetch()} />
      ) : null}
      {view && words ? (
        <div className="flex flex-col gap-3 text-[0.8125rem]">
          {open.isError ? <ProblemNotice error={open.error} /> : null}
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={words.tone}>{words.word}</Badge>
            {words.result ? (
              <span className="numbers font-medium">{keptFigures(words.result.difference)}</span>
            ) : null}
          </p>
          <Fold summary={words.result ? 'Both prompts' : 'About the opening'}>
            <div className="flex flex-col gap-3">
              <p className="text-ink-soft">{keptFigures(words.sentence)}</p>
              {words.result ? <Result result={words.result} /> : null}
              <Opening view={view} />
            </div>
          </Fold>
        </div>
      ) : null}
    </Card>
  );
}

function Result({ result }: { result: ConfirmationResult }) {
  return (
    <>
      <p className="text-ink-soft">
        {keptFigures(result.verdict)} <span className="text-ink-faint text-xs">{result.origin}</span>
      </p>
      <DefinitionList
        items={[
          { term: 'Original prompt', value: result.original },
          { term: 'Best prompt', value: result.chosen },
        ]}
      />
    </>
  );
}

function Opening({ view }: { view: ConfirmationView }) {
  if (view.opening === null) return null;
  const { openedBy, openedAt, evaluationRunId, runId } = view.opening;
  return (
    <p className="text-ink-faint text-xs">
      Opened by {openedBy}, <Time at={openedAt} /> ·{' '}
      {runId === view.runId ? null : (
        <>
          <Link href={`/runs/${runId}`} className="underline underline-offset-2">
            for this run
          </Link>{' '}
          ·{' '}
        </>
      )}
      <Link href={`/runs/${evaluationRunId}`} className="underline underline-offset-2">
        the run that scored it
      </Link>
    </p>
  );
}

function OpenButton({
  view,
  open,
}: {
  view: ConfirmationView;
  open: ReturnType<typeof useOpenConfirmation>;
}) {
  const { mayExperiment } = useViewer();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button size="sm" blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setAsks(true)}>
        <LockKeyholeOpen aria-hidden /> Open confirmation
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Open the confirmation examples?"
        confirmLabel="Open them once"
        busy={open.isPending}
        onConfirm={() => open.mutate(undefined, { onSettled: () => setAsks(false) })}
      >
        They open once for this split, for the best prompt of this run, and for no other after that. The
        original prompt and the best one are each scored once on {plural(view.examples, 'example')}. For
        another prompt you would need a split whose confirmation examples are unseen.
      </ConfirmDialog>
    </>
  );
}
