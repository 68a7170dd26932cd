'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  archiveImportedRun,
  importRun,
  listImportedRuns,
  previewImportedRun,
  restoreImportedRun,
} from '@/lib/contracts/imported-runs';

const PAGE = 100;

export function useImportedRuns(search = '', archived = false) {
  return usePages({
    key: ['imported-runs', search, archived],
    size: PAGE,
    keepsShown: true,
    read: (page, signal) =>
      callApi(listImportedRuns, {
        query: { ...page, search, archived: archived ? 'true' : 'false' },
        signal,
      }),
  });
}

/** A file with the folders that it was chosen in. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

interface Upload {
  readonly files: readonly PickedFile[];
  readonly options: object;
}

function uploadOf({ files, options }: Upload): FormData {
  const form = new FormData();
  for (const { path, file } of files) form.append('files', file, path);
  form.append('options', JSON.stringify(options));
  return form;
}

export function usePreviewImportedRun() {
  return useMutation({
    mutationFn: (upload: Upload) => callApi(previewImportedRun, { body: uploadOf(upload) }),
  });
}

export function useImportRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upload: Upload) => callApi(importRun, { body: uploadOf(upload) }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['imported-runs'] }),
  });
}

/** Puts it away, or brings it back. */
export function useArchiveImportedRun(importedRunId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isAway: boolean) =>
      callApi(isAway ? archiveImportedRun : restoreImportedRun, { params: { importedRunId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['imported-runs'] }),
  });
}
