import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { DefinitionList } from '@/components/ui/definition-list';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { describeManifest } from '@/lib/view/manifest-lines';
import { shortHash } from '@/lib/view/numbers';
import { ReplayCard } from './replay-card';

/** Everything that the result depends on, pinned before the start. */
export function ManifestPanel({ run, manifest }: { run: RunDetailView; manifest: RunManifest }) {
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="Manifest"
        description={`Run ${run.id} · manifest ${shortHash(run.manifestHash)} · ${run.runHash ? `run hash ${shortHash(run.runHash)}` : 'the run hash is known at the end'}`}
      >
        <DefinitionList items={describeManifest(manifest)} />
      </Card>
      <ReplayCard run={run} />
      <Card
        title="The manifest itself"
        actions={
          <Button asChild size="sm">
            <a href={`/api/v1/runs/${run.id}/manifest`} download={`${run.id}-manifest.json`}>
              <Download aria-hidden /> Download with hashes
            </a>
          </Button>
        }
      >
        <CodeBlock text={JSON.stringify(manifest, null, 2)} what="the manifest" />
      </Card>
    </div>
  );
}
