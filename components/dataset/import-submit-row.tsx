'use client';

import { useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { plural } from '@/lib/view/numbers';

interface ImportSubmitRowProps {
  readonly found: ImportPreviewView;
  readonly blocked: string | null;
  /** An import of these files is under way. */
  readonly isLive: boolean;
  readonly isSending: boolean;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

/** The button that imports, and what is still to be chosen first. */
export function ImportSubmitRow({
  found,
  blocked,
  isLive,
  isSending,
  isBusy,
  onSubmit,
}: ImportSubmitRowProps) {
  const { mayExperiment } = useViewer();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="primary"
        disabled={!mayExperiment || blocked !== null || isLive}
        busy={isSending || isBusy}
        onClick={onSubmit}
      >
        {importWords(found)}
      </Button>
      <span className="text-ink-faint text-xs">{isSending && found.isHead ? 'Uploading…' : blocked}</span>
    </div>
  );
}

function importWords({ exampleCount, isHead }: ImportPreviewView): string {
  return exampleCount === 0 || isHead ? 'Import' : `Import ${plural(exampleCount, 'example')}`;
}
