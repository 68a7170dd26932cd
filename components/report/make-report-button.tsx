'use client';

import { FileText } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { say } from '@/components/ui/say';
import type { MakeReportInput } from '@/lib/contracts/reports';
import { useMakeReport } from './use-reports';

/** Makes the plan of an experiment or the report of a run, and leads to it; where nothing changed, to the one there is. */
export function MakeReportButton({ subject, label }: { subject: MakeReportInput; label: string }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const make = useMakeReport();
  return (
    <>
      <Button
        blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
        busy={make.isPending}
        onClick={() =>
          make.mutate(subject, {
            onSuccess: (made) => {
              if (!made.isNew) say('info', `Nothing has changed since version ${made.version}.`);
              router.push(`/reports/${made.id}`);
              router.refresh();
            },
          })
        }
      >
        <FileText aria-hidden /> {label}
      </Button>
      {make.error ? (
        <Dialog
          open
          onOpenChange={() => make.reset()}
          title={`${label}: not yet`}
          footer={<Button onClick={() => make.reset()}>Close</Button>}
        >
          <ProblemNotice error={make.error} />
        </Dialog>
      ) : null}
    </>
  );
}
