'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { tellProblem } from '@/components/api/tell-problem';
import { FileButton } from '@/components/ui/file-button';
import { say } from '@/components/ui/say';
import { importTraces, type TraceImportView } from '@/lib/contracts/trace-imports';
import { plural } from '@/lib/view/numbers';

/** Adds the traces of files to the list, and says what became of them. */
export function UploadTraces() {
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => {
      const form = new FormData();
      form.append('options', '{}');
      for (const file of files) form.append('files', file);
      return callApi(importTraces, { body: form });
    },
    onSuccess: (result) => {
      say(result.stored > 0 || result.refused.length === 0 ? 'success' : 'error', wordsOf(result), {
        description: result.refused[0]?.reason,
      });
      return client.invalidateQueries({ queryKey: ['traces'] });
    },
    onError: tellProblem,
  });
  return (
    <FileButton accept=".json,.jsonl,.ndjson,.gz,.zip,.traj" onFiles={(files) => upload.mutate(files)}>
      {upload.isPending ? 'Reading…' : 'Upload files'}
    </FileButton>
  );
}

function wordsOf({ stored, doubles, refused }: TraceImportView): string {
  const parts = [
    plural(stored, 'trace stored', 'traces stored'),
    doubles === 0 ? '' : `${doubles} known already`,
    refused.length === 0 ? '' : `${plural(refused.length, 'part')} left out`,
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}
