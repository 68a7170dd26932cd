'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { DropZone } from '@/components/ui/drop-zone';
import { detectedWords, uploadedWords } from '@/lib/view/uploaded-traces';
import { useImportTraces } from './use-traces';

const LINES = 'flex max-h-48 flex-col gap-1 overflow-auto text-ink-soft text-xs';
const ACCEPTED = '.json,.jsonl,.ndjson,.traj,.gz,.zip';

/** Files of traces to import, and the outcome of the last import. */
export function UploadTraces() {
  const upload = useImportTraces();
  const outcome = upload.data;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <DropZone
        busy={upload.isPending}
        accept={ACCEPTED}
        onFiles={(files) => {
          if (!upload.isPending) upload.mutate(files);
        }}
      />
      <div role="status" className="flex min-w-0 flex-col gap-2 text-[0.8125rem]">
        {outcome ? <p>{uploadedWords(outcome)}</p> : null}
        {outcome && outcome.saw.length > 0 ? (
          <ul aria-label="Detected formats" className={LINES}>
            {outcome.saw.map((seen) => (
              <li key={`${seen.file} ${seen.format}`} className="break-words">
                <span className="font-mono">{seen.file}</span>: {detectedWords(seen)}
              </li>
            ))}
          </ul>
        ) : null}
        {outcome && outcome.refused.length > 0 ? (
          <ul aria-label="Remarks" className={LINES}>
            {outcome.refused.map(({ file, reason }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file and its reason may repeat, and the list never changes order.
              <li key={place} className="break-words">
                <span className="font-mono">{file}</span>: {reason}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {upload.isError ? <ProblemNotice error={upload.error} /> : null}
    </div>
  );
}
