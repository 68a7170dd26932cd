'use client';

import { Bot, Database } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { EXAMPLE_FILES } from '@/components/dataset/held-files';
import { Button } from '@/components/ui/button';
import { DropZone } from '@/components/ui/drop-zone';
import { Link } from '@/components/ui/link';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { DemoCard } from './demo-card';
import { useFileImport } from './import-button';
import { StartCard } from './start-card';

/** Three ways to begin, for a workspace in which no parallel run was started. */
export function FirstVisit({ demo }: { demo: ExperimentView | undefined }) {
  return (
    <div className="grid items-stretch gap-4 lg:grid-cols-3">
      {demo ? <DemoCard experiment={demo} /> : null}
      <StartCard
        icon={Bot}
        title="Bring your agent"
        text="Connect an agent over HTTP, as a program, or from behind a firewall."
        action={
          <Button asChild>
            <Link href="/agents/connect">Connect an agent</Link>
          </Button>
        }
      />
      <DataCard />
    </div>
  );
}

function DataCard() {
  const { mayExperiment } = useViewer();
  const open = useFileImport();
  return (
    <StartCard
      icon={Database}
      title="Bring your data"
      text="Questions with expected answers, as JSONL, JSON, CSV or TSV."
      action={
        mayExperiment ? (
          <div className="w-full">
            <DropZone busy={false} accept={EXAMPLE_FILES} onFiles={open} />
          </div>
        ) : (
          <Button asChild>
            <Link href="/datasets">See the data sets</Link>
          </Button>
        )
      }
    />
  );
}
