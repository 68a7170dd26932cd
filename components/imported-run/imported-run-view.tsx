'use client';

import { Archive, ArchiveRestore, Sprout } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { DiagnoseButton } from '@/components/diagnosis/diagnose-button';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { ImportedRunDetail } from '@/lib/contracts/imported-runs';
import { methodWords } from '@/lib/domain/method-words';
import { GATE_SENTENCE, IMPORTED_LABEL, SOURCE_WORDS } from '@/lib/view/imported-run-words';
import { ImportedCurve } from './imported-curve';
import { ProvenanceCard } from './provenance-card';
import { useArchiveImportedRun } from './use-imported-runs';

/** One run from elsewhere: its curve, its prompt, and where it is from. */
export function ImportedRunView({ run }: { run: ImportedRunDetail }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const archive = useArchiveImportedRun(run.id);
  const [asksArchive, setAsksArchive] = useState(false);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Experiments', href: '/experiments' },
          { label: 'Imported runs', href: '/imported-runs' },
        ]}
        title={run.name}
        badges={
          <>
            <Badge>{methodWords(run.method)}</Badge>
            <Badge tone="honey">{IMPORTED_LABEL}</Badge>
            {run.archivedAt ? <Badge>Archived</Badge> : null}
          </>
        }
        description={
          <>
            {SOURCE_WORDS[run.source]} · imported <Time at={run.createdAt} /> by {run.createdBy}
          </>
        }
        actions={
          mayExperiment ? (
            <>
              {run.finalPrompt === null ? null : (
                <Button asChild variant="primary">
                  <Link href={`/experiments/new?imported=${run.id}`}>
                    <Sprout aria-hidden /> New experiment from its prompt
                  </Link>
                </Button>
              )}
              {run.points.length === 0 ? null : (
                <DiagnoseButton source={{ kind: 'imported', importedRunId: run.id }} label="Diagnose" />
              )}
              {run.archivedAt === null ? (
                <Button onClick={() => setAsksArchive(true)}>
                  <Archive aria-hidden /> Archive
                </Button>
              ) : (
                <Button
                  busy={archive.isPending}
                  onClick={() =>
                    archive.mutate(false, { onError: tellProblem, onSuccess: () => router.refresh() })
                  }
                >
                  <ArchiveRestore aria-hidden /> Restore
                </Button>
              )}
            </>
          ) : null
        }
      />
      <div className="flex flex-col gap-4">
        <Notice>
          {GATE_SENTENCE} To see it beside your runs, compare finished runs of an experiment and add it there.
        </Notice>
        <ImportedCurve run={run} name={run.name} />
        <ProvenanceCard run={run} title="Origin" />
        {run.finalPrompt === null ? null : (
          <Card title="Its last prompt">
            <CodeBlock text={run.finalPrompt} what="last prompt" wrap />
          </Card>
        )}
        {run.seedPrompt === null ? null : (
          <Card title="Its original prompt">
            <CodeBlock text={run.seedPrompt} what="original prompt" wrap />
          </Card>
        )}
      </div>
      <ConfirmDialog
        open={asksArchive}
        onOpenChange={setAsksArchive}
        title={`Archive ${run.name}?`}
        confirmLabel="Archive"
        busy={archive.isPending}
        onConfirm={() =>
          archive.mutate(true, { onError: tellProblem, onSuccess: () => router.push('/imported-runs') })
        }
      >
        It leaves the list and the choice on comparisons. It stays readable among the archived ones, and can
        be restored from there.
      </ConfirmDialog>
    </>
  );
}
